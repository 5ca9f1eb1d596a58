#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <gmpxx.h>

#include "entropy/bit_source.hpp"

namespace discreet::testing {

/// Thrown by a scripted source that is asked for more words than its script has.
struct OutOfWords {};

/// A bit source that plays back a script; a test type that no release can be given by accident.
template <unsigned Width>
class ScriptedBits {
 public:
  static constexpr unsigned width = Width;

  explicit ScriptedBits(std::vector<std::uint64_t> script) : script_(std::move(script)) {}

  std::uint64_t next() {
    if (at_ == script_.size()) {
      throw OutOfWords{};
    }
    ++tally_.words;
    return script_[at_++];
  }

  Tally& tally() { return tally_; }

 private:
  std::vector<std::uint64_t> script_;
  std::size_t at_ = 0;
  Tally tally_;
};

/// What a walk over all words found: the exact mass of every outcome, and the mass it left
/// undecided.
template <class Outcome>
struct Brackets {
  std::map<Outcome, mpq_class> decided;
  mpq_class undecided = 0;
};

/// The same masses as fractions, from counts of 2^-depth.
template <class Outcome>
Brackets<Outcome> in_units(const std::map<Outcome, mpz_class>& decided, const mpz_class& undecided,
                           std::size_t depth) {
  Brackets<Outcome> found;
  mpz_class one = 1;
  one <<= depth;
  for (const auto& [outcome, units] : decided) {
    found.decided[outcome] = mpq_class{units, one};
    found.decided[outcome].canonicalize();
  }
  found.undecided = mpq_class{undecided, one};
  found.undecided.canonicalize();
  return found;
}

/// Runs a random function on every string of words of up to `depth` bits and adds up the exact
/// dyadic masses of its outcomes: an outcome's probability lies within [decided, decided +
/// undecided].
template <unsigned Width, class Run>
auto walk_words(std::size_t depth, Run run) {
  using Outcome = decltype(run(std::declval<ScriptedBits<Width>&>()));
  std::map<Outcome, mpz_class> decided;  // in units of 2^-depth
  mpz_class undecided = 0;
  std::vector<std::vector<std::uint64_t>> open{{}};
  while (!open.empty()) {
    const std::vector<std::uint64_t> script = std::move(open.back());
    open.pop_back();
    const std::size_t used = script.size() * Width;
    mpz_class mass = 1;
    mass <<= depth - used;
    ScriptedBits<Width> bits{script};
    try {
      decided[run(bits)] += mass;
    } catch (const OutOfWords&) {
      if (used + Width > depth) {
        undecided += mass;
        continue;
      }
      for (std::uint64_t word = 0; word < (std::uint64_t{1} << Width); ++word) {
        open.push_back(script);
        open.back().push_back(word);
      }
    }
  }
  return in_units(decided, undecided, depth);
}

}  // namespace discreet::testing
