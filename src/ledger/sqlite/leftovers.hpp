#pragma once

#include <string>

#include "ledger/files.hpp"

namespace discreet::detail {

/// Refuses what a crash left beside a ledger if it is not of the ledger's last transaction: SQLite knows a
/// journal by its name alone, and would play it back over charges that were made since.
///
/// Law       a journal passes if the transaction that it undoes began at the state that the file is in, or at
///           the one before; a write-ahead log passes if the file says that it has one.
/// Requires  the file's lock; the path by which SQLite knows the file.
/// Throws    Error{ledger} if something is refused.
/// Proof     proofs/ledger/charge.md
void require_own_leftovers(const File& ledger, const std::string& path);

/// Refuses to give a new file a name that SQLite would find a journal or a log for.
///
/// Throws    Error{ledger}.
void require_no_leftovers(const std::string& path);

}  // namespace discreet::detail
