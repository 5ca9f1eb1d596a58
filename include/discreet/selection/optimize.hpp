#pragma once

namespace discreet {

/// Whether large scores or small ones are good; min is the seeds' negate.
enum class Optimize { max, min };

}  // namespace discreet
