#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "discreet/accounting/amount.hpp"
#include "discreet/framework/domains.hpp"
#include "discreet/framework/measurement.hpp"
#include "discreet/framework/measures.hpp"
#include "discreet/framework/metrics.hpp"
#include "discreet/numbers/fraction.hpp"

namespace discreet {

/// What one unit adds to the number of an item that it has: from lower to upper. 1 for counts.
///
/// An item that a unit does not have gets 0 from it, so that a unit moves a number by min(lower, 0) to max(upper, 0).
struct Contribution {
  std::int64_t lower = 0;
  std::int64_t upper = 1;

  friend constexpr bool operator==(const Contribution&, const Contribution&) = default;
};

/// Whether a bound on the items of a unit is so by nature, or made by leaving items out.
enum class Bound {
  by_nature,       ///< of the rows that are counted, no unit has more
  by_leaving_out,  ///< true of the rows that the items were listed from, not of those that are counted
};

/// The noise of published numbers, and what it is charged in.
enum class CountNoise {
  discrete_laplace,   ///< an epsilon
  discrete_gaussian,  ///< a rho
};

/// What gets the noise.
enum class CountWay {
  correlated,  ///< 2x - (lower + upper) n for every number x, and n, the number of units
  direct,      ///< every x
};

std::string_view to_string(CountNoise noise) noexcept;
std::string_view to_string(CountWay way) noexcept;
std::string_view to_string(Bound bound) noexcept;

/// What is asked for: numbers of how many items, how private, and what is known of the units. All of it is public.
struct NoisyCountsRequest {
  CountNoise noise = CountNoise::discrete_gaussian;
  Amount budget = Fraction{0};  ///< an epsilon or a rho, by the noise; must be said
  std::uint64_t items = 0;      ///< how many are listed; with none, only the units are counted
  Neighbors neighbors = Neighbors::add_remove;
  Contribution contribution = {};
  std::optional<std::uint64_t> items_per_unit = {};  ///< the most that one unit has
  Bound bound = Bound::by_leaving_out;
  Amount confidence = Fraction{19, 20};  ///< with which an interval holds
};

/// How numbers will be published and what is proved of it.
struct NoisyCountsPlan {
  CountNoise noise = CountNoise::discrete_gaussian;
  CountWay way = CountWay::direct;
  std::uint64_t items = 0;
  Neighbors neighbors = Neighbors::add_remove;
  Contribution range = {};             ///< of what one unit moves a number by: lower <= 0 <= upper
  std::uint64_t moved = 0;             ///< how many of the noisy numbers one unit moves, but for n,
  std::uint64_t by = 0;                ///< and by how much at most
  std::optional<Fraction> item_scale;  ///< b or sigma^2 of their noise; nothing without items
  std::optional<Fraction> units_scale;  ///< that of n's noise; nothing where n is not published
  Amounts cost;                         ///< within the budget
  Fraction confidence;
  Fraction each = 0;   ///< half the width of an interval that holds for one item so often,
  Fraction all = 0;    ///< for all items together,
  Fraction units = 0;  ///< for the number of units
};

/// Plans the noise of the numbers of listed items.
///
/// Law       correlated for add-remove neighbours, unless direct noise has no greater variance by public numbers; direct
///           where one unit replaces another, or lower + upper is 0. Scales are the best for the variance, rounded up to
///           17 digits.
/// Requires  a budget above 0; lower <= upper, not both 0, within 2^62 of 0; at least one item per unit; a confidence
///           above 0 and below 1 by at least 1e-100; scales that the samplers have: b <= 2^40, sigma^2 <= 2^80.
/// Throws    Error{bad_parameter} if not.
/// Cost      microseconds to milliseconds; it grows with the scales up to 2^12.
/// Proof     proofs/mechanisms/noisy_counts.md
[[nodiscard]] NoisyCountsPlan plan_noisy_counts(const NoisyCountsRequest& request);

/// One published number.
struct NoisyCount {
  Fraction estimate;         ///< a multiple of 1/2, may be negative
  std::int64_t rounded = 0;  ///< to an integer, half to even
  std::int64_t low = 0;      ///< the interval's least integer,
  std::int64_t high = 0;     ///< and its greatest

