#include "discreet/selection/read.hpp"

#include <cstdint>
#include <limits>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "selection/read.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace discreet::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <Optimize O, class V>
HWY_INLINE V better(V a, V b) {
  if constexpr (O == Optimize::max) {
    return hn::Max(a, b);
  } else {
    return hn::Min(a, b);
  }
}

template <Optimize O, class V>
HWY_INLINE V worse(V a, V b) {
  return better < O == Optimize::max ? Optimize::min : Optimize::max > (a, b);
}

/// One comparison for two vectors where the instruction set has it.
template <class V>
HWY_INLINE auto either_is_nan(V a, V b) {
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
  if constexpr (std::is_same_v<hn::TFromV<V>, double>) {
    return hn::Mask512<double>{_mm512_cmp_pd_mask(a.raw, b.raw, _CMP_UNORD_Q)};
  } else {
    return hn::Mask512<float>{_mm512_cmp_ps_mask(a.raw, b.raw, _CMP_UNORD_Q)};
  }
#else
  return hn::Or(hn::IsNaN(a), hn::IsNaN(b));
#endif
}

/// Keeps a loaded vector in its register: a compiler that loads it again for each use reads scores
/// that straddle cache lines two or three times.
template <class V>
HWY_INLINE void hold(V& v) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
  asm("" : "+x"(v.raw));
#else
  (void)v;
#endif
}

/// The two best of everything seen so far, lane by lane.
template <Optimize O, class V>
struct Pair {
  V first;
  V second;

  HWY_INLINE void see(V v) {
    second = better<O>(second, worse<O>(first, v));
    first = better<O>(first, v);
  }

  HWY_INLINE void see(const Pair& other) {
    second = better<O>(better<O>(second, other.second), worse<O>(first, other.first));
    first = better<O>(first, other.first);
  }
};

#if HWY_TARGET == HWY_SCALAR
template <Optimize O, class D, class V>
HWY_INLINE void fold(D, Pair<O, V> pair, hn::TFromD<D>& first, hn::TFromD<D>& second) {
  first = hn::GetLane(pair.first);
  second = hn::GetLane(pair.second);
}
#else
/// Folds the lanes of one 128-bit vector into lane 0, halving the distance each time.
template <int distance, Optimize O, class D, class V>
HWY_INLINE void fold_by(D d, Pair<O, V>& pair) {
  if constexpr (distance >= static_cast<int>(sizeof(hn::TFromD<D>))) {
    const hn::Repartition<std::uint8_t, D> bytes;
    const auto turned = [&](V v) {
      const auto raw = hn::BitCast(bytes, v);
      return hn::BitCast(d, hn::CombineShiftRightBytes<distance>(bytes, raw, raw));
    };
    pair.see(Pair<O, V>{turned(pair.first), turned(pair.second)});
    fold_by<distance / 2>(d, pair);
  }
}

template <Optimize O, class D, class V>
HWY_INLINE void fold(D d, Pair<O, V> pair, hn::TFromD<D>& first, hn::TFromD<D>& second) {
  constexpr std::size_t size = hn::MaxLanes(D()) * sizeof(hn::TFromD<D>);
  if constexpr (size > 16) {
    const hn::Half<D> half;
    using H = hn::VFromD<decltype(half)>;
    Pair<O, H> lower{hn::LowerHalf(half, pair.first), hn::LowerHalf(half, pair.second)};
    lower.see(Pair<O, H>{hn::UpperHalf(half, pair.first), hn::UpperHalf(half, pair.second)});
    fold(half, lower, first, second);
  } else {
    fold_by<8>(d, pair);
    first = hn::GetLane(pair.first);
    second = hn::GetLane(pair.second);
  }
}
#endif

template <Optimize O, class T>
HWY_INLINE void see_one(T v, T& first, T& second) {
  const auto beats = [](T a, T b) { return O == Optimize::max ? a > b : a < b; };
  if (beats(v, first)) {
    second = first;
    first = v;
  } else if (beats(v, second)) {
    second = v;
  }
}

template <Optimize O, class T>
bool read_run(const T* HWY_RESTRICT scores, std::size_t count, std::size_t block,
              T* HWY_RESTRICT firsts, T* HWY_RESTRICT seconds) {
  const hn::ScalableTag<T> d;
  using V = hn::VFromD<decltype(d)>;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t ahead = 4096 / sizeof(T);
  auto unordered = hn::MaskFromVec(hn::Zero(d));
  bool tail_unordered = false;
  const auto look = [&](V a, V b) {
    if constexpr (std::numeric_limits<T>::has_quiet_NaN) {
      unordered = hn::Or(unordered, either_is_nan(a, b));
    }
  };
  for (std::size_t b = 0; b * block < count; ++b) {
    const T* const x = scores + b * block;
    const std::size_t size = count - b * block < block ? count - b * block : block;
    const V none = hn::Set(d, worst_score<T>(O));
    Pair<O, V> even{none, none};
    Pair<O, V> odd{none, none};
    std::size_t i = 0;
    for (; i + 4 * lanes <= size; i += 4 * lanes) {
      for (std::size_t line = 0; line < 4 * lanes; line += 64 / sizeof(T)) {
        hwy::Prefetch(x + i + ahead + line);
      }
      V v0 = hn::LoadU(d, x + i);
      V v1 = hn::LoadU(d, x + i + lanes);
      V v2 = hn::LoadU(d, x + i + 2 * lanes);
      V v3 = hn::LoadU(d, x + i + 3 * lanes);
      hold(v0);
      hold(v1);
      hold(v2);
      hold(v3);
      look(v0, v1);
      look(v2, v3);
      even.see(v0);
      odd.see(v1);
      even.see(v2);
      odd.see(v3);
    }
    for (; i + lanes <= size; i += lanes) {
      const V v = hn::LoadU(d, x + i);
      look(v, v);
      even.see(v);
    }
    even.see(odd);
    T first = worst_score<T>(O);
    T second = first;
    fold(d, even, first, second);
    for (; i < size; ++i) {
      tail_unordered |= x[i] != x[i];
      see_one<O>(x[i], first, second);
    }
    firsts[b] = first;
    seconds[b] = second;
  }
  return hn::AllFalse(d, unordered) && !tail_unordered;
}

#define DISCREET_EACH(T, name)                                                         \
  bool name##_max(const T* x, std::size_t n, std::size_t block, T* first, T* second) { \
    return read_run<Optimize::max>(x, n, block, first, second);                        \
  }                                                                                    \
  bool name##_min(const T* x, std::size_t n, std::size_t block, T* first, T* second) { \
    return read_run<Optimize::min>(x, n, block, first, second);                        \
  }
#include "selection/each_number.inc"
#undef DISCREET_EACH

}  // namespace
}  // namespace discreet::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace discreet::detail {

#define DISCREET_EACH(T, name)                                                                  \
  HWY_EXPORT(name##_max);                                                                       \
  HWY_EXPORT(name##_min);                                                                       \
  template <>                                                                                   \
  bool read_blocks<T>(const T* scores, std::size_t count, std::size_t block, Optimize optimize, \
                      T* first, T* second) {                                                    \
    return optimize == Optimize::max                                                            \
               ? HWY_DYNAMIC_DISPATCH(name##_max)(scores, count, block, first, second)          \
               : HWY_DYNAMIC_DISPATCH(name##_min)(scores, count, block, first, second);         \
  }
#include "selection/each_number.inc"
#undef DISCREET_EACH

}  // namespace discreet::detail
#endif
