#pragma once

#include <cstdint>
#include <optional>

#include <mpfr.h>

#include "entropy/bit_source.hpp"
#include "numbers/big_interval.hpp"
#include "numbers/interval.hpp"
#include "numbers/ln_enclosure.hpp"
#include "samplers/geometric.hpp"

namespace discreet {

/// The discrete Laplace law of a scale b: x with a probability in proportion to e^(−|x|/b), for all
/// integers x or for those with |x| ≤ bound.
///
/// Requires  bound ≤ 2^60.
/// Throws    Error{bad_parameter} if not.
/// Cost      some exponentials in MPFR, once.
/// Proof     proofs/samplers/discrete_laplace.md
class DiscreteLaplace {
 public:
  explicit DiscreteLaplace(NoiseScale scale, std::optional<std::uint64_t> bound = std::nullopt);

  /// P(|X| ≥ k) for k ≥ 1, a ComputableReal.
  class Tail {
   public:
    Tail(const DiscreteLaplace& law, std::uint64_t k) noexcept : law_(&law), k_(k) {}
    [[nodiscard]] Interval quick() const noexcept;
    [[nodiscard]] BigInterval enclose(mpfr_prec_t precision) const;

   private:
    const DiscreteLaplace* law_;
    std::uint64_t k_;
  };

  /// P(|X| ≥ k).
  ///
  /// Requires  1 ≤ k ≤ greatest().
  [[nodiscard]] Tail at_least(std::uint64_t k) const noexcept { return {*this, k}; }

  /// No |X| passes this.
  [[nodiscard]] std::uint64_t greatest() const noexcept { return bound_ ? *bound_ : UINT64_MAX; }

  /// Contains, for every u in the interval, the y with u = (C e^(−y/b) − T) / (1 − T), where C e^(−k/b)
  /// is P(|X| ≥ k) without a bound and T its value past the bound.
  [[nodiscard]] Interval steps(Interval u) const noexcept {
    const Interval whole = bound_ ? past_ + within_ * u : u;
    return shift_ - ln_enclosure(whole) * geometric_.scale().quick();
  }

  [[nodiscard]] const NoiseScale& scale() const noexcept { return geometric_.scale(); }

 private:
  Geometric geometric_;
  std::optional<std::uint64_t> bound_;
  Interval factor_;  ///< C = 2 / (1 + e^(−1/b))
  Interval shift_;   ///< b ln C
  Interval past_;    ///< T
  Interval within_;  ///< 1 − T
};

/// Draws how far a discrete Laplace variable lies from zero.
///
/// Law       that of |X|.
/// Throws    Error{no_entropy} as exact_less; a result is below 2^61.
/// Cost      one word but with a probability of about b / 2^48; none if the bound is 0.
/// Proof     proofs/samplers/discrete_laplace.md
template <BitSource Bits>
std::uint64_t sample_magnitude(Bits& bits, const DiscreteLaplace& law) {
  return law.greatest() == 0 ? 0 : sample_by_tail(bits, law);
}

/// Gives a magnitude one of the two signs; nothing is drawn for 0.
///
/// Law       m and −m with probability 1/2 each.
/// Requires  m < 2^63.
/// Cost      one word.
/// Proof     proofs/samplers/discrete_laplace.md
template <BitSource Bits>
std::int64_t sample_sign(Bits& bits, std::uint64_t m) {
  const auto x = static_cast<std::int64_t>(m);
  return m != 0 && (bits.next() >> (Bits::width - 1)) != 0 ? -x : x;
}

/// Draws from the discrete Laplace law.
///
/// Law       x with a probability in proportion to e^(−|x|/b), over all integers or those with
///           |x| ≤ bound.
/// Throws    Error{no_entropy} as exact_less; |x| is below 2^61.
/// Cost      two words but with a probability of about b / 2^48.
/// Proof     proofs/samplers/discrete_laplace.md
template <BitSource Bits>
std::int64_t sample_discrete_laplace(Bits& bits, const DiscreteLaplace& law) {
  return sample_sign(bits, sample_magnitude(bits, law));
}

}  // namespace discreet
