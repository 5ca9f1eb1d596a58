#pragma once

#include <mpfr.h>

#include "discreet/numbers/big_interval.hpp"
#include "discreet/numbers/fraction.hpp"
#include "discreet/numbers/interval.hpp"

namespace discreet {

/// The exponential distribution: density e^-z / scale at shift + scale * z, z >= 0; its upper
/// quantile at u is shift - scale * ln u.
///
/// Requires  scale > 0.
/// Throws    Error{bad_parameter} if not.
/// Proof     proofs/samplers/psrn.md
class ExponentialRV {
 public:
  static constexpr bool rises_with_u = false;

  ExponentialRV(Fraction shift, Fraction scale);

  [[nodiscard]] const Fraction& shift() const noexcept { return shift_; }
  [[nodiscard]] const Fraction& scale() const noexcept { return scale_; }

  friend bool operator==(const ExponentialRV&, const ExponentialRV&) = default;

  /// Contains, for every v in the interval, the u at which this upper quantile equals the other's
  /// at v.
  [[nodiscard]] BigInterval threshold(const ExponentialRV& other, const BigInterval& v,
                                      mpfr_prec_t precision) const;

  /// The same in doubles; [0, +∞], which says nothing, where the scales differ.
  [[nodiscard]] Interval quick_threshold(const ExponentialRV& other, Interval v) const;

 private:
  Fraction shift_;
  Fraction scale_;
};

}  // namespace discreet
