#include <bit>
#include <cstddef>
#include <cstdint>

#include "selection/near_lists.hpp"
#include "selection/read.hpp"
#include "vectors/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "selection/near_bests.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "selection/pair-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace discreet::detail::HWY_NAMESPACE {
namespace {

template <Optimize O, class T>
Marked<T> mark_run(const T* HWY_RESTRICT bests, std::size_t count, T cut,
                   std::uint64_t* HWY_RESTRICT near) {
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto far = hn::Set(d, worst_score<T>(O));
  const auto least = hn::Set(d, cut);
  auto others = far;
  T other = worst_score<T>(O);
  std::uint64_t marked = 0;
  for (std::size_t begin = 0; begin < count; begin += 64) {
    const std::size_t size = count - begin < 64 ? count - begin : 64;
    std::uint64_t word = 0;
    std::size_t j = 0;
    for (; j + lanes <= size; j += lanes) {
      const auto v = hn::LoadU(d, bests + begin + j);
      const auto is_near = hn::Eq(better<O>(v, least), v);
      others = better<O>(others, hn::IfThenElse(is_near, far, v));
      word |= bits_of(d, is_near) << j;
    }
    for (; j < size; ++j) {
      const T v = bests[begin + j];
      if (O == Optimize::max ? v >= cut : v <= cut) {
        word |= std::uint64_t{1} << j;
      } else if (O == Optimize::max ? v > other : v < other) {
        other = v;
      }
    }
    near[begin / 64] = word;
    marked += static_cast<std::uint64_t>(std::popcount(word));
  }
  HWY_ALIGN T each[hn::MaxLanes(d)];
  hn::Store(others, d, each);
  for (std::size_t j = 0; j < lanes; ++j) {
    other = (O == Optimize::max ? each[j] > other : each[j] < other) ? each[j] : other;
  }
  return {marked, other};
}

#define DISCREET_EACH(T, name)                                                          \
  Marked<T> name##_max(const T* bests, std::size_t count, T cut, std::uint64_t* near) { \
    return mark_run<Optimize::max>(bests, count, cut, near);                            \
  }                                                                                     \
  Marked<T> name##_min(const T* bests, std::size_t count, T cut, std::uint64_t* near) { \
    return mark_run<Optimize::min>(bests, count, cut, near);                            \
  }
#include "selection/each_number.inc"
#undef DISCREET_EACH

}  // namespace
}  // namespace discreet::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace discreet::detail {

#define DISCREET_EACH(T, name)                                                                     \
  DISCREET_EXPORT_VECTORS(name##_max);                                                             \
  DISCREET_EXPORT_VECTORS(name##_min);                                                             \
  template <>                                                                                      \
  Marked<T> mark_near<T>(const T* bests, std::size_t count, T cut, Optimize optimize,              \
                         std::uint64_t* near) {                                                    \
    return optimize == Optimize::max ? DISCREET_CALL_VECTORS(name##_max)(bests, count, cut, near)  \
                                     : DISCREET_CALL_VECTORS(name##_min)(bests, count, cut, near); \
  }
#include "selection/each_number.inc"
#undef DISCREET_EACH

}  // namespace discreet::detail
#endif
