#pragma once

namespace discreet {

/// Two certified bounds of a number: lower <= number <= upper.
struct Bracket {
  double lower;
  double upper;

  friend constexpr bool operator==(const Bracket&, const Bracket&) = default;
};

}  // namespace discreet
