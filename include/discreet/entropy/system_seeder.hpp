#pragma once

#include <span>

namespace discreet {

/// Fresh bytes from the operating system's generator, getrandom(2), once it is initialised.
struct SystemSeeder {
  /// Fills all of `out`, or answers false; errno is left as found.
  [[nodiscard]] static bool fill(std::span<unsigned char> out) noexcept;
};

}  // namespace discreet
