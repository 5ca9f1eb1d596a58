#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "discreet/accounting/cost.hpp"
#include "discreet/accounting/curve.hpp"
#include "discreet/framework/domains.hpp"
#include "discreet/framework/measurement.hpp"
#include "discreet/framework/measures.hpp"
#include "discreet/framework/metrics.hpp"
#include "discreet/numbers/fraction.hpp"

namespace discreet {

/// How items that nobody listed beforehand are selected. All of it is public and chosen without the data.
struct LimitedDomain {
  std::uint64_t k = 1;  ///< how many items at most
  double scale = 0;     ///< in units of the counts
  Fraction slack = 0;   ///< the probability of which nothing is promised

  /// Either only items with more than the (limit + 1)-th largest count compete, whatever a unit has;
  std::optional<std::uint64_t> limit = {};
  /// or no unit has more items than this, and all items with more than the floor compete.
  std::optional<std::uint64_t> items_per_unit = {};
  std::uint64_t floor = 0;

  /// The most that one unit adds to the number of one item: 1 for counts, the upper bound for sums of values from 0
  /// to that bound.
  std::uint64_t largest = 1;
};

/// The counts, or sums of whole numbers, of the items that some unit has, each item once, in any order.
using ItemCounts = VectorDomain<AtomDomain<std::int64_t>>;

/// What a release costs, and what an item needs to be listed.
struct LimitedDomainCost {
  double step;     ///< eta of each selection
  double epsilon;  ///< k eta: but for the slack the release is so pure,
  double rho;      ///< and so concentrated
  /// How far above the cut an item is as likely as the end of the list.
  std::uint64_t even_odds;
};

/// The cost of a release for one unit, rounded up.
///
/// Throws    Error{bad_parameter} for what make_limited_domain_top_k refuses.
/// Cost      that of a table of scores.
/// Proof     proofs/mechanisms/limited_domain.md
[[nodiscard]] LimitedDomainCost limited_domain_cost(const LimitedDomain& how, UnitDistance metric);

/// The same selection at the least scale that is proved to keep to a target, whatever scale it came with.
///
/// Law       for (epsilon, delta) the slack is a part of delta, and what is left is (delta - slack) / (1 - slack); for
///           epsilon or rho alone the slack comes on top.
/// Requires  a slack above 0, for (epsilon, delta) below delta.
/// Throws    Error{bad_parameter} if not, and for what make_limited_domain_top_k refuses; what progress throws.
/// Cost      that of calibrate_top_k.
/// Proof     proofs/mechanisms/limited_domain.md
[[nodiscard]] LimitedDomain calibrate_limited_domain(LimitedDomain how, UnitDistance metric,
                                                     const Target& target,
                                                     const Progress& progress = {});

/// Releases the positions of the items with the largest counts, noisily, best first: at most k, fewer where chance
/// ends the list.
///
/// Law       that of make_limited_domain_top_k.
/// Throws    Error{bad_parameter} for the parameters before any bit is drawn; Error{no_entropy}.
/// Cost      one read of the counts and a table of scores.
/// Proof     proofs/mechanisms/limited_domain.md
[[nodiscard]] std::vector<std::size_t> limited_domain_top_k(std::span<const std::int64_t> counts,
                                                            const LimitedDomain& how,
                                                            UnitDistance metric);

/// Builds the measurement that lists up to k items of which no public list exists, best first, and accounts for it by
/// its curve of (epsilon, delta).
///
/// Law       c is the (limit + 1)-th largest count, 0 if there is none, or the floor. k rounds of the exponential
///           mechanism over the items with more than c and the end of the list, which a round that selects it makes
///           the last. An item v above c weighs, against 1 for the end, about t (r^v - 1) / (r^J - 1), with r =
///           e^(1/scale), t = slack / ((1 - slack) m), m the limit or the items per unit, J what one unit can move an
///           item against the cut: never more, and hardly less. Counts above 2^46 count as that.
/// Map       0 units -> nothing; 1 unit -> slack + (1 - slack) times the curve of k selections at R / scale, where R is
///           `largest`, twice that if units are replaced.
/// Requires  k >= 1; a limit of at least k, or items per unit of at least 1, and not both; a finite scale above 0; a
///           slack above 0 with 1 / (1 - slack) <= r; scores that fit their type; a domain of no known size.
/// Throws    Error{bad_parameter} if not; the map Error{bad_distance} for more than one unit. A release throws only
///           no_entropy: no items are none to list, no error.
/// Cost      one read of the counts; with a limit hardly more than that. With a limit it is enough to hand over the
///           limit + 1 largest counts.
/// Proof     proofs/mechanisms/limited_domain.md
[[nodiscard]] Measurement<ItemCounts, UnitDistance, PrivacyProfile, std::vector<std::size_t>>
make_limited_domain_top_k(ItemCounts input_domain, UnitDistance input_metric,
                          Approximate<MaxDivergence> output_measure, const LimitedDomain& how);

/// The same, accounted for as zero-concentrated but for the slack.
///
/// Map       0 units -> (0, 0); 1 unit -> (k times the rho of bounded range at R / scale, slack), rounded up.
[[nodiscard]] Measurement<ItemCounts, UnitDistance, Approximate<ZeroConcentratedDivergence>,
                          std::vector<std::size_t>>
make_limited_domain_top_k(ItemCounts input_domain, UnitDistance input_metric,
                          Approximate<ZeroConcentratedDivergence> output_measure,
                          const LimitedDomain& how);

}  // namespace discreet
