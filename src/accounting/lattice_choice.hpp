#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "discreet/accounting/cost.hpp"

namespace discreet::detail {

/// How much work a bracket is worth: the closed bounds, one coarse lattice, or as fine a one as is
/// wanted and affordable.
enum class Effort { closed, coarse, full };

/// How many steps the recursion is run for; more are left to the closed bounds.
inline constexpr std::uint64_t most_recursion_steps = 1000;

/// The lattice points that one run may visit: some two seconds.
inline constexpr double most_lattice_points = 0x1p24;

/// The cells of a first, coarse run, whose bracket tells how many the real one needs. The curve of a
/// few steps has sharper bends, and costs little.
inline std::uint32_t first_cells(std::uint64_t k) { return k <= 30 ? 64 : 16; }

/// The greatest number of cells within the limit of points; 0 if even the coarse run is too long.
inline std::uint32_t affordable_cells(double eta, std::uint64_t k, double cut) {
  const auto steps = static_cast<double>(k);
  const double spans = std::min(steps, cut / eta + 1);
  const double cells = std::min(most_lattice_points / (steps * spans), 4096.0);
  return cells < first_cells(k) ? 0 : static_cast<std::uint32_t>(cells);
}

/// The number of cells that narrows a bracket of the first run to five parts in ten thousand
/// (one in a hundred beyond a hundred steps), as it narrows with the square: a power of two, or one and a
/// half, so that a step's last digits do not decide it.
inline std::uint32_t wanted_cells(const Bracket& first, std::uint64_t k, std::uint32_t affordable) {
  const double aim = k <= 100 ? 5e-4 : 1e-2;
  const double gap = first.lower > 0 ? std::log(first.upper / first.lower) : 100.0;
  const double cells = std::min(first_cells(k) * std::sqrt(std::max(gap / aim, 1.0)), 4096.0);
  std::uint32_t wanted = first_cells(k);
  while (wanted < cells) {
    wanted = std::has_single_bit(wanted) ? wanted / 2 * 3 : wanted / 3 * 4;
  }
  return std::min(wanted, affordable);
}

/// With fewer cells than this a Laplace recursion is loose, and whole pairs are composed instead.
inline constexpr std::uint32_t enough_laplace_cells = 16;

/// The number of cells for a Laplace recursion, even; 0 if it would take too long. Few steps need
/// more cells and cost less.
inline std::uint32_t affordable_laplace_cells(double step, std::uint64_t k, double cut) {
  const auto steps = static_cast<double>(k);
  const double spans = std::min(steps, cut / step + 1);
  const double cells = std::min(most_lattice_points / (steps * spans), k <= 50 ? 256.0 : 32.0);
  return cells < 4 ? 0 : static_cast<std::uint32_t>(cells) / 2 * 2;
}

}  // namespace discreet::detail
