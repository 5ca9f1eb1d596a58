#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace discreet::cli {

/// What rows and terms have to do with each other, for the owner of the data. Nothing of it is private, and no release
/// may look at it.
struct TallyFacts {
  std::uint64_t rows = 0;
  std::uint64_t rows_outside_groups = 0;  ///< without a group of the list
  std::uint64_t units = 0;                ///< with a row that counts
  std::uint64_t units_above_groups = 0;   ///< with rows that count in more groups than are kept
  std::uint64_t units_above_items = 0;    ///< with more items in the groups kept than are kept
  std::uint64_t sums = 0;                 ///< of a unit for an item, in the groups kept
  std::uint64_t sums_clipped = 0;
};

/// A group and an item, by their places in the lists.
struct Cell {
  std::uint32_t group = 0;
  std::uint32_t item = 0;
};

/// The table of one group, or of all rows where there are no groups.
struct TallyTable {
  std::vector<std::uint32_t> items;  ///< places in Tallies::items(), ascending
  std::vector<std::int64_t> scores;  ///< of all rows left, one for each of them
  std::vector<std::int64_t>
      limited;  ///< the same of the items kept of each unit; empty without items_per_unit
  std::int64_t units = 0;  ///< n: units with a row left in this table
};

/// What a Tally gives: a table for each group, built when it is asked for.
class Tallies {
 public:
  /// A score of a table.
  struct Entry {
    Cell cell;
    std::int64_t score = 0;
    std::int64_t limited = 0;
  };
  enum class Items { listed, seen };
  enum class Limited { no, yes };

  /// Entries in the order of groups and items, and the units of each group.
  Tallies(Items kind, std::vector<std::string> items, Limited limited, std::vector<Entry> entries,
          std::vector<std::int64_t> units, TallyFacts facts);

  /// The items: the list, in its order; without one those of the rows, in the order of their bytes.
  [[nodiscard]] const std::vector<std::string>& items() const noexcept { return items_; }

  /// How many tables there are: one for each group of the list, in its order, or one.
  [[nodiscard]] std::size_t size() const noexcept { return units_.size(); }

  /// A table. It has every item of a list, 0 where no unit has it; without a list those that some unit has.
  [[nodiscard]] TallyTable table(std::size_t group) const;

  /// The units with a row left in any table.
  [[nodiscard]] std::int64_t units() const noexcept {
    return static_cast<std::int64_t>(facts_.units);
  }

  [[nodiscard]] const TallyFacts& facts() const noexcept { return facts_; }

 private:
  Items kind_;
  Limited limited_;
  std::vector<std::string> items_;
  std::vector<Entry> entries_;
  std::vector<std::size_t> begins_;  // of each group among the entries, and the end
  std::vector<std::int64_t> units_;
  TallyFacts facts_;
};

}  // namespace discreet::cli
