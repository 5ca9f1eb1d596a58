// The two best of what vectors have seen, for every kernel that reads; included once per vector target.
#include <cstdint>
#include <limits>
#include <type_traits>

#include <hwy/highway.h>

#include "selection/read.hpp"

#if defined(DISCREET_PAIR_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef DISCREET_PAIR_INL
#undef DISCREET_PAIR_INL
#else
#define DISCREET_PAIR_INL
#endif

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

/// A mask's bits, the first lane's the lowest.
template <class D, class M>
HWY_INLINE std::uint64_t bits_of(D d, M mask) {
  constexpr std::size_t lanes = hn::MaxLanes(D());
  std::uint8_t bytes[(lanes + 7) / 8];
  hn::StoreMaskBits(d, mask, bytes);
  std::uint64_t bits = 0;
  for (std::size_t b = 0; b < sizeof(bytes); ++b) {
    bits |= std::uint64_t{bytes[b]} << (8 * b);
  }
  return bits;
}

/// Remembers whether a vector held a NaN, two vectors at a time; integers hold none.
template <class D>
class NanWatch {
 public:
  HWY_INLINE explicit NanWatch(D d) : seen_(hn::MaskFromVec(hn::Zero(d))) {}

  template <class V>
  HWY_INLINE void look(V a, V b) {
    if constexpr (std::numeric_limits<hn::TFromD<D>>::has_quiet_NaN) {
      seen_ = hn::Or(seen_, either_is_nan(a, b));
    }
  }

  HWY_INLINE bool none(D d) const { return hn::AllFalse(d, seen_); }

 private:
  decltype(hn::MaskFromVec(hn::Zero(D()))) seen_;
};

/// The two best of everything seen so far, lane by lane.
template <Optimize O, class V>
struct Pair {
  V first;
  V second;

  // Written out, so that they are compiled for the target as everything here is.
  HWY_INLINE Pair() = default;
  HWY_INLINE Pair(V best, V next) : first(best), second(next) {}

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

/// Without a branch, since none would be foreseen. A NaN changes nothing.
template <Optimize O, class T>
HWY_INLINE void see_one(T v, T& first, T& second) {
  const auto best_of = [](T a, T b) { return (O == Optimize::max ? a > b : a < b) ? a : b; };
  const auto worst_of = [](T a, T b) { return (O == Optimize::max ? a < b : a > b) ? a : b; };
  second = best_of(worst_of(first, v), second);
  first = best_of(v, first);
}

}  // namespace
}  // namespace discreet::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
