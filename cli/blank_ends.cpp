#include "blank_ends.hpp"

#include <algorithm>
#include <array>

namespace discreet::cli {
namespace {

constexpr auto blanks = std::to_array<std::string_view>({
    " ",
    "\t",
    "\n",
    "\v",
    "\f",
    "\r",
    "\xC2\x85",      // next line
    "\xC2\xA0",      // no-break space
    "\xC2\xAD",      // soft hyphen
    "\xE1\x9A\x80",  // Ogham space
    "\xE2\x80\x80",
    "\xE2\x80\x81",
    "\xE2\x80\x82",
    "\xE2\x80\x83",  // quads and spaces
    "\xE2\x80\x84",
    "\xE2\x80\x85",
    "\xE2\x80\x86",
    "\xE2\x80\x87",
    "\xE2\x80\x88",
    "\xE2\x80\x89",
    "\xE2\x80\x8A",
    "\xE2\x80\x8B",  // zero width space
    "\xE2\x80\x8E",
    "\xE2\x80\x8F",  // marks of direction
    "\xE2\x80\xA8",
    "\xE2\x80\xA9",  // separators of lines
    "\xE2\x80\xAF",
    "\xE2\x81\x9F",
    "\xE3\x80\x80",  // narrow, medium, wide
    "\xE2\x81\xA0",  // word joiner
    "\xEF\xBB\xBF",  // byte order mark
});

}  // namespace

std::string_view without_blank_ends(std::string_view text) {
  const auto* found = blanks.begin();
  const auto next = [&](auto fits) {
    found = std::find_if(blanks.begin(), blanks.end(), fits);
    return found != blanks.end();
  };
  while (next([&](std::string_view blank) { return text.starts_with(blank); })) {
    text.remove_prefix(found->size());
  }
  while (next([&](std::string_view blank) { return text.ends_with(blank); })) {
    text.remove_suffix(found->size());
  }
  return text;
}

}  // namespace discreet::cli
