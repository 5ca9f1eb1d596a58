#include "blank_ends.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "discreet/ledger/text.hpp"

namespace discreet::cli {
namespace {

// Spaces beyond ASCII; what else is blank cannot be seen at all.
constexpr auto spaces = std::to_array<std::string_view>({
    "\xC2\xA0",      // no-break space
    "\xE1\x9A\x80",  // Ogham space
    "\xE2\x80\x80", "\xE2\x80\x81", "\xE2\x80\x82",
    "\xE2\x80\x83",  // quads and spaces
    "\xE2\x80\x84", "\xE2\x80\x85", "\xE2\x80\x86", "\xE2\x80\x87", "\xE2\x80\x88", "\xE2\x80\x89",
    "\xE2\x80\x8A", "\xE2\x80\xAF", "\xE2\x81\x9F",
    "\xE3\x80\x80",  // narrow, medium, wide
});

bool is_blank(std::string_view character) {
  if (character.size() == 1) {
    return character == " " || character < " " || character == "\x7F";
  }
  return std::find(spaces.begin(), spaces.end(), character) != spaces.end() ||
         !is_visible(character);
}

bool continues(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

std::string_view first_of(std::string_view text) {
  std::size_t size = 1;
  while (size < text.size() && continues(text[size])) {
    ++size;
  }
  return text.substr(0, size);
}

std::string_view last_of(std::string_view text) {
  std::size_t start = text.size() - 1;
  while (start > 0 && continues(text[start])) {
    --start;
  }
  return text.substr(start);
}

}  // namespace

std::string_view without_blank_ends(std::string_view text) {
  while (!text.empty() && is_blank(first_of(text))) {
    text.remove_prefix(first_of(text).size());
  }
  while (!text.empty() && is_blank(last_of(text))) {
    text.remove_suffix(last_of(text).size());
  }
  return text;
}

}  // namespace discreet::cli
