#include "mechanisms/cell_filter.hpp"

#include <bit>
#include <cstdint>

#include "discreet/numbers/fraction.hpp"

namespace discreet::detail {
namespace {

Fraction two_to_the(unsigned exponent) {
  Fraction out{1};
  mpq_mul_2exp(out.get_mpq_t(), out.get_mpq_t(), exponent);
  return out;
}

bool below_power_of_two(const mpz_class& value, std::size_t exponent) {
  return mpz_sizeinbase(value.get_mpz_t(), 2) <= exponent;
}

/// Requires  a value below 2^61 in magnitude, which a double holds in two halves.
__int128_t narrow_integer(const mpz_class& value) {
  const mpz_class magnitude = abs(value);
  const mpz_class high = magnitude >> 31;
  const mpz_class low = magnitude - (high << 31);
  const __int128_t out = (__int128_t{high.get_ui()} << 31U) + __int128_t{low.get_ui()};
  return value < 0 ? -out : out;
}

/// How many bits the magnitude of a number has.
int width_of(__int128_t value) {
  const auto magnitude = static_cast<unsigned __int128>(value < 0 ? -value : value);
  const auto high = static_cast<std::uint64_t>(magnitude >> 64U);
  return high != 0 ? 64 + static_cast<int>(std::bit_width(high))
                   : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(magnitude)));
}

constexpr int widest = 126;

}  // namespace

CellFilter::CellFilter(const Grid& of) : grid_(&of) {
  const Fraction size = abs(of.lower());
  const Fraction far = two_to_the(900);
  const Fraction doubt =
      (exact_fraction(of.cells()) + 1 + size / of.step()) * exact_fraction(roundings);
  // Within these, neither the lower bound nor the step leaves the range of a double.
  if (size >= far || of.step() >= far || of.step() * far <= 1 || 4 * doubt > 1) {
    return;
  }
  lower = of.lower().get_d();
  inverse = Fraction{1 / of.step()}.get_d();
  last = static_cast<double>(of.cells() - 1);
  sure = 0.5 - doubt.get_d();

  mpz_class common;
  mpz_lcm(common.get_mpz_t(), of.lower().get_den_mpz_t(), of.step().get_den_mpz_t());
  const mpz_class first = of.lower().get_num() * (common / of.lower().get_den());
  const mpz_class step = of.step().get_num() * (common / of.step().get_den());
  narrow_ = below_power_of_two(common, 61) && below_power_of_two(first, 61) &&
            below_power_of_two(step, 61);
  if (narrow_) {
    denominator_ = narrow_integer(common);
    first_ = narrow_integer(first);
    step_ = narrow_integer(step);
  }
}

CellFilter::Answer CellFilter::reaches_half_above(std::int64_t cell, Parts value) const noexcept {
  // value ≥ lower + (cell + 1/2)·step, times twice the denominator.
  Wide left = value.whole * (2 * denominator_);
  Wide right = 2 * first_ + (2 * Wide{cell} + 1) * step_;
  Wide& scaled = value.exponent < 0 ? right : left;
  const int by = value.exponent < 0 ? -value.exponent : value.exponent;
  if (scaled != 0) {
    if (width_of(scaled) + by > widest) {
      return Answer::unsure;
    }
    scaled *= Wide{1} << static_cast<unsigned>(by);
  }
  return left >= right ? Answer::yes : Answer::no;
}

}  // namespace discreet::detail
