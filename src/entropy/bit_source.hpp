#pragma once

#include <concepts>
#include <cstdint>

namespace discreet {

/// What a bit source has been used for, so that a bench can print the rate of fallbacks.
struct Tally {
  std::uint64_t words = 0;        ///< words drawn
  std::uint64_t comparisons = 0;  ///< comparisons of a uniform bit string with a real
  std::uint64_t fallbacks = 0;    ///< comparisons that the filter could not decide

  friend bool operator==(const Tally&, const Tally&) = default;
};

/// A source of independent uniform words of `width` bits; sixty-four in production, one to eight in
/// law tests.
template <class B>
concept BitSource = requires(B& bits) {
  requires B::width >= 1 && B::width <= 64;
  { bits.next() } -> std::same_as<std::uint64_t>;
  { bits.tally() } -> std::same_as<Tally&>;
};

}  // namespace discreet
