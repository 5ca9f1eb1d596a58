#pragma once

#include <string_view>

namespace discreet {

/// Whether the bytes are well-formed UTF-8 (Unicode 15, table 3-7): no overlong form, no surrogate.
[[nodiscard]] bool is_utf8(std::string_view bytes) noexcept;

}  // namespace discreet
