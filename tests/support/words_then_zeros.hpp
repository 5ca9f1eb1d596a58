#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "entropy/bit_source.hpp"

namespace discreet {

/// Words as written, then zeros for ever.
class WordsThenZeros {
 public:
  static constexpr unsigned width = 64;

  explicit WordsThenZeros(std::vector<std::uint64_t> words) : words_(std::move(words)) {}

  std::uint64_t next() {
    const auto place = tally_.words++;
    return place < words_.size() ? words_[static_cast<std::size_t>(place)] : 0;
  }
  Tally& tally() noexcept { return tally_; }

 private:
  std::vector<std::uint64_t> words_;
  Tally tally_;
};

/// Another source in words of Width bits, so that what is rare at 64 bits happens all the time.
template <unsigned Width, BitSource Bits>
class NarrowBits {
 public:
  static constexpr unsigned width = Width;

  explicit NarrowBits(Bits& bits) : bits_(&bits) {}

  std::uint64_t next() {
    ++tally_.words;
    return bits_->next() >> (Bits::width - Width);
  }
  Tally& tally() noexcept { return tally_; }

 private:
  Bits* bits_;
  Tally tally_;
};

}  // namespace discreet
