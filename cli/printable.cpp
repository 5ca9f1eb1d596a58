#include "printable.hpp"

#include <fmt/format.h>

#include "discreet/ledger/text.hpp"

namespace discreet::cli {
namespace {

std::string number_of(std::uint32_t code) {
  if (code == '\n' || code == '\r') {
    return code == '\n' ? "\\n" : "\\r";
  }
  return code < 0xA0 ? fmt::format("\\x{:02x}", code) : fmt::format("\\u{{{:x}}}", code);
}

// A name of a file may hold any bytes.
std::string bytewise(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    out += byte < 0x80 ? made_visible({&c, 1}, number_of) : fmt::format("\\x{:02x}", byte);
  }
  return out;
}

}  // namespace

std::string printable(const std::string& text) {
  return is_utf8(text) ? made_visible(text, number_of) : bytewise(text);
}

}  // namespace discreet::cli
