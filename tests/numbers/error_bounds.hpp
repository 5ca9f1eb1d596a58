#pragma once

#include "discreet/numbers/fraction.hpp"
#include "numbers/interval.hpp"

namespace discreet {

/// The greatest relative error of one rounding to nearest.
inline const Fraction half_ulp = exact_fraction(0x1p-53);

/// A double not below the fraction.
inline double rounded_up(const Fraction& value) { return next_up(value.get_d()); }

}  // namespace discreet
