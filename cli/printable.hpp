#pragma once

#include <string>

namespace discreet::cli {

/// A text for a terminal: nothing in it passes for layout, hides, or turns the direction of what follows.
///
/// Law       characters that cannot be seen (is_visible) are written as \n, \r, \x1b or \u{202e}, and where the text is
///           not UTF-8 each byte that is not ASCII as \xff.
std::string printable(const std::string& text);

}  // namespace discreet::cli
