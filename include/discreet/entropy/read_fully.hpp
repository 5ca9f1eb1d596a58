#pragma once

#include <cerrno>
#include <cstddef>
#include <span>

namespace discreet::detail {

/// Fills all of `out` by a call like getrandom(2), or answers false; errno is left as found.
///
/// Requires  read(data, size) to return the number of bytes written, or a negative number and
///           errno.
template <class Read>
[[nodiscard]] bool read_fully(Read&& read, std::span<unsigned char> out) noexcept {
  const int errno_as_found = errno;
  while (!out.empty()) {
    errno = 0;
    const auto got = read(out.data(), out.size());
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got <= 0 || static_cast<std::size_t>(got) > out.size()) {
      break;
    }
    out = out.subspan(static_cast<std::size_t>(got));
  }
  errno = errno_as_found;
  return out.empty();
}

}  // namespace discreet::detail
