#include "discreet/numbers/enclosing_doubles.hpp"

#include <mpfr.h>

namespace discreet {

Interval enclosing_doubles(const BigInterval& x) {
  return {mpfr_get_d(x.lo.get(), MPFR_RNDD), mpfr_get_d(x.hi.get(), MPFR_RNDU)};
}

Interval enclosing_doubles(const Fraction& x) {
  // Doubles have at most 53 significant bits, so rounding to 53 first cannot pass one by.
  return enclosing_doubles(BigInterval::of(x, 53));
}

}  // namespace discreet
