#include "read_candidates.hpp"

#include <cstdint>
#include <string_view>
#include <utility>

#include <absl/container/flat_hash_set.h>

#include "discreet/ledger/utf8.hpp"
#include "input_error.hpp"
#include "leaked_when_full.hpp"

namespace discreet::cli {
namespace {

constexpr std::size_t longest_line = 64UL << 10;

void check(std::string& line, std::uint64_t number) {
  if (number == 1 && line.starts_with(byte_order_mark)) {
    line.erase(0, byte_order_mark.size());
  }
  if (line.ends_with('\r')) {
    line.pop_back();
  }
  if (line.empty()) {
    throw InputError{number, "a candidate must not be empty"};
  }
  if (line.find('\0') != std::string::npos) {
    throw InputError{number, "text must not hold a NUL byte"};
  }
  if (!is_utf8(line)) {
    throw InputError{number, "text must be valid UTF-8"};
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
      if (line.size() > longest_line) {
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
  LeakedWhenFull<absl::flat_hash_set<std::string_view>>{}.with([&](auto& seen) {
    seen.reserve(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (!seen.insert(lines[i]).second) {
        throw InputError{i + 1, "a candidate must not stand in the list twice"};
      }
    }
  });
  return lines;
}

}  // namespace discreet::cli
