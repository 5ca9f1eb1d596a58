#pragma once

#include <string>
#include <string_view>

#include "discreet/ledger/text.hpp"

namespace discreet::detail {

/// A text that is text and nothing else wherever in a page it stands, with what cannot be seen made visible.
[[nodiscard]] inline std::string escaped_html(std::string_view text) {
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

/// Texts one after the other, without the temporaries that + would make.
template <class... Text>
void append(std::string& out, const Text&... texts) {
  (out.append(texts), ...);
}

/// A number with so many digits after the point, whatever the locale says.
[[nodiscard]] std::string fixed_text(double value, int digits);

}  // namespace discreet::detail
