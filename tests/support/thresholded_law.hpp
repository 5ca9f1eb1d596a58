#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "discreet/mechanisms/thresholded_histogram.hpp"
#include "discreet/numbers/fraction.hpp"
#include "mechanisms/threshold_rule.hpp"
#include "numbers/big_interval.hpp"
#include "support/laws.hpp"

namespace discreet::testing {

using EnclosedLaw = std::map<std::int64_t, BigInterval>;

/// Weights of all integers up to `end` on both sides, divided by their sum.
template <class Weight>
EnclosedLaw normalised(std::int64_t end, Weight weight) {
  EnclosedLaw law;
  BigInterval sum = BigInterval::of(Fraction{0}, law_precision);
  for (std::int64_t x = -end; x <= end; ++x) {
    sum = sum + law.emplace(x, exp(BigInterval::of(weight(x), law_precision))).first->second;
  }
  for (auto& [x, chance] : law) {
    chance = chance / sum;
  }
  return law;
}

/// Discrete Laplace noise of scale b given |X| <= bound, by its formula.
inline EnclosedLaw laplace_law(const Fraction& scale, std::int64_t bound) {
  return normalised(bound,
                    [&](std::int64_t x) { return Fraction{-abs(exact_fraction(x)) / scale}; });
}

/// Discrete Gaussian noise, by its formula; what is left out has less than 2^-190 of the mass.
inline EnclosedLaw gaussian_law(const Fraction& variance) {
  const auto end = static_cast<std::int64_t>(17 * std::sqrt(variance.get_d())) + 17;
  return normalised(end, [&](std::int64_t x) {
    const Fraction exact = exact_fraction(x);
    return Fraction{-exact * exact / (2 * variance)};
  });
}

/// The noisy count of each item, or nothing where it was not kept.
using NoisyCells = std::vector<std::optional<std::int64_t>>;
using CellsLaw = std::map<NoisyCells, BigInterval>;

/// The law of a release that lists all it keeps: what is looked at and kept is what the code says, the noise is the
/// formula's.
inline CellsLaw thresholded_law(const ThresholdedHistogram& how,
                                const discreet::detail::ThresholdRule& rule,
                                const std::vector<std::int64_t>& counts) {
  const EnclosedLaw noise = how.noise == CountNoise::discrete_laplace
                                ? laplace_law(how.scale, static_cast<std::int64_t>(rule.threshold))
                                : gaussian_law(how.scale);
  CellsLaw law{{NoisyCells{}, BigInterval::of(Fraction{1}, law_precision)}};
  for (const std::int64_t count : counts) {
    std::map<std::optional<std::int64_t>, BigInterval> cell;
    if (rule.looks_at(count)) {
      for (const auto& [x, chance] : noise) {
        const auto [at, fresh] = cell.try_emplace(rule.kept(count, x), chance);
        if (!fresh) {
          at->second = at->second + chance;
        }
      }
    } else {
      cell.emplace(std::nullopt, BigInterval::of(Fraction{1}, law_precision));
    }
    CellsLaw longer;
    for (const auto& [begun, mass] : law) {
      for (const auto& [value, chance] : cell) {
        NoisyCells more = begun;
        more.push_back(value);
        longer.emplace(more, mass * chance);
      }
    }
    law = std::move(longer);
  }
  return law;
}

}  // namespace discreet::testing
