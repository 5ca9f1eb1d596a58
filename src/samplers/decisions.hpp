#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "entropy/bit_source.hpp"
#include "numbers/score_gap.hpp"
#include "samplers/uniform_below.hpp"
#include "samplers/uniform_below_wide.hpp"
#include "samplers/uniform_less.hpp"

namespace discreet {

/// Where a round takes its random decisions from: drawn bits in a release, every branch in turn in
/// a law test.
template <class D>
concept Decisions =
    requires(D& decide, std::uint64_t m, ExpOfMinus<ScoreGap<double>>& chance, std::size_t index) {
      { decide.below(m) } -> std::same_as<std::uint64_t>;
      { decide.within(m, m) } -> std::same_as<bool>;
      { decide.less(chance) } -> std::same_as<bool>;
      decide.record_winner(index);
    };

/// Decisions drawn from bits.
///
/// Law       below(m) as sample_uniform_below, within(part, m) true with probability part / m, below_wide(m) as
///           sample_uniform_below_wide, less(r) true with probability r clamped to [0, 1]; all independent.
/// Proof     proofs/samplers/decisions.md
template <BitSource Bits>
class DrawnDecisions {
 public:
  explicit DrawnDecisions(Bits& bits) noexcept : bits_(&bits) {}

  std::uint64_t below(std::uint64_t m) { return sample_uniform_below(*bits_, m); }

  bool within(std::uint64_t part, std::uint64_t m) { return below(m) < part; }

  UInt128 below_wide(UInt128 m) { return sample_uniform_below_wide(*bits_, m); }

  template <ComputableReal Real>
  bool less(Real& real) {
    return sample_less(*bits_, real);
  }

  [[nodiscard]] Bits& bits() const noexcept { return *bits_; }

  /// Says that a loop stands at this state, on which alone its future depends. A law test merges
  /// equal states here; a release does nothing.
  template <class... State>
  void checkpoint(const State&... /*state*/) const noexcept {}

  /// Says that a round has ended with this winner, for the same walk.
  void record_winner(std::size_t /*index*/) const noexcept {}

 private:
  Bits* bits_;
};

/// below(m), and below(2^bits) if that is asked for.
///
/// Law       first() and second() are independent and uniform.
/// Requires  m ≥ 1; m · 2^bits ≤ 2^63; second() is asked for once at most, before any other decision.
/// Proof     proofs/samplers/decisions.md
template <class Decide>
class BelowTwo {
 public:
  BelowTwo(Decide& decide, std::uint64_t m, unsigned bits)
      : decide_(&decide), bits_(bits), first_(decide.below(m)) {}

  [[nodiscard]] std::uint64_t first() const noexcept { return first_; }
  [[nodiscard]] std::uint64_t second() const { return decide_->below(std::uint64_t{1} << bits_); }

 private:
  Decide* decide_;
  unsigned bits_;
  std::uint64_t first_;
};

/// Drawn bits: one word nearly always has room for both.
template <BitSource Bits>
class BelowTwo<DrawnDecisions<Bits>> {
 public:
  BelowTwo(DrawnDecisions<Bits>& decide, std::uint64_t m, unsigned bits)
      : bits_(bits), both_(decide.below(m << bits)) {}

  [[nodiscard]] std::uint64_t first() const noexcept { return both_ >> bits_; }
  [[nodiscard]] std::uint64_t second() const noexcept {
    return both_ & ((std::uint64_t{1} << bits_) - 1);
  }

 private:
  unsigned bits_;
  std::uint64_t both_;
};

}  // namespace discreet
