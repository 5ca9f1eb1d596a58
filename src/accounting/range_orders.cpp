#include "accounting/range_orders.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "accounting/bounded_range.hpp"
#include "accounting/reals.hpp"
#include "accounting/renyi.hpp"
#include "accounting/two_point.hpp"

namespace discreet::detail {
namespace {

// A range is bounded by chance between two others: the weights of the lesser and of the greater one.
struct Chance {
  double lesser;
  double greater;
};

Chance chance_between(double lesser, double eta, double greater) {
  if (eta == lesser) {
    return {1, 0};
  }
  const Reals real{160 + 2 * bits_from_one(greater) + 2 * bits_from_one(greater - lesser)};
  const BigInterval low = exp(-real(lesser));
  const BigInterval share = (low - exp(-real(eta))) / (low - exp(-real(greater)));
  const double up = std::min(1.0, inf_double(share));
  return {inf_double(real(1) - real(up)), up};
}

// The place in the grid of the range that is not below each step, of steps that fall.
std::vector<std::size_t> places_above(const std::vector<double>& grid,
                                      const std::vector<double>& etas) {
  std::vector<std::size_t> out;
  std::size_t at = 0;
  for (const double eta : etas) {
    while (at + 1 < grid.size() && grid[at + 1] >= eta) {
      ++at;
    }
    out.push_back(at);
  }
  return out;
}

// Weights that tell apart all sets that chance can leave, and also from what a step that is not in them would leave.
std::vector<std::size_t> telling_weights(const RangeGroup& group) {
  std::vector<std::size_t> most(group.grid.size(), 1);
  const std::vector<std::size_t> upper = places_above(group.grid, group.etas);
  for (std::size_t i = 0; i < upper.size(); ++i) {
    most[upper[i]] += 1;
    if (group.grid[upper[i]] > group.etas[i]) {
      most[upper[i] + 1] += 1;
    }
  }
  std::vector<std::size_t> out;
  std::size_t weight = 1;
  for (const std::size_t count : most) {
    out.push_back(weight);
    weight *= count + 1;
  }
  return out;
}

class Orders {
 public:
  Orders(const RangeGroup& group, const RangeLattice& lattice, const Progress& progress)
      : group_(group), weights_(group.weights.empty() ? telling_weights(group) : group.weights) {
    const Progress alive = [&](double /*part*/) {
      if (progress) {
        progress(0);
      }
    };
    // A power of two, so that multiples are exact.
    h_ = std::ldexp(1.0, std::ilogb(group.grid.front()) - lattice.fineness);
    reach_ = whole_cells(group.grid.front()) + 1;
    std::vector<Steps> above;
    double sum = 0;
    for (const std::size_t place : places_above(group.grid, group.etas)) {
      above.push_back({StepKind::bounded_range, group.grid[place], 1});
      sum += above.back().parameter;
    }
    // The curve is 0 from the sum of all ranges on, and a little more makes up for its rounding.
    const double whole = sum * (1 + 0x1p-30);
    const double cut = std::min(whole, renyi_to_epsilon(above, lattice.negligible, alive));
    last_ = static_cast<std::int64_t>(std::ceil(cut / h_)) + 1;
    tail_ = cut == whole ? 0 : renyi_to_delta(above, cut, alive) * lattice_scale;
    for (const double eta : group.grid) {
      for (std::int64_t cells = whole_cells(eta); cells <= whole_cells(eta) + 1; ++cells) {
        add_rows(cells);
      }
      const double below = static_cast<double>(whole_cells(eta)) * h_;
      chances_.push_back(chance_between(below, eta, below + h_));
    }
    mirror_.emplace(two_point_mirror(static_cast<double>(reach_) * h_, reach_));
  }

  RangeCurve all(const Progress& progress) {
    std::vector<bool> reached{true};
    reach(group_.etas, reached);
    for (const std::vector<double>& etas : group_.more) {
      reach(etas, reached);
    }
    std::vector<Mean> means{mean_of(group_.etas)};
    for (const std::vector<double>& etas : group_.more) {
      means.push_back(mean_of(etas));
    }
    const std::size_t heaviest = *std::max_element(weights_.begin(), weights_.end());
    curves_.resize(reached.size());
    for (std::size_t weight = 0; weight < reached.size(); ++weight) {
      if (reached[weight]) {
        curves_[weight] = worst_of(weight);
        for (Mean& mean : means) {
          add(weight, mean);
        }
        if (progress) {
          progress(static_cast<double>(weight) / static_cast<double>(reached.size()));
        }
      }
      // No step is so heavy that it would be read again.
      if (weight >= heaviest) {
        curves_[weight - heaviest] = {};
      }
    }
    RangeCurve out{h_, outward(means.front()), {}};
    for (std::size_t i = 1; i < means.size(); ++i) {
      out.more.push_back(outward(means[i]));
    }
    return out;
  }

 private:
  [[nodiscard]] std::int64_t whole_cells(double eta) const {
    return static_cast<std::int64_t>(std::floor(eta / h_));  // exact but for underflow
  }

  void add_rows(std::int64_t cells) {
    if (cells > 0) {
      rows_.try_emplace(cells, static_cast<double>(cells) * h_, cells);
    }
  }

  // Adds what the sets weigh that chance can leave of a list.
  void reach(const std::vector<double>& etas, std::vector<bool>& reached) const {
    const std::vector<std::size_t> upper = places_above(group_.grid, etas);
    std::vector<bool> now{true};
    for (std::size_t i = 0; i < etas.size(); ++i) {
      const std::size_t greater = weights_[upper[i]];
      const std::size_t lesser = group_.grid[upper[i]] > etas[i] ? weights_[upper[i] + 1] : greater;
      std::size_t weight = now.size();
      now.resize(weight + std::max(greater, lesser), false);
      while (weight-- > 0) {
        if (now[weight]) {
          now[weight + greater] = true;
          now[weight + lesser] = true;
        }
      }
    }
    reached.resize(std::max(reached.size(), now.size()), false);
    for (std::size_t weight = 0; weight < now.size(); ++weight) {
      reached[weight] = reached[weight] || now[weight];
    }
  }

