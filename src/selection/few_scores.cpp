#include "selection/few_scores.hpp"

#include <cstddef>
#include <cstdint>

#include "selection/read.hpp"
#include "vectors/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "selection/few_scores.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/highway.h>

#include "selection/pair-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace discreet::detail::HWY_NAMESPACE {
namespace {

template <class T>
std::uint64_t equal_run(const T* HWY_RESTRICT scores, std::size_t count, T value) {
  const hn::ScalableTag<T> d;
  constexpr std::size_t lanes = hn::MaxLanes(d);
  const auto wanted = hn::Set(d, value);
  std::uint64_t bits = 0;
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    bits |= bits_of(d, hn::Eq(hn::LoadU(d, scores + i), wanted)) << i;
  }
  for (; i < count; ++i) {
    bits |= static_cast<std::uint64_t>(scores[i] == value) << i;
  }
  return bits;
}

/// The lowest bits as a mask.
template <class D>
HWY_INLINE auto mask_of(D d, std::uint64_t bits) {
  std::uint8_t bytes[8];
  for (std::size_t b = 0; b < sizeof(bytes); ++b) {
    bytes[b] = static_cast<std::uint8_t>(bits >> (8 * b));
  }
  return hn::LoadMaskBits(d, bytes);
}

template <Optimize O, class T>
bool best_run(const T* HWY_RESTRICT scores, std::size_t count, std::uint64_t without, T& first,
              T& second) {
  const hn::ScalableTag<T> d;
  using V = hn::VFromD<decltype(d)>;
  const std::size_t lanes = hn::Lanes(d);
  const V none = hn::Set(d, worst_score<T>(O));
  NanWatch nans{d};
  Pair<O, V> pair{none, none};
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const V v = hn::IfThenElse(mask_of(d, without >> i), none, hn::LoadU(d, scores + i));
    nans.look(v, v);
    pair.see(v);
  }
  T best = worst_score<T>(O);
  T next = best;
  fold(d, pair, best, next);
  bool tail_unordered = false;
  for (; i < count; ++i) {
    const T v = ((without >> i) & 1) != 0 ? worst_score<T>(O) : scores[i];
    tail_unordered |= v != v;
    see_one<O>(v, best, next);
  }
  first = best;
  second = next;
  return nans.none(d) && !tail_unordered;
}

template <Optimize O, Keep K, class T>
void merge_run(const T* HWY_RESTRICT firsts, const T* HWY_RESTRICT seconds, std::size_t count,
               std::size_t without, T& first, T& second) {
  const hn::ScalableTag<T> d;
  using V = hn::VFromD<decltype(d)>;
  const std::size_t lanes = hn::Lanes(d);
  const V none = hn::Set(d, worst_score<T>(O));
  Pair<O, V> pair{none, none};
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto out = mask_of(d, (std::uint64_t{1} << without) >> i);
    const V bests = hn::IfThenElse(out, none, hn::LoadU(d, firsts + i));
    pair.see(Pair<O, V>{
        bests, K == Keep::two ? hn::IfThenElse(out, none, hn::LoadU(d, seconds + i)) : bests});
  }
  T best = worst_score<T>(O);
  T next = best;
  if (i > 0) {
    fold(d, pair, best, next);
  }
  for (; i < count; ++i) {
    see_one<O>(i == without ? worst_score<T>(O) : firsts[i], best, next);
    see_one<O>(i == without ? worst_score<T>(O) : seconds[i], best, next);
  }
  // Last, since the others may be known before they are.
  see_one<O>(first, best, next);
  see_one<O>(second, best, next);
  first = best;
  second = K == Keep::two ? next : best;
}

template <Optimize O, class T>
void merge_either(const T* firsts, const T* seconds, std::size_t count, std::size_t without,
                  T& first, T& second) {
  if (firsts == seconds) {
    merge_run<O, Keep::one>(firsts, seconds, count, without, first, second);
  } else {
    merge_run<O, Keep::two>(firsts, seconds, count, without, first, second);
  }
}

#define DISCREET_EACH(T, name)                                                              \
  std::uint64_t equal_##name(const T* x, std::size_t n, T value) {                          \
    return equal_run(x, n, value);                                                          \
  }                                                                                         \
  bool best_##name##_max(const T* x, std::size_t n, std::uint64_t without, T& a, T& b) {    \
    return best_run<Optimize::max>(x, n, without, a, b);                                    \
  }                                                                                         \
  bool best_##name##_min(const T* x, std::size_t n, std::uint64_t without, T& a, T& b) {    \
    return best_run<Optimize::min>(x, n, without, a, b);                                    \
  }                                                                                         \
  void merge_##name##_max(const T* f, const T* s, std::size_t n, std::size_t without, T& a, \
                          T& b) {                                                           \
    merge_either<Optimize::max>(f, s, n, without, a, b);                                    \
  }                                                                                         \
  void merge_##name##_min(const T* f, const T* s, std::size_t n, std::size_t without, T& a, \
                          T& b) {                                                           \
    merge_either<Optimize::min>(f, s, n, without, a, b);                                    \
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

#define DISCREET_EACH(T, name)                                                                    \
  DISCREET_EXPORT_VECTORS(best_##name##_max);                                                     \
  DISCREET_EXPORT_VECTORS(best_##name##_min);                                                     \
  template <>                                                                                     \
  bool best_two_without<T>(const T* scores, std::size_t count, std::uint64_t without,             \
                           Optimize optimize, T& first, T& second) {                              \
    return optimize == Optimize::max                                                              \
               ? DISCREET_CALL_VECTORS(best_##name##_max)(scores, count, without, first, second)  \
               : DISCREET_CALL_VECTORS(best_##name##_min)(scores, count, without, first, second); \
  }
#include "selection/each_number.inc"
#undef DISCREET_EACH

#define DISCREET_EACH(T, name)                                                                   \
  DISCREET_EXPORT_VECTORS(merge_##name##_max);                                                   \
  DISCREET_EXPORT_VECTORS(merge_##name##_min);                                                   \
  template <>                                                                                    \
  void merge_pairs_without<T>(const T* firsts, const T* seconds, std::size_t count,              \
                              std::size_t without, Optimize optimize, T& first, T& second) {     \
    if (optimize == Optimize::max) {                                                             \
      DISCREET_CALL_VECTORS(merge_##name##_max)(firsts, seconds, count, without, first, second); \
    } else {                                                                                     \
      DISCREET_CALL_VECTORS(merge_##name##_min)(firsts, seconds, count, without, first, second); \
    }                                                                                            \
  }
#include "selection/each_number.inc"
#undef DISCREET_EACH

}  // namespace discreet::detail
#endif
