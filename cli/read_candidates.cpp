#include "read_candidates.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include "abandoned_on_bad_alloc.hpp"
#include "blank_ends.hpp"
#include "discreet/ledger/text.hpp"
#include "input_error.hpp"
#include "table_reader.hpp"

namespace discreet::cli {
namespace {

constexpr std::size_t longest_candidate = 64UL << 10;

std::string_view listed_word(ListOf what) { return what == ListOf::groups ? "group" : "candidate"; }

std::string a_listed(ListOf what) { return fmt::format("a {}", listed_word(what)); }

std::string column_option(ListOf what) { return fmt::format("--{}s-column", listed_word(what)); }

std::string listed_twice(ListOf what) {
  return a_listed(what) + " must not stand in the list twice";
}

// What holds for a candidate wherever it stands.
void require_sound(std::string_view candidate, std::uint64_t number, ListOf what) {
  if (candidate.empty()) {
    throw InputError{number, a_listed(what) + " must not be empty"};
  }
  if (candidate.size() > longest_candidate) {
    throw InputError{number, a_listed(what) + " is longer than 64 KiB"};
  }
  if (without_blank_ends(candidate).size() != candidate.size()) {
    throw InputError{
        number, a_listed(what) + " must not begin or end with a blank or an invisible character"};
  }
}

void require_some(const std::vector<std::string>& list, ListOf what) {
  if (list.empty()) {
    throw InputError{fmt::format("the list of {}s must not be empty", listed_word(what))};
  }
}

bool in_quotes(std::string_view candidate) {
  const char first = candidate.front();
  return candidate.size() > 1 && (first == '"' || first == '\'') && candidate.back() == first;
}

void check(std::string& line, std::uint64_t number, ListOf what) {
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
  require_sound(line, number, what);
  if (line.find('\r') != std::string::npos) {
    throw InputError{number, "a carriage return must be followed by a line feed"};
  }
  if (in_quotes(line)) {
    throw InputError{number, a_listed(what) + " must stand without quotes around it"};
  }
  if (line.find('\t') != std::string::npos) {
    throw InputError{number,
                     fmt::format("{} must not hold a tab; of a table, name the column with {}",
                                 a_listed(what), column_option(what))};
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
void require_one_column(const std::vector<std::string>& lines, ListOf what) {
  for (const char separator : {',', ';', '|'}) {
    const std::size_t count = separators(lines.front(), separator);
    if (count > 0 && std::all_of(lines.begin(), lines.end(), [&](const std::string& line) {
          return separators(line, separator) == count;
        })) {
      throw InputError{std::string{"every line has "} + std::to_string(count + 1) +
                       " fields separated by '" + separator +
                       "': of a table, name the column with " + column_option(what)};
    }
  }
}

// Nothing skips a comment, and no item equals one. Where all begin so, they are tags.
void require_no_comments(const std::vector<std::string>& lines, ListOf what) {
  const auto marked = [](const std::string& line) { return line.starts_with('#'); };
  const auto first = std::find_if(lines.begin(), lines.end(), marked);
  if (first != lines.end() && !std::all_of(lines.begin(), lines.end(), marked)) {
    throw InputError{
        static_cast<std::uint64_t>(first - lines.begin()) + 1,
        fmt::format("{} must not begin with '#' where others do not, since comments are not "
                    "skipped; in a table it may ({})",
                    a_listed(what), column_option(what))};
  }
}

}  // namespace

std::vector<std::string> read_candidates(const NextBytes& next_bytes, ListOf what) {
  std::vector<std::string> lines;
  std::string line;
  bool open = false;
  const auto close = [&] {
    check(line, lines.size() + 1, what);
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
        throw InputError{lines.size() + 1, a_listed(what) + " is longer than 64 KiB"};
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
  require_some(lines, what);
  require_one_column(lines, what);
  require_no_comments(lines, what);
  AbandonedOnBadAlloc<absl::flat_hash_set<std::string_view>>{}.with([&](auto& seen) {
    seen.reserve(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (!seen.insert(lines[i]).second) {
        throw InputError{i + 1, listed_twice(what)};
      }
    }
  });
  return lines;
}

std::vector<std::string> read_candidates(const NextBytes& next_bytes, char separator,
                                         const std::string& column, ListOf what) {
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
    require_sound(table[0], table.line(), what);
    if (!seen.with([&](auto& known) { return known.emplace(table[0]).second; })) {
      throw InputError{table.line(), listed_twice(what)};
    }
    out.emplace_back(table[0]);
  }
  require_some(out, what);
  return out;
}

}  // namespace discreet::cli
