#include "discreet/ledger/utf8.hpp"

#include <cstdint>
#include <cstring>

namespace discreet {
namespace {

bool is_tail(unsigned char byte) { return (byte & 0xC0U) == 0x80U; }

// The length of the well-formed character at the front of a text with that many bytes; 0 if none.
std::size_t character(const unsigned char* at, std::size_t left) {
  const unsigned char lead = at[0];
  if (lead < 0x80) {
    return 1;
  }
  const std::size_t length = lead >= 0xF0 ? 4U : lead >= 0xE0 ? 3U : 2U;
  if (lead < 0xC2 || lead > 0xF4 || left < length) {
    return 0;
  }
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_tail(at[i])) {
      return 0;
    }
  }
  const bool overlong = (lead == 0xE0 && at[1] < 0xA0) || (lead == 0xF0 && at[1] < 0x90);
  const bool beyond = (lead == 0xED && at[1] > 0x9F) || (lead == 0xF4 && at[1] > 0x8F);
  return overlong || beyond ? 0 : length;
}

}  // namespace

bool is_utf8(std::string_view bytes) noexcept {
  const auto* const data = reinterpret_cast<const unsigned char*>(bytes.data());
  std::size_t at = 0;
  while (at < bytes.size()) {
    // Most text is ASCII: eight bytes at a time while no high bit is set.
    std::uint64_t word = 0;
    while (bytes.size() - at >= sizeof word) {
      std::memcpy(&word, data + at, sizeof word);
      if ((word & 0x8080808080808080U) != 0) {
        break;
      }
      at += sizeof word;
    }
    if (at == bytes.size()) {
      break;
    }
    const std::size_t length = character(data + at, bytes.size() - at);
    if (length == 0) {
      return false;
    }
    at += length;
  }
  return true;
}

}  // namespace discreet
