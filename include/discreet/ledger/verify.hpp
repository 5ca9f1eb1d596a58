#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "discreet/ledger/ledger.hpp"

namespace discreet {

/// What verify_ledger found.
struct Verification {
  std::int64_t entries = 0;            ///< how many links hold, from the first on
  std::string head;                    ///< the hash of the last of them
  std::optional<std::string> problem;  ///< the first broken link and what is wrong with it
  std::optional<Move> moved = {};      ///< where the ledger went, if it did
  std::optional<Move> copied =
      {};  ///< how it came here, if it did: what it held there is what it held here
  bool unfinished = false;  ///< whether it is a copy that nothing can be charged to yet
};

/// Reads a ledger's whole file, link by link, and compares it with the witness if there is one.
///
/// Law       no problem means: the file is sound for SQLite, every entry follows the one before and
///           hashes to what it says, no charge passed its budget, nothing follows or is missing, and what was settled beside it for a
///           run and is not stored yet is a result of that run.
/// Throws    Error{ledger} only if there is no such file.
/// Proof     proofs/ledger/chain.md
Verification verify_ledger(const std::string& path, const LedgerOptions& options = {});

}  // namespace discreet
