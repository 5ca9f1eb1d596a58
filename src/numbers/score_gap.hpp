#pragma once

#include <cstdint>
#include <type_traits>

#include <mpfr.h>

#include "discreet/numbers/number.hpp"
#include "numbers/big_interval.hpp"
#include "numbers/exp_enclosure.hpp"
#include "numbers/interval.hpp"

namespace discreet {

/// The exact distance between two scores in units of the scale: |a - b| / scale, a ComputableReal.
///
/// Requires  finite scores; a finite scale above zero.
/// Cost      quick() is a handful of double operations; no score of any type is rounded before the
///           difference is taken, so neighbouring 64-bit integers stay apart.
/// Proof     proofs/numbers/score_gap.md
template <Number T>
class ScoreGap {
 public:
  ScoreGap(T a, T b, double scale) noexcept
      : larger_(a < b ? b : a), smaller_(a < b ? a : b), scale_(scale) {}

  [[nodiscard]] bool is_zero() const noexcept { return larger_ == smaller_; }

  [[nodiscard]] Interval quick() const noexcept {
    return is_zero() ? Interval{0.0, 0.0} : at_least_zero(difference() / scale_);
  }

  [[nodiscard]] BigInterval enclose(mpfr_prec_t precision) const {
    const BigFloat larger = exactly(larger_);
    const BigFloat smaller = exactly(smaller_);
    BigInterval gap{precision};
    mpfr_sub(gap.lo.get(), larger.get(), smaller.get(), MPFR_RNDD);
    mpfr_sub(gap.hi.get(), larger.get(), smaller.get(), MPFR_RNDU);
    mpfr_div_d(gap.lo.get(), gap.lo.get(), scale_, MPFR_RNDD);
    mpfr_div_d(gap.hi.get(), gap.hi.get(), scale_, MPFR_RNDU);
    return gap;
  }

 private:
  static Interval at_least_zero(Interval x) noexcept { return {x.lo < 0.0 ? 0.0 : x.lo, x.hi}; }

  [[nodiscard]] Interval difference() const noexcept {
    if constexpr (Float<T>) {
      return Interval::point(static_cast<double>(larger_)) -
             Interval::point(static_cast<double>(smaller_));
    } else {
      // Modulo 2^64 the subtraction is exact, whatever the signs.
      return enclosing_doubles(static_cast<std::uint64_t>(larger_) -
                               static_cast<std::uint64_t>(smaller_));
    }
  }

  static BigFloat exactly(T score) {
    BigFloat value{64};
    if constexpr (Float<T>) {
      mpfr_set_d(value.get(), static_cast<double>(score), MPFR_RNDN);
    } else if constexpr (std::is_signed_v<T>) {
      mpfr_set_si(value.get(), static_cast<long>(score), MPFR_RNDN);
    } else {
      mpfr_set_ui(value.get(), static_cast<unsigned long>(score), MPFR_RNDN);
    }
    return value;
  }

  T larger_;
  T smaller_;
  double scale_;
};

/// e^-x for a computable x that is not negative: itself a ComputableReal.
///
/// Proof     proofs/samplers/bernoulli_exp.md
template <ComputableReal Exponent>
class ExpOfMinus {
 public:
  explicit ExpOfMinus(Exponent exponent) : exponent_(exponent) {}

  [[nodiscard]] Interval quick() {
    const Interval x = exponent_.quick();
    if (x.hi == 0.0) {
      return {1.0, 1.0};
    }
    const Interval p = exp_enclosure(-x);
    return {p.lo, p.hi < 1.0 ? p.hi : 1.0};
  }

  [[nodiscard]] BigInterval enclose(mpfr_prec_t precision) {
    return exp(-exponent_.enclose(precision));
  }

  [[nodiscard]] const Exponent& exponent() const noexcept { return exponent_; }

 private:
  Exponent exponent_;
};

}  // namespace discreet
