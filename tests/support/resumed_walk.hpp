#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include <gmpxx.h>

#include "entropy/bit_source.hpp"
#include "support/word_walk.hpp"

namespace discreet::testing {

/// A bit source that has one word at a time to give.
template <unsigned Width>
class OneWord {
 public:
  static constexpr unsigned width = Width;

  void give(std::uint64_t word) { word_ = word; }
  void take_back() { word_.reset(); }
  [[nodiscard]] std::size_t bits_left() const { return word_ ? Width : 0; }

  std::uint64_t next() {
    if (!word_) {
      throw OutOfWords{};
    }
    ++tally_.words;
    const std::uint64_t word = *word_;
    word_.reset();
    return word;
  }

  Tally& tally() { return tally_; }

 private:
  std::optional<std::uint64_t> word_;
  Tally tally_;
};

/// Walks the words of a question whose state keeps every word it drew: where the source is out of
/// words, a copy of the state gets each next word and is asked again, so that nothing is run twice
/// from the beginning. The strings have up to `depth` bits.
///
/// Throws    std::logic_error if a state does not know what it drew.
template <unsigned Width, class State, class Ask>
auto walk_on(OneWord<Width>& bits, const State& start, std::size_t depth, Ask ask) {
  using Outcome = decltype(ask(std::declval<State&>()));
  std::map<Outcome, mpz_class> decided;  // in units of 2^-depth
  mpz_class undecided = 0;
  const auto visit = [&](const auto& self, State& state, std::size_t used) -> void {
    mpz_class mass = 1;
    mass <<= depth - used;
    std::optional<Outcome> answer;
    try {
      answer = ask(state);
    } catch (const OutOfWords&) {
      answer.reset();
    }
    if (state.known() + bits.bits_left() != used) {
      throw std::logic_error("a state must keep the words it drew");
    }
    // A question that was waiting for several words may have its answer from fewer.
    bits.take_back();
    if (answer) {
      decided[*answer] += mass;
    } else if (used + Width > depth) {
      undecided += mass;
    } else {
      for (std::uint64_t word = 0; word < (std::uint64_t{1} << Width); ++word) {
        State next = state;
        bits.give(word);
        self(self, next, used + Width);
      }
    }
  };
  State first = start;
  visit(visit, first, 0);
  return in_units(decided, undecided, depth);
}

}  // namespace discreet::testing
