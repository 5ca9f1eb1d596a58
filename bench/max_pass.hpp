#pragma once

#include <cstddef>

#include "discreet/numbers/number.hpp"
#include "selection/read.hpp"

namespace discreet::bench {

/// The limit: the greatest score, by one vector pass with prefetch that does nothing else, walking in the given way.
template <Number T>
T max_pass(const T* scores, std::size_t count, detail::Way way);

}  // namespace discreet::bench
