#pragma once

#include <cstddef>
#include <cstdint>

#include "discreet/entropy/bit_source.hpp"
#include "discreet/samplers/decisions.hpp"
#include "discreet/samplers/poisson.hpp"
#include "discreet/samplers/uniform_less.hpp"

namespace discreet::detail {

/// Decisions drawn from bits, as the engine's rounds ask for them.
///
/// Law       below(m) as sample_uniform_below, less(r) true with probability r clamped to [0, 1],
///           poisson(mean) as sample_poisson; all independent.
/// Proof     proofs/selection/engine.md
template <BitSource Bits>
class EngineDecisions {
 public:
  explicit EngineDecisions(Bits& bits) noexcept : bits_(&bits) {}

  std::uint64_t below(std::uint64_t m) { return sample_uniform_below(*bits_, m); }

  template <ComputableReal Real>
  bool less(Real& real) {
    return sample_less(*bits_, real);
  }

  std::uint64_t poisson(unsigned mean) { return sample_poisson(*bits_, mean); }

  /// Where a round's loop begins; a law test merges equal states here, a release does nothing.
  template <class... State>
  void at(const State&... /*state*/) noexcept {}

  /// That a round has ended, for the same walk.
  void won(std::size_t /*index*/) noexcept {}

 private:
  Bits* bits_;
};

}  // namespace discreet::detail
