#include <cstddef>

#include "selection/read.hpp"
#include "selection/vector_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "selection/merge_pairs.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "selection/pair-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace discreet::detail::HWY_NAMESPACE {
namespace {

template <Optimize O, class T>
void merge_run(const T* HWY_RESTRICT first, const T* HWY_RESTRICT second, std::size_t count,
               std::size_t fan, T* HWY_RESTRICT firsts, T* HWY_RESTRICT seconds) {
  const hn::ScalableTag<T> d;
  using V = hn::VFromD<decltype(d)>;
  const std::size_t lanes = hn::Lanes(d);
  const V none = hn::Set(d, worst_score<T>(O));
  for (std::size_t b = 0; b * fan < count; ++b) {
    const std::size_t begin = b * fan;
    const std::size_t end = count - begin < fan ? count : begin + fan;
    Pair<O, V> pair{none, none};
    std::size_t i = begin;
    for (; i + lanes <= end; i += lanes) {
      pair.see(Pair<O, V>{hn::LoadU(d, first + i), hn::LoadU(d, second + i)});
    }
    T best = worst_score<T>(O);
    T next = best;
    if (i > begin) {
      fold(d, pair, best, next);
    }
    for (; i < end; ++i) {
      see_one<O>(first[i], best, next);
      see_one<O>(second[i], best, next);
    }
    firsts[b] = best;
    seconds[b] = next;
  }
}

#define DISCREET_EACH(T, name)                                                                   \
  void name##_max(const T* f, const T* s, std::size_t n, std::size_t fan, T* first, T* second) { \
    merge_run<Optimize::max>(f, s, n, fan, first, second);                                       \
  }                                                                                              \
  void name##_min(const T* f, const T* s, std::size_t n, std::size_t fan, T* first, T* second) { \
    merge_run<Optimize::min>(f, s, n, fan, first, second);                                       \
  }
#include "selection/each_number.inc"
#undef DISCREET_EACH

}  // namespace
}  // namespace discreet::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace discreet::detail {

#define DISCREET_EACH(T, name)                                                             \
  HWY_EXPORT(name##_max);                                                                  \
  HWY_EXPORT(name##_min);                                                                  \
  template <>                                                                              \
  void merge_pairs<T>(const T* first, const T* second, std::size_t count, std::size_t fan, \
                      Optimize optimize, T* firsts, T* seconds) {                          \
    if (optimize == Optimize::max) {                                                       \
      HWY_DYNAMIC_DISPATCH(name##_max)(first, second, count, fan, firsts, seconds);        \
    } else {                                                                               \
      HWY_DYNAMIC_DISPATCH(name##_min)(first, second, count, fan, firsts, seconds);        \
    }                                                                                      \
  }
#include "selection/each_number.inc"
#undef DISCREET_EACH

}  // namespace discreet::detail
#endif
