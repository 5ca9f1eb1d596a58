#pragma once

#include <algorithm>
#include <string_view>

#include "discreet/error.hpp"
#include "discreet/ledger/text.hpp"

namespace discreet::detail {

inline constexpr std::size_t longest_name = 200;

/// Whether a text is a name that some version of this library has written down.
inline bool is_recorded_name(std::string_view text) {
  const auto is_control = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == 0x7F;
  };
  return !text.empty() && text.size() <= longest_name && is_utf8(text) &&
         std::none_of(text.begin(), text.end(), is_control);
}

/// Whether a text may stand where people and programs look for a name: what is shown of it is all there
/// is, and nothing around it is shown otherwise.
inline bool is_name(std::string_view text) { return is_recorded_name(text) && is_visible(text); }

inline void require_name(std::string_view text, const char* rule) {
  require(is_name(text), bad_parameter, rule);
}

}  // namespace discreet::detail
