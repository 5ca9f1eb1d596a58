#pragma once

#include <cstdint>

#include <mpfr.h>

#include "entropy/bit_source.hpp"
#include "numbers/big_interval.hpp"
#include "numbers/interval.hpp"
#include "samplers/uniform_less.hpp"

namespace discreet {

/// P(K ≤ k) for K ~ Poisson(mean), a ComputableReal.
///
/// Requires  mean one of 1 … 16.
/// Cost      quick() is a table lookup.
/// Proof     proofs/samplers/poisson.md
class PoissonAtMost {
 public:
  PoissonAtMost(unsigned mean, std::uint64_t k) noexcept : mean_(mean), k_(k) {}

  [[nodiscard]] Interval quick() const;
  [[nodiscard]] BigInterval enclose(mpfr_prec_t precision) const;

 private:
  unsigned mean_;
  std::uint64_t k_;
};

/// Draws from the Poisson distribution: the least k with U < P(K ≤ k), for one bit string U.
///
/// Law       k with probability e^−mean · mean^k / k!.
/// Requires  mean one of 1 … 16.
/// Throws    Error{bad_parameter} if not.
/// Cost      one word but with a probability of about 2^−44.
/// Proof     proofs/samplers/poisson.md
template <BitSource Bits>
std::uint64_t sample_poisson(Bits& bits, unsigned mean) {
  LazyUniform<Bits> u{bits};
  const auto at_most = [&](std::uint64_t k) {
    PoissonAtMost chance{mean, k};
    return less(u, chance);
  };
  // From the middle outward; every comparison looks at the same U, so the answers agree.
  std::uint64_t k = mean;
  if (at_most(k)) {
    while (k > 0 && at_most(k - 1)) {
      --k;
    }
    return k;
  }
  do {
    ++k;
  } while (!at_most(k));
  return k;
}

}  // namespace discreet
