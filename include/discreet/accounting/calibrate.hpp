#pragma once

#include <cstdint>

#include "discreet/accounting/cost.hpp"
#include "discreet/framework/law.hpp"
#include "discreet/framework/metrics.hpp"

namespace discreet {

/// How to select: the law and its scale, and what is proved about them.
struct TopKPlan {
  Law law;
  double scale;  ///< in units of score
  double step;   ///< what each selection costs: the range distance over scale, rounded up
  Target cost;   ///< what all k cost, in the target's own terms; never more than the target
  double expected_error;  ///< of one selection, whatever the scores
  /// The cost per selection that was given, and the one that no account of the law allows.
  Bracket step_bracket;
};

/// Plans the selection of k of the candidates with the least noise that is proved to keep to a
/// target.
///
/// Law       of the two laws the one with the lesser certified worst-case expected error, at the
///           greatest cost per selection that pure composition, the tight zCDP constants, or
///           bounded_range_to_delta and permute_and_flip_to_delta allow.
/// Requires  1 <= k <= candidates; a finite sensitivity above 0, the largest change of one score; a
///           finite target above 0, with a delta below 1.
/// Throws    Error{bad_parameter} if not, or if no finite scale keeps to the target; what progress
///           throws.
/// Cost      with a delta some hundredths of a second for k <= 100 and some tenths for more, once in a
///           process for each (k, epsilon, delta); otherwise milliseconds.
/// Proof     proofs/accounting/calibrate_top_k.md
TopKPlan calibrate_top_k(std::uint64_t k, const Target& target, double sensitivity,
                         Monotonic monotonic, std::uint64_t candidates,
                         const Progress& progress = {});

}  // namespace discreet
