#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "tallies.hpp"

namespace discreet::cli {

/// Between which numbers a unit's sum for an item is brought, both included.
struct Clip {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

/// Which rows count, and how much of one unit: public, all of it.
struct TallyTerms {
  /// The public list of items, none twice; without one every item of the rows counts that is not empty.
  std::optional<std::vector<std::string>> candidates;
  /// The public list of groups, none twice, each with a table; without one there is one table of all rows.
  std::optional<std::vector<std::string>> groups;
  /// How many groups of a unit are kept; at least 1.
  std::uint64_t groups_per_unit = 1;
  /// How many items of a unit are kept for the limited scores, with groups how many (group, item) in all; at least 1.
  std::optional<std::uint64_t> items_per_unit;
  /// With one, scores are sums of values; without one they count units.
  std::optional<Clip> clip;
};

/// A sum in 128 bits, that the slots of a table need not be aligned to 16 bytes for.
class WideSum {
 public:
  using Wide = __int128_t;

  void add(std::int64_t value) noexcept;
  [[nodiscard]] Wide value() const noexcept;

 private:
  std::uint64_t low_ = 0;
  std::uint64_t high_ = 0;
};

/// What a Tally keeps of the rows that count.
struct TallyTables {
  absl::flat_hash_map<std::string_view, std::uint32_t> listed_items;
  absl::flat_hash_map<std::string, std::uint32_t> seen_items;
  absl::flat_hash_map<std::string_view, std::uint32_t> groups;
  absl::flat_hash_map<std::string, std::uint32_t> units;
  /// With groups a cell is the number of a (group, item), and these say of which; without, that of the item.
  absl::flat_hash_map<std::uint64_t, std::uint32_t> cell_numbers;
  std::vector<Cell> cells;
  /// The unit in the upper half, the cell in the lower.
  absl::flat_hash_set<std::uint64_t> pairs;
  absl::flat_hash_map<std::uint64_t, WideSum> sums;
};

/// The tables of what was kept, which is used up.
Tallies finish_tally(const TallyTerms& terms, TallyTables& tables, TallyFacts facts);

}  // namespace discreet::cli
