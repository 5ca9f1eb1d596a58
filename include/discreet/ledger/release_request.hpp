#pragma once

#include <string>

#include "discreet/framework/law.hpp"
#include "discreet/ledger/charge.hpp"
#include "discreet/ledger/plan_release.hpp"

namespace discreet {

/// Who asks for which release of which dataset.
struct ReleaseName {
  std::string dataset;
  std::string what;      ///< which release, as in top-k
  std::string asked_by;  ///< who wants it
};

/// What a planned release asks of a budget, with everything that a reader of the ledger needs to
/// know of how it was made.
ChargeRequest release_request(const ReleaseName& name, const SelectionTask& task, Optimize optimize,
                              const ReleasePlan& plan);

}  // namespace discreet
