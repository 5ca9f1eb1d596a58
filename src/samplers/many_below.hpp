#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "entropy/bit_source.hpp"
#include "samplers/decisions.hpp"
#include "samplers/uniform_below.hpp"

namespace discreet {

/// Words of half the width, two from each word: its lower half, then its upper.
///
/// Law       independent uniform words, if the source's are.
/// Proof     proofs/samplers/many_below.md
template <BitSource Bits>
class HalfWords {
 public:
  static_assert(Bits::width % 2 == 0);
  static constexpr unsigned width = Bits::width / 2;

  explicit HalfWords(Bits& bits) noexcept : bits_(&bits) {}

  [[gnu::always_inline]] std::uint64_t next() {
    if (has_half_) {
      has_half_ = false;
      return half_;
    }
    const std::uint64_t word = bits_->next();
    half_ = word >> width;
    has_half_ = true;
    return word & ((std::uint64_t{1} << width) - 1);
  }

  Tally& tally() noexcept { return bits_->tally(); }

 private:
  Bits* bits_;
  std::uint64_t half_ = 0;
  bool has_half_ = false;
};

namespace detail {

/// The whole parts of c·m / 2^32 for the halves c of words, each lower half before its upper, in vectors. Of the marks bit
/// i mod 64 of [i / 64] is set where what follows the half decides whether it is one more.
///
/// Requires  room for 2·count numbers below m, and a mark for each that is not set yet; m < 2^32.
/// Proof     proofs/samplers/many_below.md
void scale_halves(const std::uint64_t* words, std::size_t count, std::uint64_t m,
                  std::uint64_t* out, std::uint64_t* undecided);

}  // namespace detail

/// below(m) again and again.
///
/// Law       fill() as below(m) for each, independent.
/// Requires  m ≥ 1.
/// Proof     proofs/samplers/many_below.md
template <class Decide>
class ManyBelow {
 public:
  ManyBelow(Decide& decide, std::uint64_t m) : decide_(&decide), m_(m) {}

  void fill(std::span<std::uint64_t> out) {
    for (std::uint64_t& one : out) {
      one = decide_->below(m_);
    }
  }

 private:
  Decide* decide_;
  std::uint64_t m_;
};

/// Drawn bits: half a word nearly always has room for a small one.
///
/// Cost      for a small m half a word and a nanosecond each, and another half for one in 32 at most.
template <BitSource Bits>
  requires(Bits::width == 64)
class ManyBelow<DrawnDecisions<Bits>> {
 public:
  /// So that one draw in 32 at most takes another half.
  static constexpr std::uint64_t most_by_halves = std::uint64_t{1} << 27;

  ManyBelow(DrawnDecisions<Bits>& decide, std::uint64_t m) : decide_(&decide), m_(m) {}

  void fill(std::span<std::uint64_t> out) {
    if (m_ > most_by_halves || m_ == 1) {
      for (std::uint64_t& one : out) {
        one = decide_->below(m_);
      }
      return;
    }
    HalfWords<Bits> rest{decide_->bits()};
    while (out.size() > 1) {
      const std::span<std::uint64_t> some = out.first(std::min(out.size() / 2 * 2, at_once));
      fill_pairs(some, rest);
      out = out.subspan(some.size());
    }
    if (!out.empty()) {
      out[0] = sample_uniform_below(rest, m_);
    }
  }

 private:
  static constexpr std::size_t at_once = 128;

  void fill_pairs(std::span<std::uint64_t> out, HalfWords<Bits>& rest) {
    std::array<std::uint64_t, at_once / 2> words;
    std::array<std::uint64_t, at_once / 64> undecided{};
    const std::size_t count = out.size() / 2;
    take_words(decide_->bits(), std::span{words}.first(count));
    detail::scale_halves(words.data(), count, m_, out.data(), undecided.data());
    for (std::size_t w = 0; w < undecided.size(); ++w) {
      for (std::uint64_t left = undecided[w]; left != 0; left &= left - 1) {
        const auto j = 64 * w + static_cast<std::size_t>(std::countr_zero(left));
        const std::uint64_t half = (words[j / 2] >> (j % 2 * 32)) & 0xffffffff;
        out[j] = detail::decide_below(rest, m_, half);
      }
    }
  }

  DrawnDecisions<Bits>* decide_;
  std::uint64_t m_;
};

}  // namespace discreet
