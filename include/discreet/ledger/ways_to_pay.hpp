#pragma once

#include <optional>
#include <vector>

#include "discreet/ledger/charge.hpp"
#include "discreet/ledger/plan_release.hpp"

namespace discreet {

/// A release as it would be made and paid for.
struct WayToPay {
  ReleasePlan plan;
  Amounts charged;              ///< in the dataset's own terms
  std::optional<Amounts> left;  ///< nothing where the budget does not cover it
};

/// Every way in which a dataset lets a release be paid for, the one that is taken by default first.
///
/// Law       under mixed an (epsilon, delta) can be paid in rho or in epsilon, unless asked.pay says
///           which; otherwise there is one way. Each plan is that of plan_release with this pay, and what
///           is left is what a charge made now would leave.
/// Throws    what plan_release throws.
/// Cost      one or two plans.
/// Proof     proofs/ledger/plan_release.md
std::vector<WayToPay> ways_to_pay(const SelectionTask& task, const AskedPrivacy& asked,
                                  const DatasetState& state, const Progress& progress = {});

}  // namespace discreet
