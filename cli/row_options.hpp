#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app.hpp"
#include "distinct_inputs.hpp"
#include "matching_files.hpp"
#include "read_candidates.hpp"

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
  std::vector<std::string> files;  ///< "-" is standard input
  std::string unit;                ///< a column, or several with commas between
  std::string item;
  std::optional<std::string> candidates;
  std::optional<std::string> candidates_column;
  std::optional<std::string> delimiter;
  std::size_t threads = usual_threads();
  RowsAre rows = RowsAre::needed;

  void add(App app, Candidates needed);

  /// The files of the rows and the column, or columns, that say whose a row is: parts of add().
  static void add_files(App app, std::vector<std::string>& files);
  static void add_unit(App app, std::string& unit);
  static void add_threads(App app, std::size_t& threads);

  /// As many as there are processors, but no more than can be kept busy.
  static std::size_t usual_threads();

  /// Puts the files in the place of the words that mean them, if the rows may not be needed as far as they are there.
  ///
  /// Throws    UsageError.
  void find_files(RowsAre needed = RowsAre::needed);

  /// What find_files() and require_distinct() left out of the files of rows that turn out to be needed.
  ///
  /// Throws    UsageError.
  void require_files(const std::vector<NamedWord>& other_files) const;

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

  /// Hands each row of each file to `row`, standing at its unit, its item and the fields of `more` columns. Each file
  /// has a header of its own.
  ///
  /// Requires  a unit in every row, and that it is of as many columns in every file.
  /// Throws    UsageError for a column of the unit that is another one too; InputError.
  void read_fields(const std::string& command, const std::vector<std::string>& more,
                   const std::function<void(double)>& progress,
                   const std::function<void(const TableReader&)>& row) const;
};

}  // namespace discreet::cli
