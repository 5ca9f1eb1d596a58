#pragma once

#include <concepts>
#include <cstdint>
#include <span>

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

/// As many words as there is room for, at once where the source has a way.
template <BitSource Bits>
void take_words(Bits& bits, std::span<std::uint64_t> out) {
  if constexpr (requires { bits.take(out); }) {
    bits.take(out);
  } else {
    for (std::uint64_t& word : out) {
      word = bits.next();
    }
  }
}

}  // namespace discreet
