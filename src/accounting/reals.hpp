#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "discreet/error.hpp"
#include "discreet/numbers/rounding.hpp"
#include "numbers/big_interval.hpp"

namespace discreet::detail {

/// Turns numbers into narrow enclosures of one precision, so that formulas can be written down as
/// they stand in a proof.
struct Reals {
  mpfr_prec_t precision;

  // Every claim of the room passes here, so this is where the thread's arithmetic is checked.
  explicit Reals(mpfr_prec_t bits) : precision(bits) { require_sound_arithmetic(); }

  [[nodiscard]] BigInterval operator()(double value) const {
    // As BigInterval::of, without a fraction on the way.
    require(std::isfinite(value), bad_parameter, "a number must be finite");
    BigInterval out{precision};
    mpfr_set_d(out.lo.get(), value, MPFR_RNDD);
    mpfr_set_d(out.hi.get(), value, MPFR_RNDU);
    return out;
  }
  [[nodiscard]] BigInterval count(std::uint64_t value) const {
    return BigInterval::of(value, precision);
  }
};

/// The number of binary places by which a positive number is away from one.
inline mpfr_prec_t bits_from_one(double value) { return std::abs(std::ilogb(value)) + 1; }

/// The least double that is not below the enclosed real.
inline double inf_double(const BigInterval& x) {
  require(mpfr_nan_p(x.hi.get()) == 0, bug, "an enclosure must not be NaN");
  return mpfr_get_d(x.hi.get(), MPFR_RNDU);
}

/// The greatest double that is not above the enclosed real.
inline double neg_inf_double(const BigInterval& x) {
  require(mpfr_nan_p(x.lo.get()) == 0, bug, "an enclosure must not be NaN");
  return mpfr_get_d(x.lo.get(), MPFR_RNDD);
}

/// A sum of costs without rounding, until it is read; one infinite cost makes it infinite.
class ExactSum {
 public:
  ExactSum() { require_sound_arithmetic(); }

  void add(double cost) {
    if (std::isinf(cost)) {
      infinite_ = true;
    } else {
      sum_ += exact_fraction(cost);
    }
  }

  /// The least double not below the sum.
  [[nodiscard]] double inf() const {
    return infinite_ ? std::numeric_limits<double>::infinity()
                     : inf_double(BigInterval::of(sum_, 64));
  }

  [[nodiscard]] bool is_infinite() const { return infinite_; }
  [[nodiscard]] const Fraction& value() const { return sum_; }

 private:
  Fraction sum_ = 0;
  bool infinite_ = false;
};

}  // namespace discreet::detail
