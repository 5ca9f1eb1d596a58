#pragma once

#include <utility>

namespace discreet::testing {

/// Calls body.operator()<Width>() for words of 1 to 8 bits.
template <class Body>
void for_each_width(Body body) {
  [&]<unsigned... Less>(std::integer_sequence<unsigned, Less...>) {
    (body.template operator()<Less + 1>(), ...);
  }(std::make_integer_sequence<unsigned, 8>{});
}

}  // namespace discreet::testing
