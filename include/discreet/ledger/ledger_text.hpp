#pragma once

#include <string>
#include <vector>

#include "discreet/ledger/charge.hpp"

namespace discreet {

/// A ledger for people: each dataset, what is left, and its charges.
std::string ledger_text(const std::vector<DatasetState>& states,
                        const std::vector<Charge>& charges);

}  // namespace discreet
