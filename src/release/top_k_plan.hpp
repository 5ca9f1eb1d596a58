#pragma once

#include "discreet/accounting/budget.hpp"
#include "discreet/accounting/cost.hpp"
#include "discreet/release/top_k.hpp"

namespace discreet::detail {

/// The plan of TopKRelease::plan, made anew: its law, scale, costs and promise. What the request alone decides, such as
/// how many threads read, is left to the caller.
///
/// Requires  sound arithmetic.
/// Throws    what TopKRelease::plan throws.
/// Proof     proofs/release/top_k.md
TopKRelease::Plan made_top_k_plan(const TopKRequest& request, const TopKRelease::Facts& facts,
                                  const Budget* budget, const Progress& progress);

}  // namespace discreet::detail
