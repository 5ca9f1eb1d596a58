#include <algorithm>
#include <cmath>
#include <utility>

#include "discreet/error.hpp"
#include "discreet/mechanisms/quantiles.hpp"

namespace discreet {
namespace {

// In lowest terms, as GMP expects it; a caller's fraction need not be.
Fraction canonical_fraction(Fraction value) {
  require(value.get_den() != 0, bad_parameter, "a fraction must have a denominator");
  value.canonicalize();
  return value;
}

mpz_class whole_below(const Fraction& value) {
  mpz_class out;
  mpz_fdiv_q(out.get_mpz_t(), value.get_num_mpz_t(), value.get_den_mpz_t());
  return out;
}

// long may have 32 bits, so that 64 leave GMP as their bytes.
std::uint64_t cell_number(const mpz_class& value) {
  std::uint64_t out = 0;
  mpz_export(&out, nullptr, 1, sizeof out, 0, 0, value.get_mpz_t());
  return out;
}

}  // namespace

Grid make_grid(const Fraction& lower, const Fraction& upper, const Fraction& step) {
  Fraction low = canonical_fraction(lower);
  Fraction high = canonical_fraction(upper);
  Fraction width = canonical_fraction(step);
  require(low < high, bad_parameter, "the lower bound must be below the upper bound");
  require(width > 0, bad_parameter, "a step must be above 0");
  const Fraction steps = (high - low) / width;
  require(steps.get_den() == 1, bad_parameter,
          "the upper bound must be a whole number of steps above the lower bound");
  require(steps < exact_fraction(Grid::most_cells), bad_parameter,
          "a grid must have at most 2^40 cells");
  const std::uint64_t cells = cell_number(steps.get_num()) + 1;
  return {std::move(low), std::move(high), std::move(width), cells};
}

Fraction Grid::value(std::uint64_t cell) const {
  require(cell < cells_, bad_parameter, "a cell must be one of the grid's");
  return lower_ + step_ * exact_fraction(cell);
}

std::uint64_t Grid::cell(const Fraction& value) const {
  const Fraction exact = canonical_fraction(value);
  // What is outside may be far outside: only what is inside fits 64 bits.
  if (exact <= lower_) {
    return 0;
  }
  if (exact >= upper_) {
    return cells_ - 1;
  }
  return cell_number(whole_below((exact - lower_) / step_ + Fraction{1, 2}));
}

std::uint64_t Grid::cell(double value) const {
  require(!std::isnan(value), bad_parameter, "a value must not be NaN");
  if (std::isinf(value)) {
    return value < 0 ? 0 : cells_ - 1;
  }
  return cell(exact_fraction(value));
}

std::uint64_t weight_of(UnitMass unit) {
  switch (unit) {
    case UnitMass::one:
      return 1;
    case UnitMass::shared:
      return shares_per_unit;
  }
  throw Error{bad_parameter, "must specify what a unit weighs"};
}

bool MassDomain::member(const MassColumn& column) const {
  try {
    detail::require_column(column, grid_.cells(), unit_);
    return true;
  } catch (const Error& error) {
    return error.kind() == outside_domain ? false : throw;
  }
}

void detail::require_column(const MassColumn& column, std::uint64_t cells, UnitMass unit) {
  require(column.cells.size() == column.masses.size(), outside_domain,
          "a column must have a mass for each of its cells");
  require(column.cells.empty() || column.cells.back() < cells, outside_domain,
          "the cells of a column must be the grid's");
  require(
      std::ranges::adjacent_find(column.cells, std::ranges::greater_equal{}) == column.cells.end(),
      outside_domain, "the cells of a column must be strictly rising");
  const std::uint64_t most = most_units * weight_of(unit) - 1;
  std::uint64_t left = most;
  for (const std::uint64_t mass : column.masses) {
    require(mass > 0, outside_domain, "the masses of a column must be above zero");
    require(mass <= left, outside_domain, "a column must have fewer than 2^31 units");
    left -= mass;
  }
}

}  // namespace discreet
