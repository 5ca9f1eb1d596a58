#include "row_options.hpp"

#include <algorithm>

#include <CLI/CLI.hpp>

#include "plain_text.hpp"
#include "read_candidates.hpp"
#include "table_reader.hpp"

namespace discreet::cli {
namespace {

char in_lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Whoever saved the column of a table as a list has its header in it.
void require_no_header(const std::string& first, const std::string& item) {
  const bool same =
      std::equal(first.begin(), first.end(), item.begin(), item.end(),
                 [](char one, char other) { return in_lower_case(one) == in_lower_case(other); });
  if (same) {
    throw InputError{1,
                     "the list begins with the name of the item column, as a table does: name "
                     "the column with --candidates-column"};
  }
}

}  // namespace

void RowOptions::add(CLI::App& app) {
  app.add_option("file", file,
                 "CSV or TSV with a header, also in gzip or zstd; - is standard input")
      ->required()
      ->type_name("FILE");
  app.add_option("--unit", unit, "the column that says whose row it is")->required();
  app.add_option("--item", item, "the column that is counted")->required();
  app.add_option("--candidates", candidates, "the public list of items, one on each line")
      ->required()
      ->type_name("FILE");
  app.add_option("--candidates-column", candidates_column,
                 "the list is this column of a table with a header");
  app.add_option(
      "--delimiter", delimiter,
      "what separates the fields of the rows: one character, or tab; by default a tab for "
      ".tsv, else a comma");
}

void RowOptions::require_distinct(const std::vector<NamedWord>& other_files) const {
  require_distinct_columns({{"--unit", unit}, {"--item", item}});
  std::vector<NamedWord> files{{"the rows", file}, {"--candidates", candidates}};
  files.insert(files.end(), other_files.begin(), other_files.end());
  require_distinct_files(files);
}

std::vector<std::string> RowOptions::read_candidates(const std::string& command) const {
  Input input{candidates, command, InputRole::candidates_list, {}};
  if (candidates_column) {
    input.role = InputRole::candidates_table;
    input.columns = {*candidates_column};
  }
  return read_text(
      input, [](double) {},
      [&](const NextBytes& text) {
        if (candidates_column) {
          return cli::read_candidates(text, separator_of(candidates, std::nullopt),
                                      *candidates_column);
        }
        auto list = cli::read_candidates(text);
        require_no_header(list.front(), item);
        return list;
      });
}

void RowOptions::read_rows(
    const std::string& command, const std::function<void(double)>& progress,
    const std::function<void(std::string_view unit, std::string_view item)>& row) const {
  const char separator = separator_of(file, delimiter);
  const Input input{file, command, InputRole::table, {unit, item}};
  read_text(input, progress, [&](const NextBytes& text) {
    TableReader table{text, separator, input.columns};
    while (table.next()) {
      if (table[0].empty()) {
        throw InputError{table.line(), "the unit must not be empty"};
      }
      row(table[0], table[1]);
    }
  });
}

}  // namespace discreet::cli
