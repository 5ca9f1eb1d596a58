#pragma once

#include <cstdint>
#include <string>

namespace discreet::detail {

/// Which entry of which ledger a witness has seen.
struct WitnessMark {
  std::string id;
  std::int64_t sequence = 0;
  std::string hash;
};

/// Writes a new witness, durably.
///
/// Throws    Error{ledger} if the file exists or cannot be written.
void create_witness(const std::string& path, const WitnessMark& mark);

/// What the witness has seen.
///
/// Throws    Error{ledger} if there is none, or it is not a witness.
WitnessMark read_witness(const std::string& path);

/// Moves the witness on to a later entry, durably, in place; an earlier one leaves it as it is.
///
/// Throws    Error{ledger}.
void advance_witness(const std::string& path, const WitnessMark& mark);

}  // namespace discreet::detail
