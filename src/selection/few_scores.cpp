#include "selection/few_scores.hpp"

#include <cstddef>
#include <cstdint>

#include "vectors/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "selection/few_scores.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace discreet::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
std::uint64_t equal_run(const T* HWY_RESTRICT scores, std::size_t count, T value) {
  const hn::ScalableTag<T> d;
  constexpr std::size_t lanes = hn::MaxLanes(d);
  const auto wanted = hn::Set(d, value);
  std::uint64_t bits = 0;
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    std::uint8_t bytes[(lanes + 7) / 8];
    hn::StoreMaskBits(d, hn::Eq(hn::LoadU(d, scores + i), wanted), bytes);
    for (std::size_t b = 0; b < sizeof(bytes); ++b) {
      bits |= std::uint64_t{bytes[b]} << (i + 8 * b);
    }
  }
  for (; i < count; ++i) {
    bits |= static_cast<std::uint64_t>(scores[i] == value) << i;
  }
  return bits;
}

#define DISCREET_EACH(T, name)                                              \
  std::uint64_t equal_##name(const T* scores, std::size_t count, T value) { \
    return equal_run(scores, count, value);                                 \
  }
#include "selection/each_number.inc"
#undef DISCREET_EACH

}  // namespace
}  // namespace discreet::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace discreet::detail {

#define DISCREET_EACH(T, name)                                               \
  DISCREET_EXPORT_VECTORS(equal_##name);                                     \
  template <>                                                                \
  std::uint64_t equal_bits<T>(const T* scores, std::size_t count, T value) { \
    return DISCREET_CALL_VECTORS(equal_##name)(scores, count, value);        \
  }
#include "selection/each_number.inc"
#undef DISCREET_EACH

}  // namespace discreet::detail
#endif
