#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "discreet/numbers/number.hpp"

namespace discreet {

/// The least value of T above x, subnormals included; +∞ stays.
///
/// Requires  x not NaN.
/// Cost      a few integer instructions, no branch, no libm.
/// Proof     proofs/numbers/interval.md
template <Float T>
constexpr T next_up(T x) noexcept {
  using Bits = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
  using Pattern = std::make_unsigned_t<Bits>;
  // Adding 0 makes −0 into +0; then bit patterns count away from zero on either side.
  const auto bits = std::bit_cast<Bits>(x + 0);
  const auto step = static_cast<Pattern>((bits >> (8 * sizeof(T) - 1)) | 1);
  const auto above = std::bit_cast<T>(static_cast<Pattern>(bits) + step);
  return x < std::numeric_limits<T>::infinity() ? above : x;
}

/// The greatest value of T below x, subnormals included; −∞ stays.
///
/// Requires  x not NaN.
/// Cost      a few integer instructions, no branch, no libm.
/// Proof     proofs/numbers/interval.md
template <Float T>
constexpr T next_down(T x) noexcept {
  return -next_up(-x);
}

}  // namespace discreet

// The error bounds of the filters count roundings one by one, so an operation that the compiler
// moves, merges or leaves out breaks them without a trace. Our own CMake targets switch such options
// off; this catches compilers that are called by hand and tell what they do.
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || \
    (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "discreet needs IEEE arithmetic: compile without -ffast-math and its parts"
#endif

namespace discreet {

/// A closed set of reals, lo to hi, that is known to contain a quantity.
///
/// Law       an infinite end means unbounded. Every operator below contains every real result for
///           operands from its arguments: each end is rounded, then moved outward by one double.
/// Requires  lo ≤ hi, lo < +∞, hi > −∞, no NaN; every operator keeps this. Round-to-nearest,
///           subnormals not flushed.
/// Cost      a handful of instructions; no libm, no change of the rounding mode.
/// Proof     proofs/numbers/interval.md
struct Interval {
  double lo;
  double hi;

  /// The interval of one double; an infinite x becomes what lies beyond the finite doubles.
  static constexpr Interval point(double x) noexcept {
    constexpr double most = std::numeric_limits<double>::max();
    return {std::min(x, most), std::max(x, -most)};
  }

  /// The whole line: nothing is known.
  static constexpr Interval everything() noexcept {
    return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  }

  [[nodiscard]] constexpr bool contains(double x) const noexcept { return lo <= x && x <= hi; }

  friend constexpr bool operator==(const Interval&, const Interval&) = default;
};

constexpr Interval operator-(Interval a) noexcept { return {-a.hi, -a.lo}; }

constexpr Interval operator+(Interval a, Interval b) noexcept {
  // Neither sum can be ∞ − ∞: a lower end is never +∞, an upper end never −∞.
  return {next_down(a.lo + b.lo), next_up(a.hi + b.hi)};
}

constexpr Interval operator-(Interval a, Interval b) noexcept { return a + -b; }

namespace detail {

/// One product of ends. Zero times an unbounded end is zero: the set holds reals only, and no real
/// times zero is anything else.
constexpr double end_product(double a, double b) noexcept {
  const double product = a * b;
  return product == product ? product : 0.0;
}

}  // namespace detail

// Left to itself g++ compiles products and quotients apart in large units, where a chain of them pays for each call.
[[gnu::always_inline]] constexpr Interval operator*(Interval a, Interval b) noexcept {
  using detail::end_product;
  if (a.lo >= 0 && b.lo >= 0) {
    // The common case, and one where the result must not dip below zero.
    return {std::max(next_down(a.lo * b.lo), 0.0), next_up(end_product(a.hi, b.hi))};
  }
  const double p = end_product(a.lo, b.lo);
  const double q = end_product(a.lo, b.hi);
  const double r = end_product(a.hi, b.lo);
  const double s = end_product(a.hi, b.hi);
  return {next_down(std::min(std::min(p, q), std::min(r, s))),
          next_up(std::max(std::max(p, q), std::max(r, s)))};
}

/// The quotients by a positive interval; everything if b is not known to be positive.
[[gnu::always_inline]] constexpr Interval operator/(Interval a, Interval b) noexcept {
  if (!(b.lo > 0)) {
    return Interval::everything();
  }
  // A quotient has the sign of its numerator, whatever underflows.
  const double lo = a.lo >= 0 ? std::max(next_down(a.lo / b.hi), 0.0) : next_down(a.lo / b.lo);
  const double hi = a.hi <= 0 ? std::min(next_up(a.hi / b.hi), 0.0) : next_up(a.hi / b.lo);
  return {lo, hi};
}

constexpr Interval operator+(Interval a, double b) noexcept { return a + Interval::point(b); }
constexpr Interval operator+(double a, Interval b) noexcept { return Interval::point(a) + b; }
constexpr Interval operator-(Interval a, double b) noexcept { return a - Interval::point(b); }
constexpr Interval operator-(double a, Interval b) noexcept { return Interval::point(a) - b; }
constexpr Interval operator*(Interval a, double b) noexcept { return a * Interval::point(b); }
constexpr Interval operator*(double a, Interval b) noexcept { return Interval::point(a) * b; }
constexpr Interval operator/(Interval a, double b) noexcept { return a / Interval::point(b); }
constexpr Interval operator/(double a, Interval b) noexcept { return Interval::point(a) / b; }

}  // namespace discreet
