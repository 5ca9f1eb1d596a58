#pragma once

#include <cstddef>

#include "discreet/numbers/number.hpp"

namespace discreet::bench {

/// The limit: the greatest score, by one vector pass with prefetch that does nothing else.
template <Number T>
T max_pass(const T* scores, std::size_t count);

}  // namespace discreet::bench
