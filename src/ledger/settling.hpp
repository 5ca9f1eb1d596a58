#pragma once

#include <string>

#include "discreet/ledger/charge.hpp"
#include "ledger/open_ledger.hpp"

namespace discreet::detail {

/// Room in which the result of a run is settled and then stored, taken before its charge.
///
/// Requires  the run is held and has no result.
/// Throws    Error{ledger} if there is none, or something stands in its place.
std::unique_ptr<Settlement> take_room(OpenLedger& ledger, const ChargeRequest& asked);

/// Stores a text as the result of a run, unless one is stored by then: that is what it returns.
///
/// Law       what is stored was settled before, here where a settlement is given.
/// Requires  a text of UTF-8 without NUL that fits the run's room, and the run's charge with its hash.
bool store_result(OpenLedger& ledger, const Charge& charge, const std::string& text,
                  Settlement* settlement);

/// Stores what was settled for a run by somebody who was cut off before it was stored; whether there was something.
///
/// Throws    Error{ledger} also for something else in its place.
bool finish_settled(OpenLedger& ledger, const RunState& run);

/// The same of every run that has no result.
void finish_all_settled(OpenLedger& ledger);

/// Forgets what was settled for a run whose result was read from the ledger, if it is that.
void tidy_settled(OpenLedger& ledger, const Charge& charge, const std::string& text);

}  // namespace discreet::detail
