#pragma once

#include <string>
#include <vector>

#include "discreet/ledger/charge.hpp"

namespace discreet::cli {

/// A ledger for programs: the facts of ledger_text, under the schema discreet.ledger/2.
std::string ledger_as_json(const std::vector<DatasetState>& states,
                           const std::vector<Charge>& charges);

}  // namespace discreet::cli
