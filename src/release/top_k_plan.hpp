#pragma once

#include <cstdint>

#include "discreet/accounting/budget.hpp"
#include "discreet/accounting/cost.hpp"
#include "discreet/release/top_k.hpp"

namespace discreet::detail {

/// The plan of TopKRelease::plan, made anew: its law, scale, costs and promise. What the request alone decides, such as
/// how many threads read, is left to the caller. `selections` are composed: k, or more where there are many rows of which
/// k are selected each.
///
/// Requires  sound arithmetic; selections ≥ k.
/// Throws    what TopKRelease::plan throws.
/// Proof     proofs/release/top_k.md
TopKRelease::Plan made_top_k_plan(const TopKRequest& request, const TopKRelease::Facts& facts,
                                  std::uint64_t selections, const Budget* budget,
                                  const Progress& progress);

/// The plan with what the request alone decides, and no account depends on.
TopKRelease::Plan finished_top_k_plan(TopKRelease::Plan plan, const TopKRequest& request,
                                      const TopKRelease::Facts& facts);

}  // namespace discreet::detail
