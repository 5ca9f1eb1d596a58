#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app.hpp"
#include "row_options.hpp"
#include "tally.hpp"

namespace discreet::cli {

/// What a command line may say about how rows become tables: groups, limits for each unit, and sums.
struct TallyOptions {
  std::optional<std::string> group;
  std::optional<std::string> groups;
  std::optional<std::string> groups_column;
  std::optional<std::uint64_t> groups_per_unit;
  std::optional<std::uint64_t> items_per_unit;
  bool by_nature = false;
  std::optional<std::string> value;
  std::optional<std::string> clip;
  std::optional<unsigned> decimals;

  void add(App app);

  /// What is kept of each unit, and between which numbers its sums are brought: parts of add().
  void add_limits(App app);
  void add_clip(App app);

  /// Refuses options that do not fit together, and one file or column for two of these, those of the rows, or of the
  /// others that the command reads.
  ///
  /// Throws    UsageError.
  void require_sound(const RowOptions& rows, std::vector<NamedWord> other_files) const;

  /// The others, with the list of groups.
  [[nodiscard]] std::vector<NamedWord> with_groups(std::vector<NamedWord> other_files) const;

  /// The public list of groups, if there are groups.
  ///
  /// Throws    InputError.
  [[nodiscard]] std::optional<std::vector<std::string>> read_groups(
      const std::string& command) const;

  /// The terms of a tally of these groups, without candidates.
  ///
  /// Throws    UsageError if the clip is none.
  [[nodiscard]] TallyTerms terms(std::optional<std::vector<std::string>> listed_groups) const;

  /// Hands each row to `row`, its value in units of the last decimal.
  ///
  /// Requires  a unit in every row, and a value as try_fixed_point reads it, whether the row counts or not.
  /// Throws    InputError with the line, never a value.
  void read_rows(const RowOptions& rows, const std::string& command,
                 const std::function<void(double)>& progress,
                 const std::function<void(const TallyRow&)>& row) const;

 private:
  [[nodiscard]] std::optional<Clip> parsed_clip() const;
};

}  // namespace discreet::cli
