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

// How many steps may be taken for each range of the grid, alone and together with all greater ones.
struct Places {
  explicit Places(const RangeGroup& group)
      : most(group.grid.size(), 0), most_above(group.grid.size(), 0) {
    std::size_t at = 0;
    for (const double eta : group.etas) {
      while (at + 1 < group.grid.size() && group.grid[at + 1] >= eta) {
        ++at;
      }
      upper.push_back(at);
      most[at] += 1;
      if (group.grid[at] > eta) {
        most[at + 1] += 1;
      }
      for (std::size_t i = at; i < most_above.size(); ++i) {
        most_above[i] += 1;
      }
    }
    for (const std::size_t count : most) {
      strides.push_back(sets);
      sets *= count + 1;
    }
  }

  [[nodiscard]] std::vector<std::size_t> counts(std::size_t set) const {
    std::vector<std::size_t> out;
    for (const std::size_t count : most) {
      out.push_back(set % (count + 1));
      set /= count + 1;
    }
    return out;
  }

  // Whether some outcome of chance leaves this set.
  [[nodiscard]] bool can_be(const std::vector<std::size_t>& set) const {
    std::size_t above = 0;
    for (std::size_t i = 0; i < set.size(); ++i) {
      above += set[i];
      if (above > most_above[i]) {
        return false;
      }
    }
    return true;
  }

  std::vector<std::size_t> upper;  // of each step: the range of the grid that is not below it
  std::vector<std::size_t> most;
  std::vector<std::size_t> most_above;
  std::vector<std::size_t> strides;
  std::size_t sets = 1;
};

class Orders {
 public:
  Orders(const RangeGroup& group, const RangeLattice& lattice) : group_(group), places_(group) {
    // A power of two, so that multiples are exact.
    h_ = std::ldexp(1.0, std::ilogb(group.grid.front()) - lattice.fineness);
    reach_ = whole_cells(group.grid.front()) + 1;
    std::vector<Steps> above;
    double sum = 0;
    for (std::size_t i = 0; i < group.etas.size(); ++i) {
      above.push_back({StepKind::bounded_range, group.grid[places_.upper[i]], 1});
      sum += above.back().parameter;
    }
    // The curve is 0 from the sum of all ranges on, and a little more makes up for its rounding.
    const double whole = sum * (1 + 0x1p-30);
    const double cut = std::min(whole, renyi_to_epsilon(above, lattice.negligible));
    last_ = static_cast<std::int64_t>(std::ceil(cut / h_)) + 1;
    tail_ = cut == whole ? 0 : renyi_to_delta(above, cut) * lattice_scale;
    for (const double eta : group.grid) {
      for (std::int64_t cells = whole_cells(eta); cells <= whole_cells(eta) + 1; ++cells) {
        add_tables(cells);
      }
    }
    mirror_.emplace(two_point_mirror(static_cast<double>(reach_) * h_, reach_));
  }

  RangeCurve all(const Progress& progress) {
    curves_.resize(places_.sets);
    for (std::size_t set = 0; set < places_.sets; ++set) {
      const std::vector<std::size_t> counts = places_.counts(set);
      if (places_.can_be(counts)) {
        curves_[set] = worst_of(set, counts);
        if (progress) {
          progress(static_cast<double>(set) / static_cast<double>(places_.sets));
        }
      }
    }
    return {h_, mean()};
  }

 private:
  [[nodiscard]] std::int64_t whole_cells(double eta) const {
    return static_cast<std::int64_t>(std::floor(eta / h_));  // exact but for underflow
  }

  void add_tables(std::int64_t cells) {
    if (cells > 0) {
      tables_.try_emplace(cells, static_cast<double>(cells) * h_, cells);
    }
  }

