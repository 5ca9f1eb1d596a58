#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "numbers/interval.hpp"

namespace discreet {

/// How far an end of exp_enclosure lies from exp_core's value, relatively: rounding, remainder and
/// the widening product together. tests/numbers/exp_enclosure_core_test.cpp re-derives it.
inline constexpr double exp_slack = 0x1p-51;

/// The relative width of exp_enclosure(x) for |x| ≤ 708, re-derived by the same test.
inline constexpr double exp_width = 0x1p-49;

// The parts of exp_slack. tools/exp_proof.py proves the first three with Gappa
// (proofs/numbers/exp_enclosure.gappa), tests/numbers/exp_enclosure_core_test.cpp the fourth with MPFR.
inline constexpr double exp_reduced_range = 0x1.63p-2;      // |r|
inline constexpr double exp_reduction_error = 0x1.01p-54;   // |r − (x − k ln 2)|
inline constexpr double exp_evaluation_error = 0x1.58p-53;  // of the polynomial at r, relative
inline constexpr double exp_remainder = 0x1.3p-58;          // |P(r) e^−r − 1|

/// The arguments exp_core accepts; e^x is below the least double, or past the greatest, outside.
inline constexpr double exp_core_least = -746;
inline constexpr double exp_core_greatest = 710;

namespace detail {

inline constexpr double exp_inv_ln2 = 0x1.71547652b82fep0;
// The high part has 11 trailing zeros to spare, so that its product with k is exact.
inline constexpr double exp_ln2_high = 0x1.62e42fefa4p-1;
inline constexpr double exp_ln2_low = -0x1.8432a1b0e2634p-43;
// Adding it rounds to an integer and leaves that integer in the low bits.
inline constexpr double exp_shifter = 0x1.8p52;

// Found with Sollya's fpminimax(exp(x), 11, …, relative, 1 + x); proved without it.
inline constexpr double exp_c2 = 0x1.000000000000ap-1;
inline constexpr double exp_c3 = 0x1.55555555554fep-3;
inline constexpr double exp_c4 = 0x1.55555555506b4p-5;
inline constexpr double exp_c5 = 0x1.1111111126b32p-7;
inline constexpr double exp_c6 = 0x1.6c16c18479ce6p-10;
inline constexpr double exp_c7 = 0x1.a01a012ff4659p-13;
inline constexpr double exp_c8 = 0x1.a01999558710fp-16;
inline constexpr double exp_c9 = 0x1.71df18d48c5e4p-19;
inline constexpr double exp_c10 = 0x1.28ae06e40b726p-22;
inline constexpr double exp_c11 = 0x1.ad932d54e89d9p-26;

}  // namespace detail

/// The shifter plus the integer nearest to x / ln 2, for a double or a vector of doubles.
template <class V>
constexpr V exp_shifted(V x) noexcept {
  using namespace detail;
  const V t = x * exp_inv_ln2;
  return t + exp_shifter;
}

/// The reduced argument x − k ln 2, for a double or a vector of doubles.
template <class V>
constexpr V exp_reduced(V x, V shifted) noexcept {
  using namespace detail;
  const V k = shifted - exp_shifter;
  const V a = k * exp_ln2_high;
  const V b = x - a;
  const V c = k * exp_ln2_low;
  return b - c;
}

/// The polynomial near e^r on |r| ≤ exp_reduced_range, for a double or a vector of doubles.
///
/// Law       1 + r + c₂r² + … + c₁₁r¹¹ in this order of plain products and sums, so that every
///           vector width gives the same bits.
template <class V>
constexpr V exp_polynomial(V r) noexcept {
  using namespace detail;
  // Pairs, then pairs of pairs: half the latency of Horner's rule for two more products.
  const V r2 = r * r;
  const V r4 = r2 * r2;
  const V q0 = (r * exp_c3 + exp_c2) + r2 * (r * exp_c5 + exp_c4);
  const V q1 = (r * exp_c7 + exp_c6) + r2 * (r * exp_c9 + exp_c8);
  const V q2 = r * exp_c11 + exp_c10;
  const V q = q0 + r4 * (q1 + r4 * q2);
  return (r + r2 * q) + 1.0;
}

/// e^x is about value · 2^exponent.
struct ExpCore {
  double value;
  std::int64_t exponent;
};

/// Splits e^x into a value near 1 and a power of two.
///
/// Law       |value · 2^exponent / e^x − 1| ≤ exp_slack − 2^−53.
/// Requires  exp_core_least ≤ x ≤ exp_core_greatest; round-to-nearest, contraction off.
/// Cost      about thirty flops, no branch.
/// Proof     proofs/numbers/exp_enclosure.md
constexpr ExpCore exp_core(double x) noexcept {
  const double shifted = exp_shifted(x);
  const double value = exp_polynomial(exp_reduced(x, shifted));
  const auto exponent =
      std::bit_cast<std::int64_t>(shifted) - std::bit_cast<std::int64_t>(detail::exp_shifter);
  return {value, exponent};
}

namespace detail {

/// 2^k by its bit pattern.
///
/// Requires  −1022 ≤ k ≤ 1023.
constexpr double power_of_two(std::int64_t k) noexcept {
  return std::bit_cast<double>((k + 1023) << 52);
}

/// The part of exp_enclosure whose results may leave the normal range.
constexpr Interval exp_enclosure_far(double x) noexcept {
  if (x != x) {
    return {0, std::numeric_limits<double>::infinity()};
  }
  const ExpCore core = exp_core(std::clamp(x, exp_core_least, exp_core_greatest));
  const auto half = core.exponent / 2;
  const double first = power_of_two(half);
  const double second = power_of_two(core.exponent - half);
  // The first product is exact, the second rounds only below the normal range, where one more
  // step of the smallest double makes up for it; a lower end that overflows is past the largest.
  constexpr double step = std::numeric_limits<double>::denorm_min();
  const double lo = core.value * (1 - exp_slack) * first * second;
  const double hi = core.value * (1 + exp_slack) * first * second;
  return {std::max(std::min(lo, std::numeric_limits<double>::max()) - step, 0.0), hi + step};
}

}  // namespace detail

/// An interval that contains e^x, for a filter: narrow, fast, and free of the platform's libm.
///
/// Law       lo ≤ e^x ≤ hi, with e^−∞ = 0 and e^+∞ = +∞. For |x| ≤ 708 the relative width is at
///           most exp_width; beyond, each end may be one smallest double wider, lo is never below
///           0, and past the largest double hi is +∞. Of a NaN nothing is known: [0, +∞].
/// Requires  round-to-nearest, subnormals not flushed.
/// Cost      about thirty flops, one predictable branch.
/// Proof     proofs/numbers/exp_enclosure.md
constexpr Interval exp_enclosure(double x) noexcept {
  if (x >= -708 && x <= 708) [[likely]] {
    const ExpCore core = exp_core(x);
    const double scale = detail::power_of_two(core.exponent);
    return {core.value * (1 - exp_slack) * scale, core.value * (1 + exp_slack) * scale};
  }
  return detail::exp_enclosure_far(x);
}

/// An interval that contains e^t for every t in x.
///
/// Law       from exp_enclosure(x.lo).lo to exp_enclosure(x.hi).hi, since e^t is increasing.
/// Requires  x an Interval as its type demands.
/// Cost      twice the point's.
/// Proof     proofs/numbers/exp_enclosure.md
constexpr Interval exp_enclosure(Interval x) noexcept {
  return {exp_enclosure(x.lo).lo, exp_enclosure(x.hi).hi};
}

}  // namespace discreet
