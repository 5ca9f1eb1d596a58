#pragma once

#include <string>

namespace discreet::cli {

/// An item for a terminal: a line end or a control byte in it must not pass for layout.
std::string printable(const std::string& item);

}  // namespace discreet::cli
