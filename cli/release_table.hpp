#pragma once

#include <optional>
#include <string>
#include <vector>

#include "discreet/release/table.hpp"
#include "release.hpp"
#include "tallies.hpp"

namespace discreet::cli {

/// What a table is about, in the words of the command line.
struct TableWords {
  std::string unit;                                ///< the column that says whose row it is
  std::optional<std::vector<std::string>> groups;  ///< as in the list
  bool sums = false;
  unsigned decimals = 0;  ///< of the sums
};

/// "limited domain" and its like: how the items are listed.
std::string list_in_words(const TableRelease::Plan& plan);

/// What is public of a table: what was asked for, and how it is listed. Sums have so many decimals.
std::vector<Fact> table_facts(const TableRelease::Plan& plan, unsigned decimals);

/// Charges, draws and writes out the tables.
///
/// Requires  the releaser was prepared for the tallies' terms.
void release_table(Releaser<TableRelease>& releaser, const Tallies& tallies,
                   const TableWords& words);

}  // namespace discreet::cli
