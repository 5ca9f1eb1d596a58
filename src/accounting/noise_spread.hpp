#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "discreet/numbers/fraction.hpp"
#include "discreet/numbers/rounding.hpp"

namespace discreet::detail {

/// A law of the integers: x with a probability in proportion to e^(-|x| / scale), or to
/// e^(-x^2 / (2 scale)), where scale is the variance of the Gaussian law it comes from.
struct IntegerNoise {
  enum class Shape { laplace, gaussian };
  Shape shape;
  Fraction scale;
};

/// What is known of such a law's tails, from both sides.
///
/// Law       up to a spread (b, or sigma) of 2^12 every probability is right but for some 1e-11 of it; beyond, numbers
///           are taken together in cells of a thousandth of the spread, and each counts as the one nearest to zero for
///           an upper bound, as the one farthest from it for a lower one.
/// Requires  0 < scale; a negligible probability above 2^-500.
/// Cost      an exponential in doubles for each of up to some hundred thousand cells.
/// Proof     proofs/accounting/noise_spread.md
class NoiseTails {
 public:
  NoiseTails(const IntegerNoise& noise, double negligible);

  /// Not below P(Z >= k), k an integer of 64 or 128 bits.
  template <class Int>
  [[nodiscard]] double inf_at_least(Int k) const {
    const bool positive = k >= 1;
    const auto far =
        static_cast<std::uint64_t>(std::min(positive ? k : 1 - k, static_cast<Int>(end_)));
    const auto width = static_cast<std::uint64_t>(width_);
    if (positive) {
      return from_above_[width == 1 ? far : far / width];
    }
    // P(Z >= k) = 1 - P(Z >= 1 - k).
    return not_below_[width == 1 ? far : (far + width - 1) / width];
  }

  /// The integers of a cell: width times the index, and the width - 1 after it. Only the last has no end.
  [[nodiscard]] std::int64_t width() const noexcept { return width_; }
  [[nodiscard]] std::size_t cells() const noexcept { return mass_.size(); }
  /// Not below the probability of a cell.
  [[nodiscard]] double inf_mass(std::size_t cell) const { return mass_[cell]; }
  /// Not below the probability of all that is past the cells, on one side.
  [[nodiscard]] double inf_rest() const { return from_above_.back(); }
  /// The end of the cells.
  [[nodiscard]] Wide end() const noexcept { return end_; }

 private:
  std::int64_t width_ = 1;
  std::int64_t end_ = 0;
  std::vector<double> mass_;
  std::vector<double> from_above_;  ///< P(Z >= width i) and not less, i = 0, …, cells
  std::vector<double> not_below_;   ///< P(Z < width i) and not less
};

/// How far Z, or Z + factor Z', can be expected from zero.
class NoiseSpread {
 public:
  /// For probabilities down to the least; the second noise is independent of the first.
  ///
  /// Requires  a least probability from 2^-450 to 1.
  NoiseSpread(const IntegerNoise& noise, const Fraction& least);
  NoiseSpread(const IntegerNoise& noise, const IntegerNoise& other, std::uint64_t factor,
              const Fraction& least);

  /// Not below P(|Z + factor Z'| > q).
  ///
  /// Requires  q >= 0.
  [[nodiscard]] double inf_beyond(Wide q) const;

  /// The least q with inf_beyond(q) <= alpha.
  ///
  /// Requires  an alpha that is not below the least.
  /// Proof     proofs/accounting/noise_spread.md
  [[nodiscard]] Wide quantile(const Fraction& alpha) const;

 private:
  template <class Int>
  [[nodiscard]] double inf_sum_beyond(Int q, Int factor) const;

  NoiseTails tails_;
  std::optional<NoiseTails> other_;
  Wide factor_ = 0;
};

}  // namespace discreet::detail
