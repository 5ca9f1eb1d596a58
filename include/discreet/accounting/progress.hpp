#pragma once

#include <functional>

namespace discreet {

/// Told now and then which part of a long computation is done, from 0 to 1; may be empty.
///
/// What it throws ends the computation and reaches the caller.
using Progress = std::function<void(double)>;

}  // namespace discreet
