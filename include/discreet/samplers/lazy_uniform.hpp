#pragma once

#include <cstddef>
#include <cstdint>

#include <gmpxx.h>

#include "discreet/entropy/bit_source.hpp"

namespace discreet {

/// A uniform real in [0, 1) as an infinite bit string, of which only the words asked for are drawn.
///
/// Law       the known words are independent and uniform, and so are those still to come.
/// Cost      nothing until the first word is asked for; no allocation before the second.
/// Proof     proofs/samplers/uniform_less.md
template <BitSource Bits>
class LazyUniform {
 public:
  explicit LazyUniform(Bits& bits) noexcept : bits_(&bits) {}

  /// How many bits are known.
  [[nodiscard]] std::size_t known() const noexcept { return words_ * Bits::width; }

  /// The first word, drawn if it is not known yet.
  std::uint64_t head() {
    if (words_ == 0) {
      head_ = bits_->next();
      words_ = 1;
    }
    return head_;
  }

  /// Draws one more word; what is known stays as it is.
  void extend() {
    if (words_ == 0) {
      head();
      return;
    }
    // Draw before changing anything: a generator that fails must not leave half a word behind.
    const std::uint64_t word = bits_->next();
    prefix_ = prefix();
    prefix_ <<= Bits::width;
    prefix_ += static_cast<unsigned long>(word);
    ++words_;
  }

  /// Draws until at least this many bits are known.
  void extend_to(std::size_t bits) {
    while (known() < bits) {
      extend();
    }
  }

  /// The known bits as an integer a: U lies in [a, a + 1) / 2^known().
  [[nodiscard]] mpz_class prefix() const {
    return words_ >= 2 ? prefix_ : mpz_class{static_cast<unsigned long>(head_)};
  }

  [[nodiscard]] Tally& tally() const noexcept { return bits_->tally(); }

 private:
  static_assert(sizeof(unsigned long) == sizeof(std::uint64_t), "GMP takes words as unsigned long");

  Bits* bits_;
  std::uint64_t head_ = 0;
  std::size_t words_ = 0;
  mpz_class prefix_;
};

}  // namespace discreet
