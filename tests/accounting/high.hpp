#pragma once

#include <mpfr.h>

#include "numbers/big_interval.hpp"

namespace discreet::testing {

/// A number of 320 bits, rounded to nearest: an evaluation that shares nothing with the enclosures
/// under test but MPFR itself.
class High {
 public:
  // Not explicit: formulas mix it with plain numbers.
  High(double value) { mpfr_set_d(value_.get(), value, MPFR_RNDN); }  // NOLINT(*-explicit-*)

  friend High operator+(const High& x, const High& y) { return with(mpfr_add, x, y); }
  friend High operator-(const High& x, const High& y) { return with(mpfr_sub, x, y); }
  friend High operator*(const High& x, const High& y) { return with(mpfr_mul, x, y); }
  friend High operator/(const High& x, const High& y) { return with(mpfr_div, x, y); }
  friend High operator-(const High& x) { return High{0} - x; }
  friend High exp(const High& x) { return with(mpfr_exp, x); }
  friend High log(const High& x) { return with(mpfr_log, x); }
  friend High tanh(const High& x) { return with(mpfr_tanh, x); }
  friend High pow(const High& x, const High& y) { return with(mpfr_pow, x, y); }
  friend bool operator<(const High& x, const High& y) {
    return mpfr_less_p(x.value_.get(), y.value_.get()) != 0;
  }
  friend bool operator>(const High& x, const High& y) { return y < x; }
  friend bool operator<=(const High& x, const High& y) { return !(y < x); }
  friend bool operator>=(const High& x, const High& y) { return !(x < y); }
  friend High max(const High& x, const High& y) { return x < y ? y : x; }

  [[nodiscard]] double nearest() const { return mpfr_get_d(value_.get(), MPFR_RNDN); }
  [[nodiscard]] double below() const { return mpfr_get_d(value_.get(), MPFR_RNDD); }
  [[nodiscard]] double above() const { return mpfr_get_d(value_.get(), MPFR_RNDU); }

 private:
  using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
  using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

  static High with(Unary f, const High& x) {
    High out{0};
    f(out.value_.get(), x.value_.get(), MPFR_RNDN);
    return out;
  }
  static High with(Binary f, const High& x, const High& y) {
    High out{0};
    f(out.value_.get(), x.value_.get(), y.value_.get(), MPFR_RNDN);
    return out;
  }

  BigFloat value_{320};
};

}  // namespace discreet::testing
