#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "discreet/error.hpp"
#include "discreet/mechanisms/quantiles.hpp"
#include "discreet/numbers/rounding.hpp"
#include "mechanisms/cell_filter.hpp"
#include "selection/score_view.hpp"

namespace discreet {
namespace {

/// So many values are placed before they are counted: few enough to stay in the first cache.
constexpr std::size_t placed_at_once = 1024;

/// Counters for so many cells are worth their room.
constexpr std::uint64_t most_counters = std::uint64_t{1} << 24;

/// A counter is cheaper than this share of a value's sorting.
constexpr std::uint64_t counters_per_value = 8;

/// Calls take with the cells of the values, some at a time; what is NaN has a cell past the last.
///
/// Throws    Error{outside_domain} from 2^31 numbers on, before they are taken.
template <class Take>
void each_placed(const Scores& values, const Grid& grid, Take take) {
  const auto require_units = [](std::uint64_t units) {
    require(units < most_units, outside_domain, "a column must have fewer than 2^31 units");
  };
  const detail::CellFilter filter{grid};
  detail::ScoresInside::visit(values, [&]<Number T>(const detail::ScoreView<T>& view) {
    if (Integer<T>) {
      require_units(view.size());
    }
    std::array<std::uint64_t, placed_at_once> placed;
    std::uint64_t units = 0;
    for (std::size_t i = 0; i < view.size();) {
      const std::span<const T> run = view.run_from(i);
      for (std::size_t j = 0; j < run.size(); j += placed_at_once) {
        const std::size_t count = std::min(placed_at_once, run.size() - j);
        detail::place_cells(run.data() + j, count, filter, placed.data());
        const std::span<const std::uint64_t> cells{placed.data(), count};
        const auto missing = Float<T> ? std::ranges::count(cells, grid.cells()) : 0;
        units += count - static_cast<std::size_t>(missing);
        require_units(units);
        take(cells);
      }
      i += run.size();
    }
  });
}

MassColumn by_counters(const Scores& values, const Grid& grid) {
  const auto cells = static_cast<std::size_t>(grid.cells());
  std::vector<std::uint32_t> counts(cells + 1);
  each_placed(values, grid, [&](std::span<const std::uint64_t> placed) {
    for (const std::uint64_t cell : placed) {
      ++counts[cell];
    }
  });
  counts.pop_back();
  const std::size_t some =
      cells - static_cast<std::size_t>(std::ranges::count(counts, std::uint32_t{0}));
  MassColumn column;
  column.cells.reserve(some);
  column.masses.reserve(some);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (counts[cell] != 0) {
      column.cells.push_back(cell);
      column.masses.push_back(counts[cell]);
    }
  }
  return column;
}

/// Sorts by digits of eight bits, from the lowest; a digit that all have in common is passed over.
void sort_cells(std::vector<std::uint64_t>& cells) {
  constexpr unsigned digit_bits = 8;
  constexpr std::size_t digits = std::size_t{1} << digit_bits;
  constexpr std::size_t few = 4096;
  if (cells.size() < few) {
    std::ranges::sort(cells);
    return;
  }
  std::vector<std::uint64_t> other(cells.size());
  const std::uint64_t highest = std::ranges::max(cells);
  for (unsigned shift = 0; highest >> shift != 0; shift += digit_bits) {
    const auto digit = [&](std::uint64_t cell) {
      return static_cast<std::size_t>(cell >> shift) & (digits - 1);
    };
    std::array<std::size_t, digits> starts{};
    for (const std::uint64_t cell : cells) {
      ++starts[digit(cell)];
    }
    if (starts[digit(cells.front())] == cells.size()) {
      continue;
    }
    std::size_t sum = 0;
    for (std::size_t& start : starts) {
      sum += start;
      start = sum - start;
    }
    for (const std::uint64_t cell : cells) {
      other[starts[digit(cell)]++] = cell;
    }
    cells.swap(other);
  }
}

MassColumn by_sorting(const Scores& values, const Grid& grid) {
  std::vector<std::uint64_t> all;
  all.reserve(values.size());
  each_placed(values, grid, [&](std::span<const std::uint64_t> placed) {
    for (const std::uint64_t cell : placed) {
      if (cell != grid.cells()) {
        all.push_back(cell);
      }
    }
  });
  sort_cells(all);
  std::size_t some = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    some += i == 0 || all[i] != all[i - 1] ? 1 : 0;
  }
  MassColumn column;
  column.cells.reserve(some);
  column.masses.reserve(some);
  for (auto from = all.begin(); from != all.end();) {
    const auto to =
        std::find_if(from, all.end(), [&](std::uint64_t cell) { return cell != *from; });
    column.cells.push_back(*from);
    column.masses.push_back(static_cast<std::uint64_t>(to - from));
    from = to;
  }
  return column;
}

}  // namespace

MassColumn count_cells(const Scores& values, const Grid& grid) {
  require_sound_arithmetic();
  const bool few_cells =
      grid.cells() <= most_counters && grid.cells() / counters_per_value <= values.size();
  return few_cells ? by_counters(values, grid) : by_sorting(values, grid);
}

}  // namespace discreet
