#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace discreet::detail {

/// Names and values in a fixed order, as they are hashed.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// The one text of a list of facts: a line "name: value" each, with newline and backslash escaped.
std::string facts_text(const Facts& facts);

/// The facts of a text that facts_text could have written; nothing from any other text.
std::optional<Facts> parse_facts(std::string_view text);

/// The value of a name; nothing if it is not there.
std::optional<std::string> fact(const Facts& facts, std::string_view name);

/// One link of the chain.
struct Entry {
  std::int64_t sequence = 0;  ///< 1, 2, 3, … in its chain
  std::string kind;           ///< ledger (the first), dataset, charge, result, witness and so on
  std::string dataset;
  std::string at;  ///< what the clock said: UTC, as in 2026-01-31T23:59:59Z
  std::string facts;
  std::string
      previous;  ///< the hash of the entry before; 64 zeros for the ledger's first, whose hash begins other chains
  std::string hash;
};

/// The SHA-256, in hex, of every other field, each preceded by its length.
///
/// Proof     proofs/ledger/chain.md
std::string entry_hash(const Entry& entry);

/// The SHA-256, in hex, of a text.
std::string text_hash(std::string_view text);

/// The facts of an entry in two: the time by which it is ordered, stated in a first line only where the
/// clock stood before that, and the record.
struct Stamp {
  std::optional<std::string> ordered_at;
  std::string_view record;
};

/// The facts of a record, with the order's time before them if there is one.
std::string stamped(const std::optional<std::string>& ordered_at, const Facts& facts);

/// What stamped() put together. The record points into the entry.
Stamp stamp_of(const Entry& entry);

/// What stands for a hash before the first entry.
inline constexpr std::string_view no_hash =
    "0000000000000000000000000000000000000000000000000000000000000000";

/// 128 random bits in hex, to tell one ledger from another; not part of any release.
///
/// Throws    Error{no_entropy}.
std::string random_id();

/// A time in seconds since 1970 as it is written in an entry; the nearest of the years 0 to 9999.
std::string time_text(std::int64_t seconds);

/// The seconds of a time; nothing from a text that time_text does not write.
std::optional<std::int64_t> parse_time(std::string_view text);

}  // namespace discreet::detail
