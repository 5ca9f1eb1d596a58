#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "discreet/ledger/charge.hpp"
#include "discreet/release/top_k.hpp"

namespace discreet::cli {

/// Every way in which a dataset, and its group if it has one, let a release be paid for; without one the one plan.
///
/// Throws    what TopKRelease::plan throws; Error{over_budget} if there is none, in the words in which the release would
///           be refused.
std::vector<WayToPay> ways_to_plan(const TopKRequest& request, std::uint64_t candidates,
                                   const std::optional<DatasetState>& state,
                                   const Progress& progress);

}  // namespace discreet::cli
