#pragma once

#include <cstdint>
#include <optional>

#include <mpfr.h>

#include "discreet/numbers/fraction.hpp"
#include "entropy/bit_source.hpp"
#include "numbers/big_interval.hpp"
#include "numbers/interval.hpp"
#include "samplers/bernoulli_exp.hpp"
#include "samplers/discrete_laplace.hpp"

namespace discreet {

/// The discrete Gaussian law of a parameter σ²: x with a probability in proportion to e^(−x²/2σ²), for
/// all integers x.
///
/// Requires  0 < σ² ≤ 2^80.
/// Throws    Error{bad_parameter} if not.
/// Cost      some exponentials in MPFR, once.
/// Proof     proofs/samplers/discrete_gaussian.md
class DiscreteGaussian {
 public:
  explicit DiscreteGaussian(Fraction variance);

  /// (m − σ²/t)² / 2σ², by how much a proposal of magnitude m is too likely; a ComputableReal.
  class Excess {
   public:
    Excess(const DiscreteGaussian& law, std::uint64_t m) noexcept : law_(&law), m_(m) {}
    [[nodiscard]] Interval quick() const noexcept;
    [[nodiscard]] BigInterval enclose(mpfr_prec_t precision) const;

   private:
    const DiscreteGaussian* law_;
    std::uint64_t m_;
  };

  [[nodiscard]] Excess excess(std::uint64_t m) const noexcept { return {*this, m}; }

  /// What is proposed: discrete Laplace of a scale t near σ.
  [[nodiscard]] const DiscreteLaplace& proposal() const noexcept { return proposal_; }

 private:
  Fraction variance_;
  DiscreteLaplace proposal_;
  Fraction centre_;  ///< σ²/t
  Interval near_centre_;
  Interval precision_;  ///< 1 / 2σ²
};

/// Proposes a magnitude and keeps it or not.
///
/// Law       m with probability P(|Y| = m) e^(−(m − σ²/t)²/2σ²), Y the proposal; else nothing.
/// Throws    Error{no_entropy} as exact_less.
/// Cost      two words but with a probability of about σ / 2^48.
/// Proof     proofs/samplers/discrete_gaussian.md
template <BitSource Bits>
std::optional<std::uint64_t> try_gaussian_magnitude(Bits& bits, const DiscreteGaussian& law) {
  const std::uint64_t m = sample_magnitude(bits, law.proposal());
  return sample_bernoulli_exp(bits, law.excess(m)) ? std::optional{m} : std::nullopt;
}

/// Draws from the discrete Gaussian law.
///
/// Law       x with a probability in proportion to e^(−x²/2σ²), over all integers.
/// Throws    Error{no_entropy} as exact_less; |x| is below 2^61.
/// Cost      expected below five words; a proposal is kept with a probability above 1/2.
/// Proof     proofs/samplers/discrete_gaussian.md
template <BitSource Bits>
std::int64_t sample_discrete_gaussian(Bits& bits, const DiscreteGaussian& law) {
  for (;;) {
    // The sign is drawn last: keeping a proposal depends on its magnitude alone.
    if (const auto m = try_gaussian_magnitude(bits, law)) {
      return sample_sign(bits, *m);
    }
  }
}

}  // namespace discreet
