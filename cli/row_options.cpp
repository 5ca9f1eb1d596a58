#include "row_options.hpp"

#include <algorithm>
#include <thread>

#include <fmt/format.h>

#include "matching_files.hpp"
#include "plain_text.hpp"
#include "table_reader.hpp"

namespace discreet::cli {
namespace {

char in_lower_case(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Whoever saved the column of a table as a list has its header in it.
void require_no_header(const std::string& first, const ListFile& file) {
  const bool same =
      std::equal(first.begin(), first.end(), file.counted.begin(), file.counted.end(),
                 [](char one, char other) { return in_lower_case(one) == in_lower_case(other); });
  if (same) {
    const bool groups = file.what == ListOf::groups;
    throw InputError{1, fmt::format("the list begins with the name of the {} column, as a table "
                                    "does: name the column with --{}s-column",
                                    groups ? "group" : "item", groups ? "group" : "candidate")};
  }
}

// A unit of several columns is none of the other columns, and no other unit than in the files before.
void require_one_meaning(const TableReader& table, const std::vector<std::string>& columns,
                         std::optional<std::size_t>& unit_columns) {
  if (table.first_columns() > 1) {
    std::vector<NamedWord> roles;
    for (const std::string& column : between_commas(columns.front())) {
      roles.push_back({"--unit", column});
    }
    for (std::size_t i = 1; i < columns.size(); ++i) {
      roles.push_back({"another option", columns[i]});
    }
    require_distinct_columns(roles);
  }
  if (unit_columns.value_or(table.first_columns()) != table.first_columns()) {
    throw InputError{"the unit is of one column here and of several in another file"};
  }
  unit_columns = table.first_columns();
}

}  // namespace

std::vector<std::string> read_list(const ListFile& file, const std::string& command) {
  Input input{file.path, command, InputRole::candidates_list, {}};
  if (file.column) {
    input.role = InputRole::candidates_table;
    input.columns = {*file.column};
  }
  return read_text(
      input, [](double) {},
      [&](const NextBytes& text) {
        if (file.column) {
          return read_candidates(text, separator_of(file.path, std::nullopt), *file.column,
                                 file.what);
        }
        auto list = read_candidates(text, file.what);
        require_no_header(list.front(), file);
        return list;
      });
}

void RowOptions::add(App app, Candidates needed) {
  add_files(app, files);
  add_threads(app, threads);
  add_unit(app, unit);
  app.add_option("--item", item, "the column that is counted").required();
  app.add_option("--candidates", candidates, "the public list of items, one on each line")
      .required(needed == Candidates::required)
      .type_name("FILE");
  app.add_option("--candidates-column", candidates_column,
                 "the list is this column of a table with a header")
      .needs(app.option("--candidates"));
  app.add_option(
      "--delimiter", delimiter,
      "what separates the fields of the rows: one character, or tab; by default a tab for "
      ".tsv, else a comma");
}

void RowOptions::add_files(App app, std::vector<std::string>& files) {
  app.add_option("file", files,
                 "CSV or TSV with a header, also in gzip or zstd; several, or a pattern such as "
                 "'*.csv', are read one after another; - is standard input")
      .required()
      .type_name("FILE");
}

void RowOptions::add_unit(App app, std::string& unit) {
  app.add_option("--unit", unit,
                 "the column that says whose row it is; several have commas between")
      .required();
}

void RowOptions::add_threads(App app, std::size_t& threads) {
  app.add_option("--threads", threads,
                 "how many threads read and count; by default 2, or 1 on a single processor")
      .between(1, 64, "N");
}

std::size_t RowOptions::usual_threads() {
  return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 2);
}

void RowOptions::find_files(RowsAre needed) {
  rows = needed;
  files = matching_files(files, rows);
}

void RowOptions::require_files(const std::vector<NamedWord>& other_files) const {
  require_row_files(files, {"--candidates", candidates}, other_files);
}

void RowOptions::require_distinct(const std::vector<NamedWord>& other_files,
                                  const std::vector<NamedWord>& other_columns) const {
  std::vector<NamedWord> columns{{"--unit", unit}, {"--item", item}};
  columns.insert(columns.end(), other_columns.begin(), other_columns.end());
  require_distinct_columns(columns);
  if (rows == RowsAre::needed) {
    require_files(other_files);
  }
}

std::vector<std::string> RowOptions::read_candidates(const std::string& command) const {
  return read_list({ListOf::candidates, candidates.value(), candidates_column, item}, command);
}

void RowOptions::read_rows(
    const std::string& command, const std::function<void(double)>& progress,
    const std::function<void(std::string_view unit, std::string_view item)>& row) const {
  read_fields(command, {}, progress, [&](const TableReader& table) { row(table[0], table[1]); });
}

void RowOptions::read_fields(const std::string& command, const std::vector<std::string>& more,
                             const std::function<void(double)>& progress,
                             const std::function<void(const TableReader&)>& row) const {
  std::optional<std::size_t> unit_columns;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const char separator = separator_of(files[i], delimiter);
    std::vector<std::string> columns{unit, item};
    columns.insert(columns.end(), more.begin(), more.end());
    Input input{files[i], command, InputRole::table, between_commas(unit), threads};
    input.columns.insert(input.columns.end(), columns.begin() + 1, columns.end());
    const auto whole = [&](double part) {
      progress((static_cast<double>(i) + part) / static_cast<double>(files.size()));
    };
    read_text(input, whole, [&](const NextBytes& text) {
      TableReader table{text, separator, columns, FirstColumn::may_be_several};
      require_one_meaning(table, columns, unit_columns);
      while (table.next()) {
        if (table[0].empty()) {
          throw InputError{table.line(), "the unit must not be empty"};
        }
        row(table);
      }
    });
  }
}

}  // namespace discreet::cli
