#include "table_reader.hpp"

#include <utility>

#include "input_error.hpp"

namespace discreet::cli {

TableReader::TableReader(NextBytes next_bytes, char separator,
                         const std::vector<std::string>& columns)
    : csv_(std::move(next_bytes), separator) {
  if (!csv_.next() || csv_.blank()) {
    throw InputError{"the file is empty: it must begin with a header"};
  }
  width_ = csv_.size();
  for (const std::string& column : columns) {
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
    places_.push_back(*place);
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
    return true;
  }
  return false;
}

char separator_of(const std::string& path, const std::optional<std::string>& stated) {
  if (!stated) {
    return path.ends_with(".tsv") || path.ends_with(".tab") ? '\t' : ',';
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
