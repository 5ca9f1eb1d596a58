#include "accounting/range_plan.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace discreet::detail {
namespace {

// The lattice points that all groups together may visit: some seconds.
constexpr double most_points = 0x1p25;

// So many steps are worth groups; with more the clusters lose less than 1 %.
constexpr std::uint64_t most_grouped = 4096;

// So many equal steps are worth a recursion of their own.
constexpr std::uint64_t many_equal = 64;

struct Candidate {
  RangePlan plan;
  double rounding = 0;  // what greater etas add to the squares
};

// Steps of nearly equal eta are taken for the greatest of them. The wider a cluster, the fewer there are: what the
// rounding of eta costs is weighed against what small groups cost.
Candidate clusters(std::span<const Steps> ranges, double count) {
  Candidate out;
  const double spread = std::log(ranges.front().parameter / ranges.back().parameter);
  const double width = std::exp(std::clamp(std::sqrt(spread / (3 * count)), 0.005, 0.2));
  double greatest = 0;
  for (const Steps& one : ranges) {
    if (greatest == 0 || one.parameter * width < greatest) {
      greatest = one.parameter;
      out.plan.equal.push_back(one);
    } else {
      out.plan.equal.back().count += one.count;
    }
    out.rounding +=
        static_cast<double>(one.count) * (greatest * greatest - one.parameter * one.parameter);
  }
  return out;
}

// A way to make one group of steps that are next to each other: the etas as they are, or a grid of so many spans.
struct Shape {
  std::size_t size;
  std::size_t spans;  // 0: as they are
};

// The sizes that are tried; and all that is left, whatever that is.
constexpr std::array<std::size_t, 19> sizes{1,  2,  3,  4,  5,  6,  8,  9,  10, 11,
                                            12, 14, 16, 20, 24, 28, 32, 48, 64};
constexpr std::size_t most_spans = 3;

RangeGroup shaped(std::span<const double> etas, std::size_t spans) {
  RangeGroup group{{etas.begin(), etas.end()}, {etas.begin(), etas.end()}};
  group.grid.erase(std::unique(group.grid.begin(), group.grid.end()), group.grid.end());
  if (spans > 0 && group.grid.size() > spans + 1) {
    // On the lattice where that can be, as a step between two of its ranges costs twice as much.
    const double h = std::ldexp(1.0, std::ilogb(etas.front()) - group_fineness);
    const double top = std::ceil(etas.front() / h) * h;
    const double bottom = etas.back() < h ? etas.back() : std::floor(etas.back() / h) * h;
    const double step = (top - bottom) / static_cast<double>(spans);
    group.grid.assign(1, top);
    for (std::size_t j = 1; j < spans; ++j) {
      group.grid.push_back(std::round((top - step * static_cast<double>(j)) / h) * h);
    }
    group.grid.push_back(bottom);
    group.grid.erase(std::unique(group.grid.begin(), group.grid.end()), group.grid.end());
  }
  return group;
}

// What chance adds to the squares.
double lost_by_chance(const RangeGroup& group) {
  double sum = 0;
  std::size_t at = 0;
  for (const double eta : group.etas) {
    while (at + 1 < group.grid.size() && group.grid[at + 1] >= eta) {
      ++at;
    }
    if (group.grid[at] > eta) {
      sum += (1 + eta) * (group.grid[at] - eta) * (eta - group.grid[at + 1]);
    }
  }
  return sum;
}

// About four times the variance that one more group adds: one step of it is as bad as a last one.
double lost_by_grouping(double greatest) { return greatest * greatest / 3; }

// One group from a place on: what it loses, and about how many lattice points it visits.
struct Choice {
  Shape shape;
  double loss;
  double points;
};

std::vector<Choice> choices_at(std::span<const double> etas, std::size_t from) {
  std::vector<Choice> out;
  const double grouping = from == 0 ? 0 : lost_by_grouping(etas[from]);
  const auto add = [&](std::size_t size) {
    for (std::size_t spans = 0; spans <= most_spans; ++spans) {
      const RangeGroup group = shaped(etas.subspan(from, size), spans);
      const auto steps = static_cast<double>(size);
      const double cells = spans > 0 ? 50 : 100;
      const double points = sets_left_about(group) * static_cast<double>(group.grid.size()) *
                            cells * std::min(steps, 4 * std::sqrt(steps));
      if (points <= most_points) {
        out.push_back({{size, spans}, grouping + lost_by_chance(group), points});
      }
    }
  };
  const std::size_t left = etas.size() - from;
  for (const std::size_t size : sizes) {
    if (size < left) {
      add(size);
    }
  }
  if (left <= 2 * sizes.back()) {
    add(left);
  }
  return out;
}

struct Division {
  std::vector<Shape> shapes;
  double loss = 0;
  double points = 0;
};

// The division that loses least where a lattice point costs `price`.
Division divide(const std::vector<std::vector<Choice>>& choices, double price) {
  const std::size_t n = choices.size();
  std::vector<double> total(n + 1, std::numeric_limits<double>::infinity());
  std::vector<const Choice*> taken(n, nullptr);
  total[n] = 0;
  for (std::size_t i = n; i-- > 0;) {
    for (const Choice& one : choices[i]) {
      const double sum = one.loss + price * one.points + total[i + one.shape.size];
      if (sum < total[i]) {
        total[i] = sum;
        taken[i] = &one;
      }
    }
  }
  Division out;
  for (std::size_t i = 0; i < n; i += taken[i]->shape.size) {
    out.shapes.push_back(taken[i]->shape);
    out.loss += taken[i]->loss;
    out.points += taken[i]->points;
  }
  return out;
}

// Groups of steps that are next to each other in size, as good as there is time for.
Candidate groups(std::span<const Steps> ranges) {
  Candidate out;
  std::vector<double> etas;
  for (const Steps& one : ranges) {
    if (one.count >= many_equal) {
      out.plan.equal.push_back(one);
    } else {
      etas.insert(etas.end(), one.count, one.parameter);
    }
  }
  std::vector<std::vector<Choice>> choices;
  choices.reserve(etas.size());
  for (std::size_t i = 0; i < etas.size(); ++i) {
    choices.push_back(choices_at(etas, i));
  }
  // The price of a point is found by bisection of its logarithm.
  const double square = ranges.front().parameter * ranges.front().parameter;
  double low = std::log(square * 1e-18);
  double high = std::log(square);
  while (high - low > 0.1) {
    const double middle = (low + high) / 2;
    (divide(choices, std::exp(middle)).points > most_points ? low : high) = middle;
  }
  std::size_t from = 0;
  for (const Shape& shape : divide(choices, std::exp(high)).shapes) {
    RangeGroup group = shaped(std::span{etas}.subspan(from, shape.size), shape.spans);
    from += shape.size;
    if (group.grid.size() == 1) {
      out.plan.equal.push_back({StepKind::bounded_range, group.grid.front(), shape.size});
    } else {
      out.plan.groups.push_back(std::move(group));
    }
  }
  return out;
}

// About four times the variance that the account of a plan has too much.
double lost(const Candidate& candidate) {
  double sum = candidate.rounding;
  double greatest = 0;
  const auto add = [&](double eta, double parts) {
    sum += lost_by_grouping(eta) * parts;
    greatest = std::max(greatest, eta);
  };
  for (const Steps& one : candidate.plan.equal) {
    add(one.parameter, std::ceil(static_cast<double>(one.count) / most_in_a_group));
  }
  for (const RangeGroup& group : candidate.plan.groups) {
    add(group.grid.front(), 1);
    sum += lost_by_chance(group);
  }
  // The last step that is made really is as bad as that.
  return sum - lost_by_grouping(greatest);
}

}  // namespace

RangePlan plan_ranges(std::span<const Steps> ranges) {
  if (ranges.empty()) {
    return {};
  }
  std::vector<Steps> sorted(ranges.begin(), ranges.end());
  std::sort(sorted.begin(), sorted.end(),
            [](const Steps& a, const Steps& b) { return a.parameter > b.parameter; });
  std::uint64_t count = 0;
  for (const Steps& one : sorted) {
    count += one.count;
  }
  Candidate best = clusters(sorted, static_cast<double>(count));
  if (sorted.size() > 1 && count <= most_grouped) {
    Candidate grouped = groups(sorted);
    if (lost(grouped) < lost(best)) {
      best = std::move(grouped);
    }
  }
  return best.plan;
}

}  // namespace discreet::detail
