#include "read_candidates.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include <absl/container/flat_hash_set.h>

#include "abandoned_on_bad_alloc.hpp"
#include "blank_ends.hpp"
#include "discreet/ledger/text.hpp"
#include "input_error.hpp"
#include "table_reader.hpp"

namespace discreet::cli {
namespace {

constexpr std::size_t longest_candidate = 64UL << 10;

// What holds for a candidate wherever it stands.
void require_sound(std::string_view candidate, std::uint64_t number) {
  if (candidate.empty()) {
    throw InputError{number, "a candidate must not be empty"};
  }
  if (candidate.size() > longest_candidate) {
    throw InputError{number, "a candidate is longer than 64 KiB"};
  }
  if (without_blank_ends(candidate).size() != candidate.size()) {
    throw InputError{number,
                     "a candidate must not begin or end with a blank or an invisible character"};
  }
}

bool in_quotes(std::string_view candidate) {
  const char first = candidate.front();
  return candidate.size() > 1 && (first == '"' || first == '\'') && candidate.back() == first;
}

void check(std::string& line, std::uint64_t number) {
  if (number == 1 && line.starts_with(byte_order_mark)) {
    line.erase(0, byte_order_mark.size());
  }
  if (line.ends_with('\r')) {
    line.pop_back();
  }
  if (line.find('\0') != std::string::npos) {
    throw InputError{number, "text must not hold a NUL byte"};
  }
  if (!is_utf8(line)) {
    throw InputError{number, "text must be valid UTF-8"};
  }
  require_sound(line, number);
  if (line.find('\r') != std::string::npos) {
    throw InputError{number, "a carriage return must be followed by a line feed"};
  }
  if (in_quotes(line)) {
    throw InputError{number, "a candidate must stand without quotes around it"};
  }
  if (line.find('\t') != std::string::npos) {
    throw InputError{
        number,
        "a candidate must not hold a tab; of a table, name the column with --candidates-column"};
  }
}

std::size_t separators(std::string_view line, char separator) {
  bool quoted = false;
  std::size_t count = 0;
  for (const char c : line) {
    quoted = quoted != (c == '"');
    count += c == separator && !quoted ? 1U : 0U;
  }
  return count;
}

// Codes with a second column behind them equal no item.
void require_one_column(const std::vector<std::string>& lines) {
  for (const char separator : {',', ';', '|'}) {
    const std::size_t count = separators(lines.front(), separator);
    if (count > 0 && std::all_of(lines.begin(), lines.end(), [&](const std::string& line) {
          return separators(line, separator) == count;
        })) {
      throw InputError{std::string{"every line has "} + std::to_string(count + 1) +
                       " fields separated by '" + separator +
                       "': of a table, name the column with --candidates-column"};
    }
  }
}

// Nothing skips a comment, and no item equals one. Where all begin so, they are tags.
void require_no_comments(const std::vector<std::string>& lines) {
  const auto marked = [](const std::string& line) { return line.starts_with('#'); };
  const auto first = std::find_if(lines.begin(), lines.end(), marked);
  if (first != lines.end() && !std::all_of(lines.begin(), lines.end(), marked)) {
    throw InputError{
        static_cast<std::uint64_t>(first - lines.begin()) + 1,
        "a candidate must not begin with '#' where others do not, since comments are not "
        "skipped; in a table it may (--candidates-column)"};
  }
}

}  // namespace

std::vector<std::string> read_candidates(const NextBytes& next_bytes) {
  std::vector<std::string> lines;
  std::string line;
  bool open = false;
  const auto close = [&] {
    check(line, lines.size() + 1);
    lines.push_back(std::exchange(line, {}));
    open = false;
  };
  for (std::string_view bytes = next_bytes(); !bytes.empty(); bytes = next_bytes()) {
    while (!bytes.empty()) {
      const std::size_t end = bytes.find('\n');
      const std::string_view part = bytes.substr(0, end);
      line += part;
      open = true;
      if (line.size() > longest_candidate) {
        throw InputError{lines.size() + 1, "a candidate is longer than 64 KiB"};
      }
      if (end == std::string_view::npos) {
        break;
      }
      close();
      bytes.remove_prefix(end + 1);
    }
  }
  if (open && !(lines.empty() && line == byte_order_mark)) {
    close();
  }
  if (lines.empty()) {
    throw InputError{"the list of candidates must not be empty"};
  }
  require_one_column(lines);
  require_no_comments(lines);
  AbandonedOnBadAlloc<absl::flat_hash_set<std::string_view>>{}.with([&](auto& seen) {
    seen.reserve(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (!seen.insert(lines[i]).second) {
        throw InputError{i + 1, "a candidate must not stand in the list twice"};
      }
    }
  });
  return lines;
}

std::vector<std::string> read_candidates(const NextBytes& next_bytes, char separator,
                                         const std::string& column) {
  const Peek peek{next_bytes, longest_header};
  // The list is public, so that its separator may be found out.
  const auto found = header_has(peek.head(), separator, {column})
                         ? std::optional{separator}
                         : separator_with(peek.head(), {column});
  if (!found) {
    throw InputError{"the header has no column '" + column + "', or more than one"};
  }
  TableReader table{peek.bytes(), *found, {column}};
  std::vector<std::string> out;
  AbandonedOnBadAlloc<absl::flat_hash_set<std::string>> seen;
  while (table.next()) {
    require_sound(table[0], table.line());
    if (!seen.with([&](auto& known) { return known.emplace(table[0]).second; })) {
      throw InputError{table.line(), "a candidate must not stand in the list twice"};
    }
    out.emplace_back(table[0]);
  }
  if (out.empty()) {
    throw InputError{"the list of candidates must not be empty"};
  }
  return out;
}

}  // namespace discreet::cli
