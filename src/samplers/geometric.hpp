#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include <mpfr.h>

#include "discreet/numbers/fraction.hpp"
#include "entropy/bit_source.hpp"
#include "numbers/big_interval.hpp"
#include "numbers/exp_enclosure.hpp"
#include "numbers/interval.hpp"
#include "numbers/ln_enclosure.hpp"
#include "samplers/uniform_less.hpp"

namespace discreet {

/// The scale b of integer noise, exactly, with doubles around it.
///
/// Requires  0 < b ≤ 2^40.
/// Throws    Error{bad_parameter} if not.
class NoiseScale {
 public:
  explicit NoiseScale(Fraction scale);

  [[nodiscard]] const Fraction& exact() const noexcept { return exact_; }
  [[nodiscard]] Interval quick() const noexcept { return quick_; }

 private:
  Fraction exact_;
  Interval quick_;
};

/// The geometric law of a scale b: P(G ≥ k) = e^(−k/b).
///
/// Proof     proofs/samplers/geometric.md
class Geometric {
 public:
  explicit Geometric(NoiseScale scale) : scale_(std::move(scale)) {}

  /// e^(−k/b), a ComputableReal.
  class Tail {
   public:
    Tail(const NoiseScale& scale, std::uint64_t k) noexcept : scale_(&scale), k_(k) {}
    [[nodiscard]] Interval quick() const noexcept;
    [[nodiscard]] BigInterval enclose(mpfr_prec_t precision) const;

   private:
    const NoiseScale* scale_;
    std::uint64_t k_;
  };

  /// P(G ≥ k).
  [[nodiscard]] Tail at_least(std::uint64_t k) const noexcept { return {scale_, k}; }

  /// No draw passes this.
  [[nodiscard]] static constexpr std::uint64_t greatest() noexcept { return UINT64_MAX; }

  /// Contains, for every u in the interval, the y with u = e^(−y/b).
  [[nodiscard]] Interval steps(Interval u) const noexcept {
    return -ln_enclosure(u) * scale_.quick();
  }

  [[nodiscard]] const NoiseScale& scale() const noexcept { return scale_; }

 private:
  NoiseScale scale_;
};

/// Answers the greatest k ≤ greatest() with U < P(K ≥ k), for one bit string U: the logarithm of U's
/// first word in front of exact comparisons of the same U.
///
/// Law       K's, when no word of U is known before the call.
/// Requires  P(K ≥ k) falls to 0 as k grows; for 1 ≤ k ≤ greatest() and u = P(K ≥ k), steps(u)
///           contains k, and the reals in it fall as u rises.
/// Throws    Error{no_entropy} as exact_less.
/// Cost      one word and no allocation but where the logarithm is unsure.
/// Proof     proofs/samplers/geometric.md
template <BitSource Bits, class Law>
std::uint64_t sample_by_tail(Bits& bits, const Law& law) {
  LazyUniform<Bits> u{bits};
  ++u.tally().comparisons;
  constexpr double cell = 0.5 / static_cast<double>(std::uint64_t{1} << (Bits::width - 1));
  const Interval start = enclosing_doubles(u.head());
  const Interval y = law.steps({start.lo * cell, (start + 1.0).hi * cell});
  std::uint64_t k = y.lo > 0.0 ? static_cast<std::uint64_t>(y.lo) : 0;
  k = std::min(k, law.greatest());
  if (y.hi < static_cast<double>(k + 1) || k == law.greatest()) [[likely]] {
    return k;
  }
  ++u.tally().fallbacks;
  const auto at_least = [&](std::uint64_t j) {
    if (j > law.greatest()) {
      return false;
    }
    auto tail = law.at_least(j);
    return less(u, tail);
  };
  std::uint64_t step = 1;
  while (at_least(k + step)) {
    k += step;
    step *= 2;
  }
  // Here K < k + step.
  while (step > 1) {
    step /= 2;
    if (at_least(k + step)) {
      k += step;
    }
  }
  return k;
}

/// Draws from the geometric law: the whole part of an exponential variable of scale b.
///
/// Law       k with probability e^(−k/b) (1 − e^(−1/b)), k = 0, 1, …
/// Throws    Error{no_entropy} as exact_less; a result is below 2^60.
/// Cost      one word but with a probability of about b / 2^48.
/// Proof     proofs/samplers/geometric.md
template <BitSource Bits>
std::uint64_t sample_geometric(Bits& bits, const Geometric& law) {
  return sample_by_tail(bits, law);
}

}  // namespace discreet
