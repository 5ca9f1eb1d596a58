#pragma once

#include "discreet/error.hpp"

namespace discreet {

/// How a round proposes candidates, which is what tells the two laws apart.
enum class Draw {
  with_replacement,     ///< each proposal among all that are left: the exponential mechanism
  without_replacement,  ///< a rejected candidate does not come back: permute-and-flip
};

/// Throws Error{bad_parameter} for a value that a cast made and that is neither.
inline void require_draw(Draw draw) {
  require(draw == Draw::with_replacement || draw == Draw::without_replacement, bad_parameter,
          "must specify how proposals are drawn");
}

}  // namespace discreet
