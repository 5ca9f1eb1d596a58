#include "samplers/many_below.hpp"

#include <cstddef>
#include <cstdint>

#include "vectors/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "samplers/many_below.cpp"
#include <hwy/foreach_target.h>
// Highway wants its own header after foreach_target.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace discreet::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

void scale_run(const std::uint64_t* HWY_RESTRICT words, std::size_t count, std::uint64_t m,
               std::uint64_t* HWY_RESTRICT out, std::uint64_t* HWY_RESTRICT undecided) {
  constexpr std::uint64_t units = std::uint64_t{1} << 32;
  const auto scale = [&](std::uint64_t half, std::size_t j) {
    const std::uint64_t product = half * m;
    out[j] = product >> 32;
    undecided[j / 64] |= static_cast<std::uint64_t>((product & (units - 1)) > units - m)
                         << (j % 64);
  };
  std::size_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::ScalableTag<std::uint64_t> d;
  const hn::RebindToSigned<decltype(d)> di;
  const hn::Repartition<std::uint32_t, decltype(d)> halves;
  const std::size_t lanes = hn::Lanes(d);
  const auto factor = hn::Set(halves, static_cast<std::uint32_t>(m));
  const auto low = hn::Set(d, units - 1);
  const auto most = hn::Set(di, static_cast<std::int64_t>(units - m));
  const auto finish = [&](auto products, std::size_t j) {
    const auto is_undecided = hn::Gt(hn::BitCast(di, hn::And(products, low)), most);
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(di, is_undecided, bits);
    undecided[j / 64] |= std::uint64_t{bits[0]} << (j % 64);
    hn::StoreU(hn::ShiftRight<32>(products), d, out + j);
  };
  for (; i + lanes <= count; i += lanes) {
    const auto v = hn::LoadU(d, words + i);
    const auto lower = hn::MulEven(hn::BitCast(halves, v), factor);
    const auto upper = hn::MulEven(hn::BitCast(halves, hn::ShiftRight<32>(v)), factor);
    HWY_ALIGN std::uint64_t both[2 * hn::MaxLanes(d)];
    hn::StoreInterleaved2(lower, upper, d, both);
    finish(hn::Load(d, both), 2 * i);
    finish(hn::Load(d, both + lanes), 2 * i + lanes);
  }
#endif
  for (; i < count; ++i) {
    scale(words[i] & (units - 1), 2 * i);
    scale(words[i] >> 32, 2 * i + 1);
  }
}

}  // namespace
}  // namespace discreet::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace discreet::detail {

DISCREET_EXPORT_VECTORS(scale_run);

void scale_halves(const std::uint64_t* words, std::size_t count, std::uint64_t m,
                  std::uint64_t* out, std::uint64_t* undecided) {
  DISCREET_CALL_VECTORS(scale_run)(words, count, m, out, undecided);
}

}  // namespace discreet::detail
#endif
