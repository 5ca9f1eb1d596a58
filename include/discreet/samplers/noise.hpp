#pragma once

#include <cstddef>
#include <memory>

#include "discreet/numbers/fraction.hpp"

namespace discreet {

/// The exponential distribution: density e^-z / scale at shift + scale * z, z >= 0; its upper
/// quantile at u is shift - scale * ln u. At scale 0 it is the shift itself.
///
/// Requires  scale >= 0.
/// Throws    Error{bad_parameter} if not.
/// Proof     proofs/samplers/psrn.md
class ExponentialRV {
 public:
  ExponentialRV(Fraction shift, Fraction scale);

  [[nodiscard]] const Fraction& shift() const noexcept { return shift_; }
  [[nodiscard]] const Fraction& scale() const noexcept { return scale_; }

  friend bool operator==(const ExponentialRV&, const ExponentialRV&) = default;

 private:
  Fraction shift_;
  Fraction scale_;
};

/// The Gumbel distribution: density e^(-z - e^-z) / scale at shift + scale * z; its quantile at u
/// is shift - scale * ln(-ln u). At scale 0 it is the shift itself.
///
/// Requires  scale >= 0.
/// Throws    Error{bad_parameter} if not.
/// Proof     proofs/samplers/psrn.md
class GumbelRV {
 public:
  GumbelRV(Fraction shift, Fraction scale);

  [[nodiscard]] const Fraction& shift() const noexcept { return shift_; }
  [[nodiscard]] const Fraction& scale() const noexcept { return scale_; }

  friend bool operator==(const GumbelRV&, const GumbelRV&) = default;

 private:
  Fraction shift_;
  Fraction scale_;
};

/// A partially sampled real number: a value of a random variable of which only as many bits are
/// drawn, from the system's generator, as comparisons need.
///
/// Law       the value has RV's law; comparing reveals the value bit by bit and never redraws one.
/// Requires  one thread, the one that made it.
/// Throws    Error{no_entropy}; Error{unsound_thread} where the thread's arithmetic is not sound.
/// Proof     proofs/samplers/psrn.md
template <class RV>
class SampledNoise {
 public:
  explicit SampledNoise(RV variable);
  SampledNoise(SampledNoise&&) noexcept;
  SampledNoise& operator=(SampledNoise&&) noexcept;
  ~SampledNoise();

  /// Whether this value is greater than the other; refines both until they separate. Not greater
  /// than itself.
  bool greater_than(SampledNoise& other);

  [[nodiscard]] const RV& variable() const noexcept;

  /// How many bits of the uniform behind it are known.
  [[nodiscard]] std::size_t known() const noexcept;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

/// A partially sampled Gumbel variable: GumbelPSRN<>{GumbelRV{shift, scale}}.
template <int = 0>
using GumbelPSRN = SampledNoise<GumbelRV>;

/// A partially sampled exponential variable: ExponentialPSRN<>{ExponentialRV{shift, scale}}.
template <int = 0>
using ExponentialPSRN = SampledNoise<ExponentialRV>;

}  // namespace discreet
