#pragma once

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

  /// Not below P(Z >= k).
  [[nodiscard]] double inf_at_least(Wide k) const;

  /// The integers of a cell: width times the index, and the width - 1 after it. Only the last has no end.
  [[nodiscard]] std::int64_t width() const noexcept { return width_; }
  [[nodiscard]] std::size_t cells() const noexcept { return mass_.size(); }
  /// Not below the probability of a cell.
  [[nodiscard]] double inf_mass(std::size_t cell) const { return mass_[cell]; }
  /// Not below the probability of all that is past the cells, on one side.
  [[nodiscard]] double inf_rest() const { return from_above_.back(); }
  /// The end of the cells.
  [[nodiscard]] Wide end() const { return Wide{width_} * static_cast<Wide>(cells()); }

 private:
  std::int64_t width_ = 1;
  std::vector<double> mass_;
  std::vector<double> from_above_;  ///< P(Z >= width i) and not less, i = 0, …, cells
  std::vector<double> from_below_;  ///< the same, and not more
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
  NoiseTails tails_;
  std::optional<NoiseTails> other_;
  Wide factor_ = 0;
};

}  // namespace discreet::detail
