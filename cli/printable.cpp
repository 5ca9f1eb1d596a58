#include "printable.hpp"

#include <fmt/format.h>

namespace discreet::cli {

std::string printable(const std::string& item) {
  std::string out;
  for (std::size_t i = 0; i < item.size(); ++i) {
    const auto c = static_cast<unsigned char>(item[i]);
    const auto next = static_cast<unsigned char>(i + 1 < item.size() ? item[i + 1] : '\0');
    if (c < 0x20 || c == 0x7F) {
      out += fmt::format("\\x{:02x}", c);
    } else if (c == 0xC2 && next < 0xA0) {  // U+0080 to U+009F, among them the terminal's CSI
      out += fmt::format("\\x{:02x}", next);
      ++i;
    } else {
      out += item[i];
    }
  }
  return out;
}

}  // namespace discreet::cli
