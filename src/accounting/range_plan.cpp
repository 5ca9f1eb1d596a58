#include "accounting/range_plan.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "accounting/range_shapes.hpp"

namespace discreet::detail {
namespace {

// The lattice points that all groups together may visit, which takes some seconds; and how many where the account would
// be looser than this share of epsilon.
constexpr double most_points_of_groups = 0x1p27;
constexpr double most_points_if_loose = 0x1p29;
constexpr double loose = 0.006;

// Up to here all sizes of groups are tried, then sizes at distances that grow.
constexpr std::size_t every_size = 16;

// So many steps are worth groups; with more the clusters lose less than 1 %.
constexpr std::uint64_t most_grouped = 1U << 14U;

// A grid may go a little below the least range.
constexpr double least_grouped = 1e-99;

// So many steps of one list are in one group.
constexpr std::size_t longest_list = 192;

// So many equal steps are worth a recursion of their own.
constexpr std::uint64_t many_equal = 64;

struct Candidate {
  RangePlan plan;
  double loss = 0;  // about four times the variance that its account has too much
};

// About what several groups of equal steps cost: a last step each but one.
double lost_by_groups(std::span<const Steps> equal) {
  double sum = 0;
  double greatest = 0;
  for (const Steps& one : equal) {
    const double square = one.parameter * one.parameter / 3;
    sum += square * std::ceil(static_cast<double>(one.count) / most_in_a_group);
    greatest = std::max(greatest, square);
  }
  return sum - greatest;
}

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
    out.loss +=
        static_cast<double>(one.count) * (greatest * greatest - one.parameter * one.parameter);
  }
  out.loss += lost_by_groups(out.plan.equal);
  return out;
}

// One group, or several that share a grid, from one place to another.
struct Choice {
  Shape shape;
  std::size_t from;
  std::size_t to;
  std::size_t next;  // the index of `to` among the places
  ShapeCost cost;
};

// Where groups may begin: everywhere at first, then at distances that grow, as far as one list fits in between.
std::vector<std::size_t> places(std::size_t size) {
  std::vector<std::size_t> out;
  for (std::size_t at = 0; at < size; at += std::clamp<std::size_t>(at / 48, 1, longest_list / 2)) {
    out.push_back(at);
  }
  out.push_back(size);
  return out;
}

// The shapes that are tried for so many steps.
std::vector<Shape> shapes_for(std::size_t size, bool all_greatest) {
  std::vector<Shape> out;
  const int finest = size <= 32 ? 8 : size <= 64 ? 7 : 6;
  for (int fineness = 4; fineness <= finest; ++fineness) {
    if (size > longest_list) {
      for (const std::size_t spans : {1U, 2U, 3U, 4U, 6U, 8U}) {
        for (const std::size_t length : {longest_list / 2, longest_list}) {
          out.push_back({Telling::weighed, (size + length - 1) / length, spans, fineness, 0});
        }
      }
      continue;
    }
    out.push_back({Telling::apart, 1, 0, fineness, 0});
    for (const std::size_t first : {0U, 1U, 2U, 4U}) {
      if (size < 3 || (first > 0 && !all_greatest)) {
        continue;
      }
      for (const std::size_t spans : {1U, 2U, 3U, 4U, 6U, 8U, 12U, 16U, 24U}) {
        if (size <= longest_list / 2) {
          out.push_back({Telling::counted, 1, spans, fineness, first});
          if (spans > 2 && spans <= 12) {
            out.push_back({Telling::counted, 1, spans, fineness, first, true});
          }
        }
        out.push_back({Telling::weighed, 1, spans, fineness, first});
      }
    }
  }
  return out;
}

