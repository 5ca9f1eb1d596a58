#pragma once

namespace discreet {

/// How many threads may read the scores; 0 leaves it to the size of the input and the cores that
/// the process may use. The law does not depend on it.
struct Threads {
  unsigned count = 0;
};

}  // namespace discreet
