#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <gtest/gtest.h>
#include <mpfr.h>

#include "discreet/numbers/number.hpp"
#include "numbers/big_interval.hpp"
#include "numbers/interval.hpp"

namespace discreet::testing {

/// A number of 512 bits, rounded to nearest by MPFR alone: an evaluation that shares no formula, no
/// fraction and no interval with the enclosures it judges.
class Oracle {
 public:
  // Not explicit: formulas mix it with plain numbers.
  Oracle(double value) { mpfr_set_d(value_.get(), value, MPFR_RNDN); }  // NOLINT(*-explicit-*)

  static Oracle of(std::uint64_t value) {
    Oracle out{0.0};
    mpfr_set_uj(out.value_.get(), value, MPFR_RNDN);
    return out;
  }

  static Oracle copy(const BigFloat& value) {
    Oracle out{0.0};
    mpfr_set(out.value_.get(), value.get(), MPFR_RNDN);
    return out;
  }

  /// |a − b| without rounding, whatever the numbers are, over the scale.
  template <Number T>
  static Oracle gap(T a, T b, double scale) {
    constexpr mpfr_prec_t every_double = 2200;  // from 2^-1074 to 2^1024, and a carry
    BigFloat left{every_double};
    BigFloat right{every_double};
    set(left, a);
    set(right, b);
    mpfr_sub(left.get(), left.get(), right.get(), MPFR_RNDN);
    mpfr_abs(left.get(), left.get(), MPFR_RNDN);
    Oracle out{0.0};
    mpfr_div_d(out.value_.get(), left.get(), scale, MPFR_RNDN);
    return out;
  }

  friend Oracle operator+(const Oracle& x, const Oracle& y) { return with(mpfr_add, x, y); }
  friend Oracle operator-(const Oracle& x, const Oracle& y) { return with(mpfr_sub, x, y); }
  friend Oracle operator*(const Oracle& x, const Oracle& y) { return with(mpfr_mul, x, y); }
  friend Oracle operator/(const Oracle& x, const Oracle& y) { return with(mpfr_div, x, y); }
  friend Oracle operator-(const Oracle& x) { return with(mpfr_neg, x); }
  friend Oracle exp(const Oracle& x) { return with(mpfr_exp, x); }
  friend Oracle expm1(const Oracle& x) { return with(mpfr_expm1, x); }
  friend Oracle log(const Oracle& x) { return with(mpfr_log, x); }
  friend Oracle log1p(const Oracle& x) { return with(mpfr_log1p, x); }
  friend Oracle tanh(const Oracle& x) { return with(mpfr_tanh, x); }
  friend Oracle pow(const Oracle& x, const Oracle& y) { return with(mpfr_pow, x, y); }
  friend bool operator<=(const Oracle& x, const Oracle& y) {
    return mpfr_lessequal_p(x.value_.get(), y.value_.get()) != 0;
  }
  friend bool operator<(const Oracle& x, const Oracle& y) {
    return mpfr_less_p(x.value_.get(), y.value_.get()) != 0;
  }
  friend bool operator>=(const Oracle& x, const Oracle& y) { return y <= x; }
  friend bool operator>(const Oracle& x, const Oracle& y) { return y < x; }
  friend Oracle max(const Oracle& x, const Oracle& y) { return x < y ? y : x; }

  [[nodiscard]] bool is_infinite() const { return mpfr_inf_p(value_.get()) != 0; }
  [[nodiscard]] bool is_zero() const { return mpfr_zero_p(value_.get()) != 0; }
  [[nodiscard]] mpfr_srcptr get() const { return value_.get(); }
  [[nodiscard]] double nearest() const { return mpfr_get_d(value_.get(), MPFR_RNDN); }
  [[nodiscard]] double below() const { return mpfr_get_d(value_.get(), MPFR_RNDD); }
  [[nodiscard]] double above() const { return mpfr_get_d(value_.get(), MPFR_RNDU); }

  /// This times 2^−bits, and never less than 2^−1000000, below which an enclosure need not shrink.
  [[nodiscard]] Oracle times_two_to_minus(unsigned long bits) const {
    Oracle least{1.0};
    mpfr_div_2ui(least.value_.get(), least.value_.get(), 1'000'000, MPFR_RNDU);
    Oracle out{0.0};
    mpfr_abs(out.value_.get(), value_.get(), MPFR_RNDN);
    mpfr_div_2ui(out.value_.get(), out.value_.get(), bits, MPFR_RNDU);
    return out + least;
  }

 private:
  using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
  using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

  template <Number T>
  static void set(BigFloat& out, T value) {
    if constexpr (Float<T>) {
      mpfr_set_d(out.get(), static_cast<double>(value), MPFR_RNDN);
    } else if constexpr (std::is_signed_v<T>) {
      mpfr_set_sj(out.get(), value, MPFR_RNDN);
    } else {
      mpfr_set_uj(out.get(), value, MPFR_RNDN);
    }
  }
  static Oracle with(Unary f, const Oracle& x) {
    Oracle out{0.0};
    f(out.value_.get(), x.value_.get(), MPFR_RNDN);
    return out;
  }
  static Oracle with(Binary f, const Oracle& x, const Oracle& y) {
    Oracle out{0.0};
    f(out.value_.get(), x.value_.get(), y.value_.get(), MPFR_RNDN);
    return out;
  }

  BigFloat value_{512};
};

/// Whether the interval contains the real that the oracle knows to within `error`.
inline bool contains(const Interval& x, const Oracle& real, const Oracle& error) {
  if (real.is_infinite()) {  // past MPFR's numbers, so past the doubles
    return x.hi == std::numeric_limits<double>::infinity();
  }
  return Oracle{x.lo} <= real + error && real - error <= Oracle{x.hi};
}

/// Whether a computable real is what the oracle says: quick() contains it, enclose(400) contains it
/// and is narrow, and quick() contains enclose(400), all to within a rounding error of the oracle at `size`, the greatest
/// number that the formula adds or subtracts. Doubles are 2^−53 apart, so that error hides no mistake.
template <class Real>
::testing::AssertionResult is_enclosed(Real&& real, const Oracle& value, const Oracle& size) {
  const Oracle error = size.times_two_to_minus(440);
  const Oracle little = size.times_two_to_minus(200);
  const Interval quick = real.quick();
  if (!(quick.lo <= quick.hi) || !contains(quick, value, error)) {
    return ::testing::AssertionFailure()
           << "quick() is [" << quick.lo << ", " << quick.hi << "] for " << value.nearest();
  }
  if (value.is_infinite()) {
    return ::testing::AssertionSuccess();
  }
  const BigInterval exact = real.enclose(400);
  const auto at_most = [](const BigFloat& end, const Oracle& y) {
    return mpfr_lessequal_p(end.get(), y.get()) != 0;
  };
  const auto at_least = [](const BigFloat& end, const Oracle& y) {
    return mpfr_greaterequal_p(end.get(), y.get()) != 0;
  };
  if (!at_most(exact.lo, value + error) || !at_least(exact.hi, value - error)) {
    return ::testing::AssertionFailure() << "enclose() misses " << value.nearest();
  }
  if (!at_least(exact.lo, value - little) || !at_most(exact.hi, value + little)) {
    return ::testing::AssertionFailure() << "enclose() is wide around " << value.nearest();
  }
  if (!at_least(exact.lo, Oracle{quick.lo} - little) ||
      !at_most(exact.hi, Oracle{quick.hi} + little)) {
    return ::testing::AssertionFailure() << "quick() does not contain enclose()";
  }
  return ::testing::AssertionSuccess();
}

}  // namespace discreet::testing
