#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "distinct_inputs.hpp"

namespace CLI {  // NOLINT(readability-identifier-naming): a library names it so
class App;
}  // namespace CLI

namespace discreet::cli {

/// What a command line may say about rows and the candidates that they are held against.
struct RowOptions {
  std::string file;
  std::string unit;
  std::string item;
  std::string candidates;
  std::optional<std::string> candidates_column;
  std::optional<std::string> delimiter;

  void add(CLI::App& app);

  /// Refuses one file or column for two of these, or of the others that the command reads.
  ///
  /// Throws    UsageError.
  void require_distinct(const std::vector<NamedWord>& other_files) const;

  /// The public list.
  ///
  /// Throws    InputError.
  [[nodiscard]] std::vector<std::string> read_candidates(const std::string& command) const;

  /// Hands unit and item of each row to `row`.
  ///
  /// Requires  a unit in every row.
  /// Throws    InputError.
  void read_rows(
      const std::string& command, const std::function<void(double)>& progress,
      const std::function<void(std::string_view unit, std::string_view item)>& row) const;
};

}  // namespace discreet::cli
