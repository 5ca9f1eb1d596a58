#pragma once

#include <cstdint>

namespace discreet::detail {

/// Some of the strategies of a two-point step: lattice ones, from `first` to `last`, with their weights.
///
/// Strategy j at the point values[i] is worth stay[j] values[i - j] + leap[j] values[i - j + cells] + more[i - j].
struct StrategyRange {
  const double* stay;
  const double* leap;
  std::int64_t cells;
  std::int64_t first;
  std::int64_t last;
};

/// Raises out[i] to the worth of every one of the strategies at the point values[i], for i from 0 to count - 1.
///
/// Law       each worth in four roundings: two products, their sum, and the sum with more.
/// Requires  values from -last to count - 1 + cells - first, and more from -last to count - 1 - first, or no more
///           (nullptr), which adds nothing; no NaN.
/// Cost      about a cycle for four strategies at a point, on vectors of eight.
/// Proof     proofs/accounting/two_point.md
void raise_to_best(const StrategyRange& strategies, const double* values, const double* more,
                   double* out, std::int64_t count);

/// The tables' weights that bound what lies between the first and the last of some strategies.
struct BetweenWeights {
  double upper_rise;
  double upper_fall;
  double lower_fall;
};

/// Whether a strategy between the first and the last may, by what two_point.md proves of them, be worth more than
/// bound[i] at any point values[i], for i from 0 to count - 1.
///
/// Law       the greater worth of the two, and what one between them may add, rounded as in a single point's search.
/// Requires  values as in raise_to_best; no NaN.
/// Proof     proofs/accounting/two_point.md
bool may_be_worth_more(const StrategyRange& strategies, const BetweenWeights& between,
                       const double* values, const double* bound, std::int64_t count);

/// By how much a strategy in the cell of values[i] and values[i - 1] can be better than its two ends, by what two_point.md
/// proves, for i from 0 to count - 1.
///
/// Law       out[i] as may_be_worth_more adds it, by the weights between neighbours.
/// Requires  values from -1 to count - 1 + cells; no NaN.
/// Proof     proofs/accounting/two_point.md
void added_in_cells(const BetweenWeights& between, const double* values, std::int64_t cells,
                    double* out, std::int64_t count);

}  // namespace discreet::detail
