#pragma once

#include <string>

namespace discreet::detail {

/// Texts one after the other, without the temporaries that + would make.
template <class... Text>
void append(std::string& out, const Text&... texts) {
  (out.append(texts), ...);
}

/// A number with so many digits after the point, whatever the locale says.
[[nodiscard]] std::string fixed_text(double value, int digits);

}  // namespace discreet::detail
