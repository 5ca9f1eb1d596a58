#pragma once

namespace discreet::testing {

/// Whether this is compiled with AddressSanitizer, which takes addresses and open files of its own.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool address_sanitizer = true;
#elif defined(__has_feature)
inline constexpr bool address_sanitizer = __has_feature(address_sanitizer);
#else
inline constexpr bool address_sanitizer = false;
#endif

}  // namespace discreet::testing
