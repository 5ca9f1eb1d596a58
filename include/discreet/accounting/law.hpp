#pragma once

namespace discreet {

/// The two laws of a selection.
enum class Law {
  exponential,       ///< the exponential mechanism: bounded range
  permute_and_flip,  ///< dominated by Laplace; errs less at an equal scale
};

}  // namespace discreet
