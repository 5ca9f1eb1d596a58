#include "empty_word.hpp"

#include <string_view>

#include <fmt/format.h>

namespace discreet::cli {

std::optional<std::string> empty_word(std::span<const char* const> words) {
  constexpr const char* hint = "leave it out where there is none (is a variable not set?)";
  std::string_view before;
  for (const std::string_view word : words) {
    if (word.empty()) {
      return before.starts_with('-') ? fmt::format("{} is empty: {}", before, hint)
                                     : fmt::format("an argument is empty: {}", hint);
    }
    // The parser would take the next word for the value.
    if (word.starts_with("--") && word.find('=') == word.size() - 1) {
      return fmt::format("{} is empty: {}", word.substr(0, word.size() - 1), hint);
    }
    before = word;
  }
  return std::nullopt;
}

}  // namespace discreet::cli
