#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <absl/container/flat_hash_map.h>

#include "abandoned_on_bad_alloc.hpp"
#include "decimal_sum.hpp"
#include "discreet/mechanisms/quantiles.hpp"
#include "discreet/release/quantiles.hpp"
#include "grid_reader.hpp"

namespace discreet::cli {

/// How rows become columns: public, all of it.
struct ColumnTerms {
  Grid grid;
  PerUnit per_unit = PerUnit::share;
  /// The public list of groups, none twice, each with a column; without one there is one column of all rows.
  std::optional<std::vector<std::string>> groups = {};
  /// How many groups of a unit are kept where it has one value in each; at least 1.
  std::uint64_t groups_per_unit = 1;
};

/// A row of the data that has a value.
struct ColumnRow {
  std::string_view unit;
  std::string_view group;  ///< not looked at without a list of groups
  GridPlace place;         ///< not looked at for sums and means
  DecimalSum number = {};  ///< only looked at for sums and means
};

/// What rows and terms have to do with each other, for the owner of the data. Nothing of it is private, and no release
/// may look at it.
struct ColumnFacts {
  std::uint64_t rows = 0;
  std::uint64_t rows_without_value = 0;
  std::uint64_t rows_outside_groups = 0;
  std::uint64_t units = 0;               ///< with a row that counts
  std::uint64_t units_above_groups = 0;  ///< with rows that count in more groups than are kept
  std::uint64_t units_above_shares = 0;  ///< with more rows than a unit can be shared by
  std::uint64_t values = 0;              ///< rows that count, or sums and means
  std::uint64_t values_below = 0;
  std::uint64_t values_above = 0;
};

/// What a QuantileColumns keeps of the rows that count.
struct ColumnTables {
  struct Sum {
    DecimalSum sum;
    std::uint64_t rows = 0;
  };
  /// A group and a cell.
  using Spot = std::pair<std::uint32_t, std::uint64_t>;

  absl::flat_hash_map<std::string_view, std::uint32_t> groups;
  absl::flat_hash_map<std::string, std::uint32_t> units;
  /// For shares and medians: the numbers of spots, and a unit's rows there; the unit in the upper half.
  absl::flat_hash_map<Spot, std::uint32_t> spot_numbers;
  std::vector<Spot> spots;
  absl::flat_hash_map<std::uint64_t, std::uint64_t> rows;
  /// For the other rules: the cell or the sum of a unit in a group; the unit in the upper half.
  absl::flat_hash_map<std::uint64_t, std::uint64_t> cells;
  absl::flat_hash_map<std::uint64_t, Sum> sums;
};

/// Turns rows into the masses of their values by the cells of a grid, one column for each group, such that one unit is
/// at most one unit of mass.
///
/// Law       a row counts if it has a value and its group is on the list. Shared, a unit with r rows that count, in all
///           groups together, puts floor(2^20 / r) on the cell of each. By any other rule a unit has one value for each
///           group in which a row of it counts (of the rows' cells the lower median, the least, the greatest or the
///           first; of their numbers the exact sum or mean, brought to its cell), and a mass of 1 on its cell; of these
///           groups keep_by_content keeps groups_per_unit. But for the first, no column depends on the order of rows.
/// Map       one unit more adds masses that come to at most 2^20 in all columns together where they are shared;
///           otherwise a mass of 1 in each of at most groups_per_unit columns. It takes none away.
/// Throws    std::bad_alloc, after which nothing more can be added; InputError past 2^31 - 1 units.
/// Cost      memory grows with the list and the distinct (unit, group, cell) of rows that count, not with the rows.
/// Proof     proofs/cli/quantile_columns.md
class QuantileColumns {
 public:
  explicit QuantileColumns(ColumnTerms terms);

  /// Takes one row.
  void add(const ColumnRow& row);

  /// Takes one row without a value.
  void add_without_value() noexcept;

  /// The columns of the rows so far, after which no row can be added.
  [[nodiscard]] std::vector<MassColumn> finish();

  /// Requires  finish() came before.
  [[nodiscard]] const ColumnFacts& facts() const noexcept { return facts_; }

 private:
  void add_to(ColumnTables& tables, const ColumnRow& row);
  void add_value(ColumnTables& tables, std::uint32_t unit, std::uint32_t group,
                 const ColumnRow& row) const;
  static std::uint32_t spot_number(ColumnTables& tables, const ColumnTables::Spot& spot);

  ColumnTerms terms_;
  AbandonedOnBadAlloc<ColumnTables> tables_;
  ColumnFacts facts_;
};

/// Whether a unit's value is computed from numbers, not from cells.
constexpr bool is_computed(PerUnit rule) noexcept {
  return rule == PerUnit::sum || rule == PerUnit::mean;
}

/// The columns of what was kept, which is used up.
std::vector<MassColumn> finish_columns(const ColumnTerms& terms, ColumnTables& tables,
                                       ColumnFacts& facts);

}  // namespace discreet::cli
