#pragma once

#include <string>
#include <vector>

#include "discreet/ledger/charge.hpp"

namespace discreet::cli {

/// A ledger for people: each dataset, what is left, and its charges.
std::string ledger_as_text(const std::vector<DatasetState>& states,
                           const std::vector<Charge>& charges);

/// The same facts for programs, under the schema discreet.ledger/1.
std::string ledger_as_json(const std::vector<DatasetState>& states,
                           const std::vector<Charge>& charges);

}  // namespace discreet::cli
