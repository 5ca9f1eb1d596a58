#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "discreet/error.hpp"
#include "discreet/numbers/number.hpp"

namespace discreet {

/// Throws unless float and double arithmetic of the calling thread is what every proof stands on:
/// rounded to nearest, ties to even, with subnormal numbers neither flushed nor read as zero, and
/// with no exception unmasked, under which a process would live or die by the scores.
///
/// Throws    Error{unsound_thread} if it is not, or if MPFR's range of exponents was narrowed in this thread.
/// Cost      some nanoseconds: the masks are read, the rest is actual arithmetic; the thread's settings
///           are not touched.
/// Proof     proofs/numbers/sound_arithmetic.md
void require_sound_arithmetic();

namespace detail {
// Compiled with the library's own flags, out of reach of a caller's -ffast-math.
float add_up(float a, float b);
double add_up(double a, double b);
float add_down(float a, float b);
double add_down(double a, double b);
}  // namespace detail

/// The smallest value of T that is not below a + b.
///
/// Requires  no NaN; not inf + -inf; an integer sum in T.
/// Throws    Error{bad_distance} if an operand or the integer sum is not so. A float sum above the
///           largest finite value is +inf, one below the least finite value is that value.
///           Error{unsound_thread} for floats where the thread's arithmetic is not sound.
/// Cost      a few additions. A result of zero is +0.0.
/// Proof     proofs/numbers/inf_add.md
template <Number T>
[[nodiscard]] T inf_add(T a, T b) {
  if constexpr (Float<T>) {
    return detail::add_up(a, b);
  } else {
    T sum{};
    require(!__builtin_add_overflow(a, b, &sum), bad_distance, "an integer sum must fit its type");
    return sum;
  }
}

/// The greatest value of T that is not above a + b: inf_add in the mirror.
template <Number T>
[[nodiscard]] T neg_inf_add(T a, T b) {
  if constexpr (Float<T>) {
    return detail::add_down(a, b);
  } else {
    return inf_add(a, b);  // exact
  }
}

/// The smallest value of T that is not below a - b.
///
/// Requires  no NaN; not inf - inf; an integer difference in T.
/// Throws    Error{bad_distance} if an operand or the integer difference is not so. A float
///           difference above the largest finite value is +inf, one below the least finite value is
///           that value.
///           Error{unsound_thread} for floats where the thread's arithmetic is not sound.
/// Cost      a few additions. A result of zero is +0.0.
/// Proof     proofs/numbers/inf_sub.md
template <Number T>
[[nodiscard]] T inf_sub(T a, T b) {
  if constexpr (Float<T>) {
    return inf_add(a, -b);
  } else {
    T difference{};
    require(!__builtin_sub_overflow(a, b, &difference), bad_distance,
            "an integer difference must fit its type");
    return difference;
  }
}

/// The greatest value of T that is not above a - b: inf_sub in the mirror.
template <Number T>
[[nodiscard]] T neg_inf_sub(T a, T b) {
  if constexpr (Float<T>) {
    return neg_inf_add(a, -b);
  } else {
    return inf_sub(a, b);  // exact
  }
}

namespace detail {
// Compiled with the library's own flags, out of reach of a caller's -ffast-math.
float mul_up(float a, float b);
double mul_up(double a, double b);
float mul_down(float a, float b);
double mul_down(double a, double b);
}  // namespace detail

/// The smallest value of T that is not below a * b.
///
/// Requires  no NaN; not 0 * inf; an integer product in T.
/// Throws    Error{bad_distance} if an operand or the integer product is not so. A float product
///           above the largest finite value is +inf, one below the least is that value.
///           Error{unsound_thread} for floats where the thread's arithmetic is not sound.
/// Cost      some twenty operations; MPFR where bits could be lost. A result of zero is +0.0.
/// Proof     proofs/numbers/inf_mul.md
template <Number T>
[[nodiscard]] T inf_mul(T a, T b) {
  if constexpr (Float<T>) {
    return detail::mul_up(a, b);
  } else {
    T product{};
    require(!__builtin_mul_overflow(a, b, &product), bad_distance,
            "an integer product must fit its type");
    return product;
  }
}

/// The greatest value of T that is not above a * b: inf_mul in the mirror.
template <Number T>
[[nodiscard]] T neg_inf_mul(T a, T b) {
  if constexpr (Float<T>) {
    return detail::mul_down(a, b);
  } else {
    return inf_mul(a, b);  // exact
  }
}

namespace detail {
// Compiled with the library's own flags, out of reach of a caller's -ffast-math.
float div_up(float a, float b);
double div_up(double a, double b);
float div_down(float a, float b);
double div_down(double a, double b);

template <Integer T>
T quotient(T a, T b) {
  require(b != 0, bad_distance, "an integer must not be divided by zero");
  if constexpr (std::numeric_limits<T>::is_signed) {
    require(a != std::numeric_limits<T>::min() || b != T{-1}, bad_distance,
            "an integer quotient must fit its type");
  }
  return static_cast<T>(a / b);
}
}  // namespace detail

/// The smallest value of T that is not below a / b; for integers, the quotient rounded up.
///
/// Requires  no NaN; neither 0 / 0 nor inf / inf; for integers a divisor other than zero and a
///           quotient in T.
/// Throws    Error{bad_distance} if not. A float zero of either sign stands for the limit from
///           above, so that 1 / 0 is +inf and -1 / 0 is -inf. A quotient above the largest finite
///           value is +inf, one below the least finite value is that value.
///           Error{unsound_thread} for floats where the thread's arithmetic is not sound.
/// Cost      some twenty operations; MPFR where bits could be lost. A result of zero is +0.0.
/// Proof     proofs/numbers/inf_div.md
template <Number T>
[[nodiscard]] T inf_div(T a, T b) {
  if constexpr (Float<T>) {
    return detail::div_up(a, b);
  } else {
    const T towards_zero = detail::quotient(a, b);
    const bool below = a % b != 0 && (a < 0) == (b < 0);
    return static_cast<T>(towards_zero + (below ? 1 : 0));
  }
}

/// The greatest value of T that is not above a / b: inf_div in the mirror.
template <Number T>
[[nodiscard]] T neg_inf_div(T a, T b) {
  if constexpr (Float<T>) {
    return detail::div_down(a, b);
  } else {
    const T towards_zero = detail::quotient(a, b);
    const bool above = a % b != 0 && (a < 0) != (b < 0);
    return static_cast<T>(towards_zero - (above ? 1 : 0));
  }
}

namespace detail {
float exp_up(float x);
double exp_up(double x);
float exp_down(float x);
double exp_down(double x);
}  // namespace detail

/// The smallest value of T that is not below e^x; e^-inf is 0.
///
/// Requires  an operand that is not NaN.
/// Throws    Error{bad_distance} if it is. Above the largest finite value the result is +inf.
///           Error{unsound_thread} for floats where the thread's arithmetic is not sound.
/// Cost      one exponential in MPFR.
/// Proof     proofs/numbers/inf_exp.md
template <Float T>
[[nodiscard]] T inf_exp(T x) {
  return detail::exp_up(x);
}

/// The greatest value of T that is not above e^x; the largest finite value where that is exceeded.
template <Float T>
[[nodiscard]] T neg_inf_exp(T x) {
  return detail::exp_down(x);
}

namespace detail {
enum class Toward { up, down };

/// Holds every integer type of the library, with room to step past either end.
using Wide = __int128_t;

// Compiled with the library's own flags, out of reach of a caller's -ffast-math.
Wide whole_from_float(double from, Toward toward);
void float_from_float(double from, Toward toward, float& to);
void float_from_float(double from, Toward toward, double& to);
void float_from_integer(bool negative, std::uint64_t magnitude, Toward toward, float& to);
void float_from_integer(bool negative, std::uint64_t magnitude, Toward toward, double& to);

template <Number To, Number From>
To cast(From from, Toward toward) {
  if constexpr (Integer<To>) {
    Wide whole{};
    if constexpr (Integer<From>) {
      whole = from;
    } else {
      whole = whole_from_float(static_cast<double>(from), toward);
    }
    require(whole >= std::numeric_limits<To>::min() && whole <= std::numeric_limits<To>::max(),
            bad_distance, "a value cast to an integer must be in its range");
    return static_cast<To>(whole);
  } else if constexpr (Integer<From>) {
    const auto bits = static_cast<std::uint64_t>(from);
    const bool negative = std::is_signed_v<From> && from < 0;
    To to{};
    float_from_integer(negative, negative ? -bits : bits, toward, to);
    return to;
  } else {
    To to{};
    float_from_float(static_cast<double>(from), toward, to);
    return to;
  }
}
}  // namespace detail

/// The smallest value of To that is not below `from`: rounded up, never to nearest.
///
/// Requires  a value that is not NaN; for an integer To, one that rounds up into its range.
/// Throws    Error{bad_distance} if not. A float To has +inf for what is above its largest finite
///           value, and its least finite value for a finite number below that.
///           Error{unsound_thread} for floats where the thread's arithmetic is not sound.
/// Cost      a few operations. No integer passes through a float type. A result of zero is +0.0.
/// Proof     proofs/numbers/inf_cast.md
template <Number To, Number From>
[[nodiscard]] To inf_cast(From from) {
  return detail::cast<To>(from, detail::Toward::up);
}

/// The greatest value of To that is not above `from`: inf_cast in the mirror.
template <Number To, Number From>
[[nodiscard]] To neg_inf_cast(From from) {
  return detail::cast<To>(from, detail::Toward::down);
}

}  // namespace discreet
