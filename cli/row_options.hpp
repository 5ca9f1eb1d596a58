#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "distinct_inputs.hpp"
#include "read_candidates.hpp"

namespace CLI {  // NOLINT(readability-identifier-naming): a library names it so
class App;
}  // namespace CLI

namespace discreet::cli {

class TableReader;

/// A public list as a command line names it.
struct ListFile {
  ListOf what = ListOf::candidates;
  std::string path;
  std::optional<std::string> column;  ///< of a table with a header
  std::string counted;                ///< the column of the rows that holds what is on the list
};

/// The list in the file.
///
/// Throws    InputError.
std::vector<std::string> read_list(const ListFile& file, const std::string& command);

/// Whether a command needs a list of candidates.
enum class Candidates { required, optional };

/// What a command line may say about rows and the candidates that they are held against.
struct RowOptions {
  std::string file;
  std::string unit;
  std::string item;
  std::optional<std::string> candidates;
  std::optional<std::string> candidates_column;
  std::optional<std::string> delimiter;

  void add(CLI::App& app, Candidates needed);

  /// Refuses one file or column for two of these, or of the others that the command reads.
  ///
  /// Throws    UsageError.
  void require_distinct(const std::vector<NamedWord>& other_files,
                        const std::vector<NamedWord>& other_columns = {}) const;

  /// The public list.
  ///
  /// Requires  that there is one.
  /// Throws    InputError.
  [[nodiscard]] std::vector<std::string> read_candidates(const std::string& command) const;

  /// Hands unit and item of each row to `row`.
  ///
  /// Requires  a unit in every row.
  /// Throws    InputError.
  void read_rows(
      const std::string& command, const std::function<void(double)>& progress,
      const std::function<void(std::string_view unit, std::string_view item)>& row) const;

  /// Hands each row to `row`, standing at its unit, its item and the fields of `more` columns.
  ///
  /// Requires  a unit in every row.
  /// Throws    InputError.
  void read_fields(const std::string& command, const std::vector<std::string>& more,
                   const std::function<void(double)>& progress,
                   const std::function<void(const TableReader&)>& row) const;
};

}  // namespace discreet::cli
