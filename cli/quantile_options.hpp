#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app.hpp"
#include "discreet/release/quantiles.hpp"
#include "distinct_inputs.hpp"
#include "options.hpp"
#include "quantile_columns.hpp"
#include "row_options.hpp"
#include "value_grid.hpp"

namespace discreet::cli {

/// What a command line may say about quantiles without data.
struct QuantileOptions {
  std::optional<std::string> quantiles;
  std::optional<std::string> lower;
  std::optional<std::string> upper;
  std::optional<std::string> step;
  std::optional<std::string> per_unit;
  std::optional<std::uint64_t> units;

  /// Everything.
  void add(App app);

  /// What says how values become a column.
  void add_grid(App app);

  /// Whether anything was said.
  [[nodiscard]] bool any() const noexcept;

  /// Throws    UsageError, or Error{bad_parameter} for what is no grid.
  [[nodiscard]] ValueGrid grid() const;
  [[nodiscard]] PerUnit rule() const;

  /// Refuses a limit of groups where a unit is shared by its rows.
  ///
  /// Throws    UsageError.
  void require_limit_fits(const std::optional<std::uint64_t>& groups_per_unit) const;

  /// What is asked of a release.
  ///
  /// Throws    UsageError for what cannot be meant, or Error{bad_parameter}.
  [[nodiscard]] QuantilesRequest request(const PrivacyOptions& privacy, const ChargeOptions& charge,
                                         const std::optional<std::uint64_t>& groups_per_unit) const;
};

/// What it may say about the rows that become columns.
struct ColumnOptions {
  std::vector<std::string> files;
  std::string unit;
  std::string value;
  std::optional<std::string> delimiter;
  std::optional<std::string> group;
  std::optional<std::string> groups;
  std::optional<std::string> groups_column;
  std::optional<std::uint64_t> groups_per_unit;
  std::string nulls = "drop";
  std::size_t threads = RowOptions::usual_threads();
  RowsAre rows = RowsAre::needed;

  void add(App app);

  /// As RowOptions have them.
  void find_files(RowsAre needed);
  void require_files(const std::vector<NamedWord>& other_files) const;

  /// Refuses options that do not fit together, and one file or column for two of these or the other files.
  ///
  /// Throws    UsageError.
  void require_sound(const std::vector<NamedWord>& other_files) const;

  /// The public list of groups, if there are groups.
  ///
  /// Throws    InputError.
  [[nodiscard]] std::optional<std::vector<std::string>> read_groups(
      const std::string& command) const;

  /// Hands the rows to the columns.
  ///
  /// Requires  a unit in every row, and a value as ValueReader reads it or none, whether the row counts or not.
  /// Throws    InputError with the line, never a value.
  void read_rows(const std::string& command, const ValueReader& reader,
                 const std::function<void(double)>& progress, QuantileColumns& columns) const;
};

}  // namespace discreet::cli
