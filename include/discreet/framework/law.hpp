#pragma once

#include <string_view>

#include "discreet/error.hpp"

namespace discreet {

/// The two laws of a selection.
enum class Law {
  exponential,       ///< the exponential mechanism: bounded range
  permute_and_flip,  ///< dominated by Laplace; errs less at an equal scale
};

/// Whether large scores or small ones are good; min is the specification's negate.
enum class Optimize { max, min };

/// Throws Error{bad_parameter} for a value that a cast made and that is neither.
inline void require_optimize(Optimize optimize) {
  require(optimize == Optimize::max || optimize == Optimize::min, bad_parameter,
          "must specify optimization");
}

/// The optimization that other languages call "max" or "min".
///
/// Throws    Error{bad_parameter} for any other text.
[[nodiscard]] Optimize parse_optimize(std::string_view text);

}  // namespace discreet
