#pragma once

namespace discreet {

/// How a round proposes candidates, which is what tells the two laws apart.
enum class Draw {
  with_replacement,     ///< each proposal among all that are left: the exponential mechanism
  without_replacement,  ///< a rejected candidate does not come back: permute-and-flip
};

}  // namespace discreet
