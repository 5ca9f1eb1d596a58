#pragma once

#include <string>

#include "discreet/ledger/charge.hpp"

namespace discreet::cli {

/// A ledger for programs: the facts of ledger_text, under the schema discreet.ledger/2.
std::string ledger_as_json(const LedgerContents& contents);

/// The same of its runs alone.
std::string runs_as_json(const std::vector<RunState>& runs);

}  // namespace discreet::cli
