#pragma once

#include <string>

#include "discreet/ledger/charge.hpp"

namespace discreet::cli {

/// A ledger for programs: the facts of ledger_text, under the schema discreet.ledger/2.
std::string ledger_as_json(const LedgerContents& contents);

}  // namespace discreet::cli
