#pragma once

#include <mpfr.h>

#include "discreet/entropy/bit_source.hpp"
#include "discreet/entropy/system_bits.hpp"
#include "discreet/numbers/big_interval.hpp"
#include "discreet/numbers/fraction.hpp"
#include "discreet/numbers/interval.hpp"
#include "discreet/samplers/psrn.hpp"

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

/// The Gumbel distribution: density e^(-z - e^-z) / scale at shift + scale * z; its quantile at u
/// is shift - scale * ln(-ln u).
///
/// Requires  scale > 0.
/// Throws    Error{bad_parameter} if not.
/// Proof     proofs/samplers/psrn.md
class GumbelRV {
 public:
  static constexpr bool rises_with_u = true;

  GumbelRV(Fraction shift, Fraction scale);

  [[nodiscard]] const Fraction& shift() const noexcept { return shift_; }
  [[nodiscard]] const Fraction& scale() const noexcept { return scale_; }

  friend bool operator==(const GumbelRV&, const GumbelRV&) = default;

  /// Contains, for every v in the interval, the u at which this quantile equals the other's at v.
  [[nodiscard]] BigInterval threshold(const GumbelRV& other, const BigInterval& v,
                                      mpfr_prec_t precision) const;

  /// The same in doubles; [0, 1], which says nothing, where the scales differ.
  [[nodiscard]] Interval quick_threshold(const GumbelRV& other, Interval v) const;

 private:
  Fraction shift_;
  Fraction scale_;
};

/// A partially sampled exponential variable: ExponentialPSRN<>{ExponentialRV{shift, scale}}, or
/// ExponentialPSRN<Bits>{bits, ExponentialRV{shift, scale}}.
///
/// Law       shift + Exp(scale), compared exactly by greater_than.
/// Proof     proofs/samplers/psrn.md
template <BitSource Bits = SystemBits>
using ExponentialPSRN = Psrn<ExponentialRV, Bits>;

/// A partially sampled Gumbel variable:
/// GumbelPSRN<>{GumbelRV{shift, scale}}, or GumbelPSRN<Bits>{bits, GumbelRV{shift, scale}}.
///
/// Law       Gumbel(shift, scale), compared exactly by greater_than.
/// Proof     proofs/samplers/psrn.md
template <BitSource Bits = SystemBits>
using GumbelPSRN = Psrn<GumbelRV, Bits>;

}  // namespace discreet
