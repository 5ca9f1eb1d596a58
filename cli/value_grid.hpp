#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "discreet/release/quantiles.hpp"
#include "grid_reader.hpp"
#include "quantile_columns.hpp"

namespace discreet::cli {

/// What the values of a column are.
enum class ValueKind { numbers, days };

/// The grid that a command line names, and how its values are written.
class ValueGrid {
 public:
  /// Bounds are decimals or fractions, or both are days as YYYY-MM-DD and the step is a whole number of them. Without a
  /// step it is 1, for days and where both bounds are whole and at least 100 apart.
  ///
  /// Throws    UsageError, or Error{bad_parameter} as make_grid does.
  static ValueGrid parse(const std::string& lower, const std::string& upper,
                         const std::optional<std::string>& step);

  [[nodiscard]] const Grid& grid() const noexcept { return grid_; }
  [[nodiscard]] ValueKind kind() const noexcept { return kind_; }

  /// The value of a cell: a day, or a decimal with as many places as the grid needs, or a fraction where no decimal ends.
  [[nodiscard]] std::string text(std::uint64_t cell) const;
  [[nodiscard]] std::string step_text() const;

  /// "from 0 to 120 in steps of 1"
  [[nodiscard]] std::string in_words() const;

  /// At least as long as the text of any cell.
  [[nodiscard]] std::size_t longest_text() const;

 private:
  ValueGrid(Grid grid, ValueKind kind);

  Grid grid_;
  ValueKind kind_;
  std::optional<unsigned> decimals_;
};

/// Reads the values of a column as the rule for a unit needs them.
class ValueReader {
 public:
  /// Throws    UsageError if such values cannot be added up.
  ValueReader(const ValueGrid& grid, PerUnit rule);

  struct Value {
    GridPlace place;
    DecimalSum number;
  };

  /// Requires  a number or a day; a day may have a time behind it, but no zone.
  /// Throws    InputError with the line, never a value.
  [[nodiscard]] Value read(std::string_view text, std::uint64_t line) const;

 private:
  GridReader reader_;
  ValueKind kind_;
  PerUnit rule_;
};

}  // namespace discreet::cli
