#include "ledger/postgres/read_entries.hpp"

#include <algorithm>
#include <limits>

namespace discreet::detail {
namespace {

constexpr int entries_at_once = 1000;

Entry postgres_entry(const PostgresResult& rows, int row) {
  return {rows.integer(row, 0), rows.text(row, 1), rows.text(row, 2), rows.text(row, 3),
          rows.text(row, 4),    rows.text(row, 5), rows.text(row, 6)};
}

}  // namespace

std::optional<Entry> read_postgres_entry(PostgresConnection& connection, const std::string& dataset,
                                         std::int64_t sequence) {
  const PostgresResult row = connection.run(
      "SELECT sequence, kind, dataset, at, facts, previous, hash "
      "FROM discreet.entries($1, $2::bigint) LIMIT 1",
      {dataset, std::to_string(sequence - 1)});
  return row.rows() == 1 && row.integer(0, 0) == sequence ? std::optional{postgres_entry(row, 0)}
                                                          : std::nullopt;
}

void each_postgres_entry(PostgresConnection& connection, const std::string& dataset,
                         std::int64_t sequence, const std::function<void(const Entry&)>& visit) {
  // The server also gives, each time, what has a number below 1: it comes first, and is passed over afterwards.
  std::int64_t last = std::numeric_limits<std::int64_t>::min();
  int rows = entries_at_once;
  while (rows == entries_at_once) {
    const PostgresResult some = connection.run(
        "SELECT sequence, kind, dataset, at, facts, previous, hash "
        "FROM discreet.entries($1, $2::bigint) WHERE sequence > $3::bigint "
        "ORDER BY sequence LIMIT $4::integer",
        {dataset, std::to_string(std::max(sequence, last)), std::to_string(last),
         std::to_string(entries_at_once)});
    rows = some.rows();
    for (int row = 0; row < rows; ++row) {
      const Entry entry = postgres_entry(some, row);
      last = entry.sequence;
      visit(entry);
    }
  }
}

}  // namespace discreet::detail
