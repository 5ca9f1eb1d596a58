#pragma once

#include <string>

#include "discreet/ledger/charge.hpp"
#include "discreet/ledger/ledger.hpp"
#include "ledger/open_ledger.hpp"

namespace discreet::detail {

/// The request as it is written down: its amounts in lowest terms.
///
/// Throws    Error{bad_parameter} for what is not written down.
ChargeRequest checked_charge(const ChargeRequest& request);

/// Charges, durably.
///
/// Requires  a request that checked_charge gave.
/// Throws    what Ledger::charge() throws; RunThere, with nothing charged, if its run was charged before.
Receipt write_charge(OpenLedger& ledger, const ChargeRequest& asked);

/// The receipt of a run's charge.
Receipt receipt_of(const RunState& run);

/// Refuses to take a run for another one.
///
/// Throws    Error{bad_parameter} unless it was asked for in the same way.
void require_same_request(const RunState& there, const RunRequest& run);

/// The same, and says what is another, as far as a charge has it.
void require_same_request(const RunState& there, const ChargeRequest& asked);

/// Refuses to draw under a charge that was made for something else.
///
/// Throws    Error{bad_parameter} also unless it was charged for the same, by whatever version of the program.
void require_same_charge(const RunState& there, const ChargeRequest& asked);

}  // namespace discreet::detail
