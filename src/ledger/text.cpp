#include "discreet/ledger/text.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include <pwd.h>
#include <unistd.h>

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

namespace {

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};

// Unicode's categories Cc, Zl, Zp and Cf but for U+200C, U+200D and the signs that enclose digits, and
// the whole blocks of tags and of format controls for hieroglyphs; a test derives them.
constexpr std::array<Range, 17> hidden{{{0x0000, 0x001F},
                                        {0x007F, 0x009F},
                                        {0x00AD, 0x00AD},
                                        {0x061C, 0x061C},
                                        {0x180E, 0x180E},
                                        {0x200B, 0x200B},
                                        {0x200E, 0x200F},
                                        {0x2028, 0x202E},
                                        {0x2060, 0x206F},
                                        {0xFEFF, 0xFEFF},
                                        {0xFFF0, 0xFFFB},
                                        {0x13430, 0x1343F},
                                        {0x1BCA0, 0x1BCA3},
                                        {0x1D173, 0x1D17A},
                                        {0xE0000, 0xE0FFF},
                                        {0xFFFE, 0xFFFF},
                                        {0xFDD0, 0xFDEF}}};

bool is_hidden(std::uint32_t code) {
  return std::any_of(hidden.begin(), hidden.end(), [code](const Range& range) {
    return code >= range.first && code <= range.last;
  });
}

struct Character {
  std::uint32_t code;
  std::size_t size;
};

// The character at the front of well-formed UTF-8.
Character front_of(std::string_view text) {
  const auto byte = [text](std::size_t at) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[at]));
  };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) {
    return {lead, 1};
  }
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  std::uint32_t code = lead & (0x7FU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    code = code << 6U | (byte(i) & 0x3FU);
  }
  return {code, size};
}

std::string escape(std::uint32_t code) {
  std::array<char, 8> hex{};
  const auto end = std::to_chars(hex.data(), hex.data() + hex.size(), code, 16);
  return "\\u{" + std::string{hex.data(), end.ptr} + "}";
}

}  // namespace

std::string made_visible(std::string_view text) { return made_visible(text, escape); }

std::string made_visible(std::string_view text, const WriteHidden& write) {
  if (!is_utf8(text)) {
    return "(not UTF-8)";
  }
  std::string out;
  while (!text.empty()) {
    const Character next = front_of(text);
    out += is_hidden(next.code) ? write(next.code) : std::string{text.substr(0, next.size)};
    text.remove_prefix(next.size);
  }
  return out;
}

bool is_visible(std::string_view text) { return made_visible(text) == text; }

std::string escaped_html(std::string_view text) {
  std::string out;
  for (const char c : made_visible(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string user_name() {
  constexpr std::size_t largest = 1UL << 20;
  const uid_t number = ::geteuid();
  passwd entry{};
  passwd* found = nullptr;
  std::vector<char> buffer(1024);
  while (::getpwuid_r(number, &entry, buffer.data(), buffer.size(), &found) == ERANGE &&
         buffer.size() < largest) {
    buffer.resize(buffer.size() * 2);
  }
  return found != nullptr ? found->pw_name : "user " + std::to_string(number);
}

}  // namespace discreet
