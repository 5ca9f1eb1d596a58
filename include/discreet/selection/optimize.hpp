#pragma once

#include "discreet/error.hpp"

namespace discreet {

/// Whether large scores or small ones are good; min is the specification's negate.
enum class Optimize { max, min };

/// Throws Error{bad_parameter} for a value that a cast made and that is neither.
inline void require_optimize(Optimize optimize) {
  require(optimize == Optimize::max || optimize == Optimize::min, bad_parameter,
          "must specify optimization");
}

}  // namespace discreet
