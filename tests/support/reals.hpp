#pragma once

#include <mpfr.h>

#include "discreet/numbers/fraction.hpp"
#include "numbers/big_interval.hpp"
#include "numbers/interval.hpp"

namespace discreet::testing {

/// A fraction as a computable real.
struct RationalReal {
  Fraction value;

  [[nodiscard]] Interval quick() const { return enclosing_doubles(value); }
  [[nodiscard]] BigInterval enclose(mpfr_prec_t precision) const {
    return BigInterval::of(value, precision);
  }
};

/// The same real without the help of a filter: every comparison takes the exact path.
template <class Real>
struct Unfiltered {
  Real real;

  [[nodiscard]] Interval quick() const { return Interval::everything(); }
  [[nodiscard]] BigInterval enclose(mpfr_prec_t precision) { return real.enclose(precision); }
};

/// The same real, enclosed generously and never tightly at its ends, so that dyadic values stay
/// straddled.
template <class Real>
struct Blurred {
  Real real;

  [[nodiscard]] Interval quick() const { return Interval::everything(); }
  [[nodiscard]] BigInterval enclose(mpfr_prec_t precision) {
    BigInterval x = real.enclose(precision);
    mpfr_nextbelow(x.lo.get());
    mpfr_nextabove(x.hi.get());
    return x;
  }
};

}  // namespace discreet::testing
