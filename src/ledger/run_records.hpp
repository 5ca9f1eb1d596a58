#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "discreet/ledger/charge.hpp"
#include "ledger/entry.hpp"

namespace discreet::detail {

/// The most room that a run may ask for.
inline constexpr std::uint64_t most_room = 16UL * 1024 * 1024;

/// Whether some version of this library could have charged for such a run.
bool is_sound(const RunRequest& run);

/// How many bytes a text takes of a run's room.
std::uint64_t size_in_room(std::string_view text);

/// The result of a run as facts: as long for every text that fits the room, so that whether an entry can be written
/// does not depend on what was drawn.
///
/// Requires  a text that fits the room of the charge's run.
/// Throws    Error{bug} if it does not.
Facts result_facts(const Charge& charge, const std::string& text);

/// The result of a run as it is settled before it is stored: bound to its charge, and as long for every text.
///
/// Requires  as result_facts.
/// Throws    Error{bug} if not.
std::string settled_result(const Charge& charge, const std::string& text);

/// The text of a settled result.
///
/// Throws    Error{ledger} for anything that settled_result() does not write of that charge.
std::string text_of_settled(const Charge& charge, const std::string& bytes);

/// What the facts of a result say. It names its charge by the run, since numbers change where a ledger is copied to
/// chains of another store.
struct ResultRecord {
  std::string run;
  std::string sha256;
  std::string text;
  std::uint64_t room = 0;
};

/// The same read back; nothing from facts that no result writes.
std::optional<ResultRecord> parse_result(const Entry& entry);

}  // namespace discreet::detail
