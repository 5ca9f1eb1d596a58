#pragma once

#include <cstdio>
#include <string_view>

namespace discreet::cli {

/// Writes to standard error as far as it can be written: whether somebody listens changes nothing else.
inline void remark(std::string_view text) noexcept {
  (void)std::fwrite(text.data(), 1, text.size(), stderr);
  (void)std::fflush(stderr);
}

}  // namespace discreet::cli