  // The curve of a set of steps that is left: the worst of all that may come next.
  std::vector<double> worst_of(std::size_t set, const std::vector<std::size_t>& counts) {
    std::vector<double> out(static_cast<std::size_t>(last_ + 2 * reach_ + 1), tail_);
    std::size_t left = 0;
    std::size_t kind = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      left += counts[i];
      kind = counts[i] > 0 ? i : kind;
    }
    if (left == 1) {
      first(group_.grid[kind], out);
    }
    for (std::size_t i = 0; left > 1 && i < counts.size(); ++i) {
      if (counts[i] > 0) {
        raise(group_.grid[i], curves_[set - places_.strides[i]], out);
      }
    }
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
      out[at(i)] = std::max(tail_, bound * lattice_scale);
    }
  }

  // One step of range eta before the curve: at random one of two ranges on the lattice.
  void raise(double eta, const std::vector<double>& before, std::vector<double>& out) const {
    const std::int64_t cells = whole_cells(eta);
    const Chance chance =
        chance_between(static_cast<double>(cells) * h_, eta, static_cast<double>(cells + 1) * h_);
    std::int64_t best_lesser = cells / 2;
    std::int64_t best_greater = cells / 2;
    for (std::int64_t i = 0; i <= last_; ++i) {
      double bound = chance.lesser * step(cells, before, i, best_lesser);
      if (chance.greater > 0) {
        bound += chance.greater * step(cells + 1, before, i, best_greater);
      }
      out[at(i)] = std::max(out[at(i)], two_point_outward.inf(bound));
    }
  }

  [[nodiscard]] double step(std::int64_t cells, const std::vector<double>& before, std::int64_t i,
                            std::int64_t& best) const {
    return cells == 0 ? before[at(i)]
                      : two_point_bound(tables_.at(cells), cells, before.data() + at(i), best);
  }

  // The mean over what each step is taken for by chance.
  [[nodiscard]] std::vector<double> mean() const {
    std::vector<double> weights(places_.sets, 0.0);
    weights[0] = 1;
    for (std::size_t i = 0; i < group_.etas.size(); ++i) {
      const std::size_t upper = places_.upper[i];
      const double eta = group_.etas[i];
      const bool exact = group_.grid[upper] == eta;
      const Chance chance =
          exact ? Chance{0, 1} : chance_between(group_.grid[upper + 1], eta, group_.grid[upper]);
      std::vector<double> next(places_.sets, 0.0);
      for (std::size_t set = 0; set < places_.sets; ++set) {
        if (weights[set] > 0) {
          next[set + places_.strides[upper]] += chance.greater * weights[set];
          if (!exact) {
            next[set + places_.strides[upper + 1]] += chance.lesser * weights[set];
          }
        }
      }
      weights = std::move(next);
    }
    std::vector<double> out(static_cast<std::size_t>(last_) + 1, 0.0);
    for (std::size_t set = 0; set < places_.sets; ++set) {
      for (std::int64_t i = 0; weights[set] > 0 && i <= last_; ++i) {
        out[static_cast<std::size_t>(i)] += weights[set] * curves_[set][at(i)];
      }
    }
    const auto roundings = static_cast<double>(places_.sets + 4 * group_.etas.size() + 8);
    for (double& value : out) {
      value = value * (1 + roundings * 0x1p-52) + 0x1p-500;
    }
    return out;
  }

  [[nodiscard]] std::size_t at(std::int64_t i) const {
    return static_cast<std::size_t>(i + reach_);
  }

  const RangeGroup& group_;
  Places places_;
  double h_;
  std::int64_t reach_;  // the greatest range in cells
  std::int64_t last_;
  double tail_;
  std::map<std::int64_t, TwoPointTables> tables_;
  std::optional<Mirror> mirror_;
  std::vector<std::vector<double>> curves_;  // of each set, at i + reach_
};

}  // namespace

double sets_left_about(const RangeGroup& group) {
  const Places places{group};
  // As many as there are, where nothing is left to chance; else ranges of the grid with repetition.
  double all = 1;
  double spread = 1;
  for (std::size_t i = 0; i < places.most.size(); ++i) {
    all *= static_cast<double>(places.most[i]) + 1;
    spread *= static_cast<double>(group.etas.size() + i + 1) / static_cast<double>(i + 1);
  }
  return std::min(all, spread);
}

RangeCurve range_orders(const RangeGroup& group, const RangeLattice& lattice,
                        const Progress& progress) {
  return Orders{group, lattice}.all(progress);
}

}  // namespace discreet::detail
