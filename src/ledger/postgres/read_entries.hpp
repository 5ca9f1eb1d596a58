#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "ledger/entry.hpp"
#include "ledger/postgres/connection.hpp"

namespace discreet::detail {

/// The entry of a number in a dataset's chain; nothing if there is none.
std::optional<Entry> read_postgres_entry(PostgresConnection& connection, const std::string& dataset,
                                         std::int64_t sequence);

/// Visits every entry of a dataset's chain, in order of its number, but for those from 1 to the given one. No more than
/// a thousand are in memory at once, however long the chain is.
///
/// Requires  a transaction that reads what does not change meanwhile.
void each_postgres_entry(PostgresConnection& connection, const std::string& dataset,
                         std::int64_t sequence, const std::function<void(const Entry&)>& visit);

}  // namespace discreet::detail
