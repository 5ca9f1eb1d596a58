#pragma once

#include <optional>
#include <span>
#include <string>

namespace discreet::cli {

/// What to say of the first empty value on a command line, as a variable that is not set leaves it: "" or `--option=`.
std::optional<std::string> empty_word(std::span<const char* const> words);

}  // namespace discreet::cli
