#pragma once

#include <bit>
#include <cstdint>

namespace discreet::detail {

/// The end of a bisection over the doubles from `good` to `bad`, both finite and not negative: a
/// number for which the predicate was seen to hold, next to one for which it was not.
///
/// Requires  the predicate to hold at `good`; then no monotony is needed for what is claimed.
template <class Predicate>
double last_good(double good, double bad, int steps, const Predicate& holds) {
  // Doubles that are not negative are ordered as their bits are.
  auto yes = std::bit_cast<std::int64_t>(good);
  auto no = std::bit_cast<std::int64_t>(bad);
  for (int i = 0; i < steps && yes + 1 != no && no + 1 != yes && yes != no; ++i) {
    const std::int64_t middle = yes + (no - yes) / 2;
    (holds(std::bit_cast<double>(middle)) ? yes : no) = middle;
  }
  return std::bit_cast<double>(yes);
}

}  // namespace discreet::detail
