#pragma once

#include <string>

namespace discreet::detail {

/// Whether an address is that of a server, and not a path.
[[nodiscard]] bool is_url(const std::string& address);

}  // namespace discreet::detail
