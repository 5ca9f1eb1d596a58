#include "csv_marks.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "vectors/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "csv_marks.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace discreet::cli::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

static_assert(std::endian::native == std::endian::little,
              "a byte of a mask is eight bits of its word");

// The marks of `blocks` times 64 bytes; whether all the bytes are ASCII.
bool find_marks(const std::uint8_t* HWY_RESTRICT bytes, std::size_t blocks, std::uint8_t separator,
                std::uint64_t* HWY_RESTRICT marks) {
  const hn::CappedTag<std::uint8_t, 64> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto between = hn::Set(d, separator);
  const auto feed = hn::Set(d, '\n');
  const auto carriage = hn::Set(d, '\r');
  const auto quote = hn::Set(d, '"');
  const auto zero = hn::Zero(d);
  auto all = zero;
  for (std::size_t block = 0; block < blocks; ++block) {
    std::array<std::uint8_t, 16> word{};
    for (std::size_t at = 0; at < 64; at += lanes) {
      const auto some = hn::LoadU(d, bytes + 64 * block + at);
      all = hn::Or(all, some);
      const auto marked = hn::Or(hn::Or(hn::Or(hn::Eq(some, between), hn::Eq(some, feed)),
                                        hn::Or(hn::Eq(some, carriage), hn::Eq(some, quote))),
                                 hn::Eq(some, zero));
      hn::StoreMaskBits(d, marked, word.data() + at / 8);
    }
    std::memcpy(marks + block, word.data(), sizeof *marks);
  }
  return hn::AllTrue(d, hn::Eq(hn::ShiftRight<7>(all), zero));
}

}  // namespace
}  // namespace discreet::cli::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace discreet::cli {
namespace {

DISCREET_EXPORT_VECTORS(find_marks);

}  // namespace

void CsvMarks::look(const char* begin) {
  window_ = begin;
  const auto left = static_cast<std::size_t>(end_ - begin);
  const auto find = DISCREET_CALL_VECTORS(find_marks);
  if (left >= 64) {
    blocks_ = std::min(left / 64, most_blocks);
    window_end_ = begin + 64 * blocks_;
    window_ascii_ = find(reinterpret_cast<const std::uint8_t*>(begin), blocks_,
                         static_cast<std::uint8_t>(separator_), marks_.data());
    return;
  }
  // Nothing is read past the end: the last bytes are looked at elsewhere, filled up with what is no mark.
  std::array<std::uint8_t, 64> last{};
  last.fill(separator_ == 'x' ? 'y' : 'x');
  std::memcpy(last.data(), begin, left);
  blocks_ = 1;
  window_end_ = end_;
  window_ascii_ = find(last.data(), 1, static_cast<std::uint8_t>(separator_), marks_.data());
}

bool CsvMarks::next_window() {
  if (window_end_ == end_) {
    block_ = blocks_ - 1;
    return false;
  }
  look(window_end_);
  block_ = 0;
  ascii_ = ascii_ && window_ascii_;
  return true;
}

void CsvMarks::seek(const char* begin, const char* end) {
  if (end != end_ || begin < window_ || begin >= window_end_) {
    end_ = end;
    look(begin);
  }
  const auto at = static_cast<std::size_t>(begin - window_);
  block_ = at / 64;
  bits_ = marks_[block_] & ~std::uint64_t{0} << at % 64;
  ascii_ = window_ascii_;
}

}  // namespace discreet::cli
#endif