  // The curve of all sets of a weight: the worst of all steps that may come next.
  std::vector<double> worst_of(std::size_t weight) {
    std::vector<double> out(static_cast<std::size_t>(last_ + 2 * reach_ + 1), tail_);
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      // Where there is no curve, there is no set.
      if (weights_[i] <= weight && !curves_[weight - weights_[i]].empty()) {
        const std::size_t rest = weight - weights_[i];
        rest == 0 ? first(group_.grid[i], out) : raise(i, curves_[rest], out);
      }
    }
    // The last two points are not before the cut, but what lies between strategies would lead past it.
    out[at(last_ - 1)] = tail_;
    out[at(last_)] = tail_;
    // The curve falls, so a bound holds to the right of its point as well.
    for (std::int64_t i = 1; i <= last_; ++i) {
      out[at(i)] = std::min(out[at(i)], out[at(i - 1)]);
    }
    mirror_->upper(out);
    return out;
  }

  void first(double eta, std::vector<double>& out) const {
    for (std::int64_t i = 0; i <= last_; ++i) {
      const double x = static_cast<double>(i) * h_;
      const double bound = x >= eta ? 0 : bounded_range_closed_delta(eta, 1, x).upper;
      out[at(i)] = std::max(out[at(i)], bound * lattice_scale);
    }
  }

  // One step of range eta before the curve: at random one of two ranges on the lattice.
  void raise(std::size_t place, const std::vector<double>& before, std::vector<double>& out) {
    const std::int64_t cells = whole_cells(group_.grid[place]);
    const Chance chance = chances_[place];
    step(cells, before, lesser_);
    if (chance.greater > 0) {
      step(cells + 1, before, greater_);
    }
    for (std::int64_t i = 0; i <= last_; ++i) {
      const auto from_zero = static_cast<std::size_t>(i);
      double bound = chance.lesser * lesser_[from_zero];
      if (chance.greater > 0) {
        bound += chance.greater * greater_[from_zero];
      }
      out[at(i)] = std::max(out[at(i)], two_point_outward.inf(bound));
    }
  }

  void step(std::int64_t cells, const std::vector<double>& before, std::vector<double>& after) {
    after.resize(static_cast<std::size_t>(last_) + 1);
    if (cells == 0) {
      std::copy_n(before.begin() + reach_, last_ + 1, after.begin());
    } else {
      rows_.at(cells).upper(before.data() + reach_, after.data(), last_);
    }
  }

  // The mean over what each step of a list is taken for by chance.
  struct Mean {
    std::vector<double> shares;  // of each weight
    std::vector<double> values;  // of the weights so far
    std::size_t steps;
  };

  [[nodiscard]] Mean mean_of(const std::vector<double>& etas) const {
    const std::vector<std::size_t> upper = places_above(group_.grid, etas);
    std::vector<double> shares{1};
    for (std::size_t i = 0; i < etas.size(); ++i) {
      const std::size_t place = upper[i];
      const bool exact = group_.grid[place] == etas[i];
      const Chance chance =
          exact ? Chance{0, 1}
                : chance_between(group_.grid[place + 1], etas[i], group_.grid[place]);
      const std::size_t greater = weights_[place];
      const std::size_t lesser = exact ? greater : weights_[place + 1];
      std::vector<double> next(shares.size() + std::max(greater, lesser), 0.0);
      for (std::size_t weight = 0; weight < shares.size(); ++weight) {
        next[weight + greater] += chance.greater * shares[weight];
        next[weight + lesser] += chance.lesser * shares[weight];
      }
      shares = std::move(next);
    }
    return {std::move(shares), std::vector<double>(static_cast<std::size_t>(last_) + 1, 0.0),
            etas.size()};
  }

  void add(std::size_t weight, Mean& mean) const {
    if (weight >= mean.shares.size() || mean.shares[weight] == 0) {
      return;
    }
    for (std::int64_t i = 0; i <= last_; ++i) {
      mean.values[static_cast<std::size_t>(i)] += mean.shares[weight] * curves_[weight][at(i)];
    }
  }

  [[nodiscard]] static std::vector<double> outward(Mean& mean) {
    const auto roundings = static_cast<double>(mean.shares.size() + 4 * mean.steps + 8);
    for (double& value : mean.values) {
      value = value * (1 + roundings * 0x1p-52) + 0x1p-500;
    }
    return std::move(mean.values);
  }

  [[nodiscard]] std::size_t at(std::int64_t i) const {
    return static_cast<std::size_t>(i + reach_);
  }

  const RangeGroup& group_;
  std::vector<std::size_t> weights_;
  double h_;
  std::int64_t reach_;  // the greatest range in cells
  std::int64_t last_;
  double tail_;
  std::map<std::int64_t, TwoPointRows> rows_;  // of each number of cells
  std::optional<Mirror> mirror_;
  std::vector<Chance> chances_;              // of each range of the grid between two of the lattice
  std::vector<std::vector<double>> curves_;  // of each weight, at i + reach_
  std::vector<double>
      lesser_;  // one step of the ranges on the lattice below and above one of the grid
  std::vector<double> greater_;
};

}  // namespace

RangeCurve range_orders(const RangeGroup& group, const RangeLattice& lattice,
                        const Progress& progress) {
  return Orders{group, lattice, progress}.all(progress);
}

}  // namespace discreet::detail
