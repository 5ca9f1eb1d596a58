#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "csv_reader.hpp"
#include "peek.hpp"

namespace discreet::cli {

/// Whether the first of the wanted columns may be several, with commas between their names.
enum class FirstColumn { one, may_be_several };

/// A table with a header: the wanted columns of each row, checked as it goes.
///
/// Law       where the first may be several, it is the column with exactly that name if there is one, else the columns
///           between the commas; a header that has both is refused. Several have one text: that of each after its
///           length and a colon, so that a and bc are 1:a2:bc, and ab and c 2:ab1:c. It is empty if any of them is.
/// Requires  a header that names each wanted column once; rows as wide as the header.
/// Throws    InputError with the line, never a value; with a separator under which the header would be
///           right, if there is one.
class TableReader {
 public:
  TableReader(NextBytes next_bytes, char separator, const std::vector<std::string>& columns,
              FirstColumn first = FirstColumn::one);

  /// Goes to the next row; false at the end.
  bool next();

  /// The field of the i-th wanted column.
  [[nodiscard]] std::string_view operator[](std::size_t i) const {
    return i == 0 && first_places_.size() > 1 ? std::string_view{first_} : csv_.field(places_[i]);
  }
  /// Of how many columns the first is made.
  [[nodiscard]] std::size_t first_columns() const noexcept { return first_places_.size(); }
  [[nodiscard]] std::uint64_t line() const noexcept { return csv_.line(); }

 private:
  TableReader(const Peek& peek, char separator, const std::vector<std::string>& columns,
              FirstColumn first);
  void find_columns(const std::vector<std::string>& columns, FirstColumn first);
  [[nodiscard]] std::size_t place_of(const std::string& column) const;
  [[nodiscard]] bool has(const std::string& column) const;
  void join_first();

  CsvReader csv_;
  std::size_t width_ = 0;
  std::vector<std::size_t> places_;
  std::vector<std::size_t> first_places_;
  std::string first_;  // the text of the first column, if it is several
};

/// The names between the commas; only the whole, where one of them would be empty or there is no comma.
std::vector<std::string> between_commas(const std::string& names);

/// How much of a table may be looked at before it is read.
inline constexpr std::size_t longest_header = 64UL << 10;

/// Whether a table that begins so has each of the columns once, with that separator.
bool header_has(std::string_view head, char separator, const std::vector<std::string>& columns);

/// Which of comma, semicolon, tab and bar gives a table that begins so each of the columns once.
std::optional<char> separator_with(std::string_view head, const std::vector<std::string>& columns);

/// The separator of a file: as stated (one character, or "tab"), else a tab for .tsv and .tab in any
/// case, compressed or not, else a comma.
///
/// Throws    UsageError for a separator that cannot be one.
char separator_of(const std::string& path, const std::optional<std::string>& stated);

}  // namespace discreet::cli
