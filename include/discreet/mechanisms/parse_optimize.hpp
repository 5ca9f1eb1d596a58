#pragma once

#include <string_view>

#include "discreet/selection/optimize.hpp"

namespace discreet {

/// The optimization that other languages call "max" or "min".
///
/// Throws    Error{bad_parameter} for any other text.
[[nodiscard]] Optimize parse_optimize(std::string_view text);

}  // namespace discreet