  friend bool operator==(const NoisyCount&, const NoisyCount&) = default;
};

/// What is published.
struct NoisyCounts {
  std::vector<NoisyCount> items;
  std::optional<NoisyCount> units;  ///< the number of units, where the way publishes it
};

/// How often the intervals of the items hold: each of them by itself, or all of them at once.
enum class Coverage { each, all };

/// Publishes the numbers of listed items with noise, and intervals around them.
///
/// Law       every number that the way names, plus independent noise of its scale; x is estimated by half of
///           (2x - (lower + upper) n) + (lower + upper) n, or directly. Nothing is rounded or cut before the end. An
///           interval that lies below the floor is the floor.
/// Requires  as many numbers as planned; `units` counts every unit that any of the numbers counts.
/// Throws    Error{outside_domain} for another size, Error{bad_parameter} for a plan that no plan_noisy_counts gave,
///           both before any bit is drawn; Error{no_entropy}.
/// Cost      some words per number.
/// Proof     proofs/mechanisms/noisy_counts.md
[[nodiscard]] NoisyCounts noisy_counts(std::span<const std::int64_t> numbers, std::uint64_t units,
                                       const NoisyCountsPlan& plan,
                                       Coverage coverage = Coverage::each,
                                       std::optional<std::int64_t> floor = std::nullopt);

/// Builds the measurement that publishes the numbers of listed items with discrete Laplace noise.
///
/// Law       that of noisy_counts by the plan of the request, whose noise is the measure's and whose neighbours are the
///           metric's, whatever it says. The input is the numbers and then, where the plan publishes it, how many units
///           there are.
/// Map       d_in units -> d_in times the exact cost of the plan, rounded up; one costs at most the request's budget.
/// Requires  what plan_noisy_counts requires; a domain of no known size, or of the plan's.
/// Throws    Error{bad_parameter} if not. A release throws only outside_domain or no_entropy.
/// Cost      a plan, once; then that of noisy_counts.
/// Proof     proofs/mechanisms/noisy_counts.md
[[nodiscard]] Measurement<VectorDomain<AtomDomain<std::int64_t>>, UnitDistance, MaxDivergence,
                          NoisyCounts>
make_noisy_counts(VectorDomain<AtomDomain<std::int64_t>> input_domain, UnitDistance input_metric,
                  MaxDivergence output_measure, NoisyCountsRequest request);

/// The same with discrete Gaussian noise.
///
/// Map       d_in units -> the square of d_in times the exact cost of the plan, rounded up.
[[nodiscard]] Measurement<VectorDomain<AtomDomain<std::int64_t>>, UnitDistance,
                          ZeroConcentratedDivergence, NoisyCounts>
make_noisy_counts(VectorDomain<AtomDomain<std::int64_t>> input_domain, UnitDistance input_metric,
                  ZeroConcentratedDivergence output_measure, NoisyCountsRequest request);

}  // namespace discreet

namespace discreet::detail {

/// What a release costs for one unit, exactly: an epsilon or a rho by the plan's noise.
///
/// Throws    Error{bad_parameter} for scales that are not above 0.
/// Proof     proofs/mechanisms/noisy_counts.md
[[nodiscard]] Fraction exact_counts_cost(const NoisyCountsPlan& plan);

/// The numbers that get the noise, in the order in which they are drawn: the items', then n where it is published.
[[nodiscard]] std::vector<mpz_class> noiseless(std::span<const std::int64_t> numbers,
                                               std::uint64_t units, const NoisyCountsPlan& plan);

/// What is published, from the noisy numbers alone.
[[nodiscard]] NoisyCounts published(std::span<const mpz_class> noisy, const NoisyCountsPlan& plan,
                                    Coverage coverage, std::optional<std::int64_t> floor);

}  // namespace discreet::detail
