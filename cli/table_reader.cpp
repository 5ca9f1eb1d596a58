#include "table_reader.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "input_error.hpp"

namespace discreet::cli {

namespace {

constexpr std::array<char, 4> usual_separators{',', ';', '\t', '|'};

std::string in_words(char separator) {
  return separator == '\t' ? "tab" : std::string{"'"} + separator + "'";
}

std::vector<std::string> header_of(std::string_view head, char separator) {
  std::vector<std::string> out;
  try {
    CsvReader csv{[head]() mutable { return std::exchange(head, {}); }, separator};
    const std::size_t size = csv.next() ? csv.size() : 0;
    for (std::size_t i = 0; i < size; ++i) {
      out.emplace_back(csv.field(i));
    }
  } catch (const InputError&) {
    out.clear();
  }
  return out;
}

// What to try where the header has not every wanted column.
std::string suggestion(std::string_view head, char separator,
                       const std::vector<std::string>& columns) {
  const auto found = separator_with(head, columns);
  if (found && *found != separator) {
    return "; with --delimiter " + in_words(*found) + " the header has every column";
  }
  const bool one_field = header_of(head, separator).size() < 2;
  for (const char other : usual_separators) {
    if (one_field && header_of(head, other).size() > 1) {
      return "; if its fields are not separated by " + in_words(separator) + ", try --delimiter " +
             in_words(other);
    }
  }
  return "";
}

}  // namespace

bool header_has(std::string_view head, char separator, const std::vector<std::string>& columns) {
  const auto header = header_of(head, separator);
  return std::all_of(columns.begin(), columns.end(), [&](const std::string& column) {
    return std::count(header.begin(), header.end(), column) == 1;
  });
}

std::optional<char> separator_with(std::string_view head, const std::vector<std::string>& columns) {
  for (const char separator : usual_separators) {
    if (header_has(head, separator, columns)) {
      return separator;
    }
  }
  return std::nullopt;
}

std::vector<std::string> between_commas(const std::string& names) {
  std::vector<std::string> out;
  std::size_t begin = 0;
  while (begin <= names.size()) {
    const std::size_t end = std::min(names.find(',', begin), names.size());
    if (end == begin) {
      return {names};
    }
    out.push_back(names.substr(begin, end - begin));
    begin = end + 1;
  }
  return out.empty() ? std::vector<std::string>{names} : out;
}

TableReader::TableReader(NextBytes next_bytes, char separator,
                         const std::vector<std::string>& columns, FirstColumn first)
    : TableReader(Peek{std::move(next_bytes), longest_header}, separator, columns, first) {}

TableReader::TableReader(const Peek& peek, char separator, const std::vector<std::string>& columns,
                         FirstColumn first)
    : csv_(peek.bytes(), separator) {
  try {
    find_columns(columns, first);
  } catch (const InputError& error) {
    std::string more = suggestion(peek.head(), separator, columns);
    if (more.empty() && first == FirstColumn::may_be_several) {
      std::vector<std::string> split = between_commas(columns.front());
      split.insert(split.end(), columns.begin() + 1, columns.end());
      more = suggestion(peek.head(), separator, split);
    }
    throw InputError{error.what() + more};
  }
}

bool TableReader::has(const std::string& column) const {
  for (std::size_t i = 0; i < width_; ++i) {
    if (csv_.field(i) == column) {
      return true;
    }
  }
  return false;
}

std::size_t TableReader::place_of(const std::string& column) const {
  std::optional<std::size_t> place;
  for (std::size_t i = 0; i < width_; ++i) {
    if (csv_.field(i) == column) {
      if (place) {
        throw InputError{"the header names the column '" + column + "' more than once"};
      }
      place = i;
    }
  }
  if (!place) {
    throw InputError{"the header has no column '" + column + "'"};
  }
  return *place;
}

void TableReader::find_columns(const std::vector<std::string>& columns, FirstColumn first) {
  if (!csv_.next() || csv_.blank()) {
    throw InputError{"the file is empty: it must begin with a header"};
  }
  width_ = csv_.size();
  std::vector<std::string> of_first{columns.front()};
  if (first == FirstColumn::may_be_several) {
    const std::vector<std::string> split = between_commas(columns.front());
    const bool all = std::all_of(split.begin(), split.end(),
                                 [&](const std::string& column) { return has(column); });
    if (split.size() > 1 && all && has(columns.front())) {
      throw InputError{"the header has the column '" + columns.front() +
                       "', and each of those between its commas: it must not have both"};
    }
    if (!has(columns.front())) {
      of_first = split;
    }
  }
  for (const std::string& column : of_first) {
    first_places_.push_back(place_of(column));
  }
  places_.push_back(first_places_.front());
  for (std::size_t i = 1; i < columns.size(); ++i) {
    places_.push_back(place_of(columns[i]));
  }
}

// Text that says where each column ends, so that no two lists of fields are one.
void TableReader::join_first() {
  first_.clear();
  for (const std::size_t place : first_places_) {
    const std::string_view field = csv_.field(place);
    if (field.empty()) {
      first_.clear();
      return;
    }
    std::array<char, 20> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), field.size());
    first_.append(digits.data(), end.ptr);
    first_ += ':';
    first_ += field;
  }
}

bool TableReader::next() {
  std::uint64_t blank_line = 0;
  while (csv_.next()) {
    if (csv_.blank() && width_ > 1) {
      blank_line = blank_line == 0 ? csv_.line() : blank_line;
      continue;
    }
    // Blank lines are skipped at the end only: in the middle something may be lost.
    if (blank_line != 0 || csv_.size() != width_) {
      throw InputError{blank_line != 0 ? blank_line : csv_.line(),
                       "a row must have as many fields as the header"};
    }
    if (first_places_.size() > 1) {
      join_first();
    }
    return true;
  }
  return false;
}

char separator_of(const std::string& path, const std::optional<std::string>& stated) {
  if (!stated) {
    std::string name = path;
    std::transform(name.begin(), name.end(), name.begin(), [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    for (const std::string_view packed : {".gz", ".zst", ".zstd"}) {
      if (name.ends_with(packed)) {
        name.erase(name.size() - packed.size());
        break;
      }
    }
    return name.ends_with(".tsv") || name.ends_with(".tab") ? '\t' : ',';
  }
  if (*stated == "tab" || *stated == "\\t") {
    return '\t';
  }
  const bool fine = stated->size() == 1 && *stated != "\"" && *stated != "\n" && *stated != "\r" &&
                    static_cast<unsigned char>((*stated)[0]) < 0x80;
  if (!fine) {
    throw UsageError{"--delimiter must be one ASCII character or the word tab"};
  }
  return (*stated)[0];
}

}  // namespace discreet::cli