std::vector<Choice> choices_at(const RangeList& list, std::span<const std::size_t> places,
                               std::size_t at) {
  std::vector<Choice> out;
  std::size_t next = at;
  std::size_t size = 1;
  while (next + 1 < places.size()) {
    const std::size_t wanted = places[at] + size;
    size += std::max<std::size_t>(1, size < every_size ? 1 : size * 3 / 10);
    if (places[next] >= wanted) {
      continue;
    }
    while (next + 1 < places.size() && places[next] < wanted) {
      ++next;
    }
    const std::size_t to = places[next];
    for (const Shape& shape : shapes_for(to - places[at], at == 0)) {
      const ShapeCost cost = list.cost(places[at], to, shape);
      if (std::isfinite(cost.loss)) {
        out.push_back({shape, places[at], to, next, cost});
      }
    }
  }
  // The quickest is there in any case: one list, however its steps are told apart.
  const auto quickest = std::min_element(
      out.begin(), out.end(),
      [](const Choice& a, const Choice& b) { return a.cost.points < b.cost.points; });
  std::iter_swap(out.begin(), quickest);
  out.erase(
      std::remove_if(out.begin() + 1, out.end(),
                     [](const Choice& one) { return one.cost.points > most_points_if_loose; }),
      out.end());
  // All that is left may be small enough to be told apart by nothing.
  const Shape spread{Telling::spread, 0, 0, 0, 0};
  out.push_back({spread, places[at], list.size(), places.size() - 1,
                 list.cost(places[at], list.size(), spread)});
  return out;
}

struct Division {
  std::vector<Choice> choices;
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
      const double sum = one.cost.loss + price * one.cost.points + total[one.next];
      if (sum < total[i]) {
        total[i] = sum;
        taken[i] = &one;
      }
    }
  }
  Division out;
  for (std::size_t i = 0; i < n; i = taken[i]->next) {
    out.choices.push_back(*taken[i]);
    out.loss += taken[i]->cost.loss;
    out.points += taken[i]->cost.points;
  }
  return out;
}

// The division that loses least of those with so many points at most. The price of a point is found by bisection of its
// logarithm.
Division divide_within(const std::vector<std::vector<Choice>>& choices, const RangeList& list,
                       double points) {
  const double square = list[0] * list[0];
  double low = std::log(square * 1e-18);
  double high = std::log(square);
  while (high - low > 0.1) {
    const double middle = (low + high) / 2;
    (divide(choices, std::exp(middle)).points > points ? low : high) = middle;
  }
  return divide(choices, std::exp(high));
}

// Groups of steps that are next to each other in size, as good as there is time for.
Candidate groups(std::span<const Steps> ranges, double delta) {
  Candidate out;
  std::vector<double> etas;
  for (const Steps& one : ranges) {
    if (one.count >= many_equal) {
      out.plan.equal.push_back(one);
    } else {
      etas.insert(etas.end(), one.count, one.parameter);
    }
  }
  if (etas.empty()) {
    out.loss = lost_by_groups(out.plan.equal);
    return out;
  }
  const RangeList list{std::move(etas), delta};
  const std::vector<std::size_t> starts = places(list.size());
  std::vector<std::vector<Choice>> choices;
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    choices.push_back(choices_at(list, starts, i));
  }
  Division best = divide_within(choices, list, most_points_of_groups);
  for (double points = most_points_of_groups;
       points < most_points_if_loose && list.share_of_epsilon(best.loss) > loose;) {
    points *= 2;
    best = divide_within(choices, list, points);
  }
  for (const Choice& one : best.choices) {
    if (one.shape.telling == Telling::spread) {
      out.plan.spread = list.steps(one.from, one.to);
      continue;
    }
    out.plan.groups.push_back({list.shaped(one.from, one.to, one.shape), one.shape.fineness});
  }
  out.loss = best.loss + lost_by_groups(out.plan.equal);
  return out;
}

}  // namespace

RangePlan plan_ranges(std::span<const Steps> ranges, double delta) {
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
  if (sorted.size() > 1 && count <= most_grouped && sorted.back().parameter >= least_grouped) {
    Candidate grouped = groups(sorted, delta);
    if (grouped.loss < best.loss) {
      best = std::move(grouped);
    }
  }
  return best.plan;
}

}  // namespace discreet::detail
