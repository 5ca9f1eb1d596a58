#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "entropy/bit_source.hpp"
#include "numbers/score_gap.hpp"
#include "samplers/bernoulli_exp.hpp"
#include "samplers/poisson.hpp"
#include "samplers/uniform_below.hpp"
#include "samplers/uniform_less.hpp"

namespace discreet {

/// Where a round takes its random decisions from: drawn bits in a release, every branch in turn in
/// a law test.
template <class D>
concept DecisionSource = requires(D& decide, std::uint64_t m, const ScoreGap<double>& gap,
                                  std::span<const std::size_t> state) {
  { decide.below(m) } -> std::same_as<std::uint64_t>;
  { decide.bernoulli_exp(gap) } -> std::same_as<bool>;
  decide.at(state);
};

/// Decisions drawn from bits.
///
/// Law       below(m) as sample_uniform_below, bernoulli_exp(gap) as sample_bernoulli_exp, all
///           independent.
/// Proof     proofs/samplers/decisions.md
template <BitSource Bits>
class DrawnDecisions {
 public:
  explicit DrawnDecisions(Bits& bits) noexcept : bits_(&bits) {}

  std::uint64_t below(std::uint64_t m) { return sample_uniform_below(*bits_, m); }

  template <Number T>
  bool bernoulli_exp(const ScoreGap<T>& gap) {
    return sample_bernoulli_exp(*bits_, gap);
  }

  /// Says that a loop stands at this state, on which alone its future depends; only a walk listens.
  void at(std::span<const std::size_t> /*state*/) const noexcept {}

 private:
  Bits* bits_;
};

}  // namespace discreet

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
