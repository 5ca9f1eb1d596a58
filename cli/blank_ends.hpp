#pragma once

#include <string_view>

namespace discreet::cli {

/// The text without the blanks at its ends: Unicode's white space, and characters that cannot be seen (is_visible).
///
/// Requires  valid UTF-8.
std::string_view without_blank_ends(std::string_view text);

}  // namespace discreet::cli
