#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "discreet/mechanisms/quantiles.hpp"
#include "mechanisms/quantile_node.hpp"
#include "support/random_scores.hpp"

namespace discreet::testing {

/// A column on a small grid, with every place written out.
struct PlacedColumn {
  MassColumn column;
  std::uint64_t cells;
  std::uint64_t places;

  /// The mass of each place.
  [[nodiscard]] std::vector<UInt128> by_place() const {
    std::vector<UInt128> out(cells * places, 0);
    for (std::size_t i = 0; i < column.cells.size(); ++i) {
      for (std::uint64_t j = 0; j < places; ++j) {
        out[column.cells[i] * places + j] = column.masses[i];
      }
    }
    return out;
  }
};

inline PlacedColumn random_column(RandomScores& random, std::size_t most_cells,
                                  std::size_t most_places, std::uint64_t most_mass) {
  PlacedColumn out{{}, 1 + random.below(most_cells), 1 + random.below(most_places)};
  const std::size_t sparse = 1 + random.below(4);
  for (std::uint64_t cell = 0; cell < out.cells; ++cell) {
    if (random.below(sparse + 1) != 0) {
      continue;
    }
    out.column.cells.push_back(cell);
    out.column.masses.push_back(1 + random.below(random.below(3) == 0 ? most_mass : 3));
  }
  return out;
}

inline ::discreet::detail::PlaceInterval random_interval(RandomScores& random,
                                                         const PlacedColumn& column) {
  const std::uint64_t end = column.cells * column.places;
  if (random.below(4) == 0) {
    return {0, end};
  }
  const std::uint64_t a = random.below(end + 1);
  const std::uint64_t b = random.below(8) == 0 ? a : random.below(end + 1);
  return {std::min(a, b), std::max(a, b)};
}

/// The gaps of a node's elements by adding up places, one after the other.
inline std::map<std::uint64_t, Int128> gaps_one_by_one(
    const PlacedColumn& column, ::discreet::detail::PlaceInterval interval,
    ::discreet::detail::RelativeQuantile quantile, ::discreet::detail::NodeElement element) {
  const std::vector<UInt128> mass = column.by_place();
  const auto between = [&](std::uint64_t from, std::uint64_t to) {
    UInt128 sum = 0;
    for (std::uint64_t p = std::max(from, interval.begin); p < std::min(to, interval.end); ++p) {
      sum += mass[p];
    }
    return sum;
  };
  const auto target = static_cast<Int128>(quantile.num * between(interval.begin, interval.end));
  std::map<std::uint64_t, Int128> gaps;
  const auto add = [&](std::uint64_t e, UInt128 before, UInt128 through) {
    const auto low = static_cast<Int128>(quantile.den * before);
    const auto high = static_cast<Int128>(quantile.den * through);
    gaps[e] = std::max(low - target, target - high);
  };
  if (element == ::discreet::detail::NodeElement::boundary) {
    for (std::uint64_t c = interval.begin; c <= interval.end; ++c) {
      add(c, between(interval.begin, c), between(interval.begin, c));
    }
    return gaps;
  }
  for (std::uint64_t c = 0; c < column.cells; ++c) {
    const std::uint64_t begin = c * column.places;
    const std::uint64_t end = begin + column.places;
    const bool last_of_all = c + 1 == column.cells && interval.begin == end;
    const bool touched = interval.begin == interval.end
                             ? begin <= interval.begin && interval.begin < end
                             : begin < interval.end && interval.begin < end;
    if (touched || last_of_all) {
      add(c, between(0, begin), between(0, end));
    }
  }
  return gaps;
}

}  // namespace discreet::testing
