#pragma once

namespace discreet {

/// Whether a change of the data moves all scores the same way, as adding a person to counts does.
enum class Monotonic { yes, no };

}  // namespace discreet
