#pragma once

namespace discreet {

/// Whether a domain of floats contains NaN.
enum class Nan { excluded, allowed };

}  // namespace discreet
