#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "ledger/store.hpp"

namespace discreet::detail {

/// Holds the run of that number by a lock of the database, which a connection of its own has until it ends.
///
/// Law       at most one holder among all who use the database, for as long as its connection lasts.
/// Throws    Error{ledger} if the patience ends first, or the server is not reached.
/// Proof     proofs/ledger/postgres_store.md
std::unique_ptr<RunHold> hold_postgres_run(const std::string& address,
                                           std::chrono::milliseconds patience, std::int64_t number);

}  // namespace discreet::detail
