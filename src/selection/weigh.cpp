#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "selection/weight_rule.hpp"
#include "vectors/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "selection/weigh.cpp"
#include <hwy/foreach_target.h>
// Highway wants its own header after foreach_target.
#include <hwy/highway.h>

#include "selection/pair-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace discreet::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<double>;
using U = hn::RebindToUnsigned<D>;
using VD = hn::VFromD<D>;
using VU = hn::VFromD<U>;

/// Rounds once, as the scalar conversion does: both halves are exact, their sum is not.
HWY_INLINE VD to_double(VU v) {
  const D d;
  const U u;
  const VU low = hn::Or(hn::And(v, hn::Set(u, 0xffffffffu)), hn::Set(u, 0x4330000000000000u));
  const VU high = hn::Or(hn::ShiftRight<32>(v), hn::Set(u, 0x4530000000000000u));
  const VD shifted = hn::Sub(hn::BitCast(d, high), hn::Set(d, 0x1p84 + 0x1p52));
  return hn::Add(shifted, hn::BitCast(d, low));
}

template <class T>
HWY_INLINE VD gaps(const T* scores, const WeightRule<T>& rule) {
  const D d;
  const bool max = rule.optimize == Optimize::max;
  if constexpr (Float<T>) {
    const hn::Rebind<T, D> narrow;
    constexpr T largest = std::numeric_limits<T>::max();
    auto v = hn::LoadU(narrow, scores);
    v = hn::Max(hn::Min(v, hn::Set(narrow, largest)), hn::Set(narrow, -largest));
    VD wide;
    if constexpr (std::is_same_v<T, float>) {
      wide = hn::PromoteTo(d, v);
    } else {
      wide = v;
    }
    VD a = hn::Set(d, static_cast<double>(rule.reference));
    VD b = wide;
    if (rule.shrink != 1.0) {
      const VD shrink = hn::Set(d, rule.shrink);
      a = hn::Mul(a, shrink);
      b = hn::Mul(b, shrink);
    }
    return max ? hn::Sub(a, b) : hn::Sub(b, a);
  } else {
    const U u;
    VU wide;
    if constexpr (sizeof(T) == 8) {
      wide = hn::BitCast(u, hn::LoadU(hn::Rebind<T, D>(), scores));
    } else if constexpr (std::is_signed_v<T>) {
      const hn::RebindToSigned<D> i64;
      const hn::Rebind<std::int32_t, D> i32;
      if constexpr (sizeof(T) == 4) {
        wide = hn::BitCast(u, hn::PromoteTo(i64, hn::LoadU(i32, scores)));
      } else {
        wide = hn::BitCast(
            u, hn::PromoteTo(i64, hn::PromoteTo(i32, hn::LoadU(hn::Rebind<T, D>(), scores))));
      }
    } else {
      const hn::Rebind<std::uint32_t, D> u32;
      if constexpr (sizeof(T) == 4) {
        wide = hn::PromoteTo(u, hn::LoadU(u32, scores));
      } else {
        wide = hn::PromoteTo(u, hn::PromoteTo(u32, hn::LoadU(hn::Rebind<T, D>(), scores)));
      }
    }
    const VU reference = hn::Set(u, static_cast<std::uint64_t>(rule.reference));
    const VU gap = max ? hn::Sub(reference, wide) : hn::Sub(wide, reference);
    return hn::Mul(to_double(gap), hn::Set(d, rule.shrink));
  }
}

template <class T>
HWY_INLINE VD stretched(VD gap, const WeightRule<T>& rule) {
  if (rule.stretch == 1.0) {
    return gap;
  }
  const D d;
  const U u;
  const VD stretch = hn::Set(d, rule.stretch);
  const VU bits = hn::BitCast(u, gap);
  const VU least = hn::Set(u, WeightRule<T>::least_normal_bits);
  const auto subnormal = hn::RebindMask(
      d, hn::Eq(hn::And(bits, hn::Set(u, WeightRule<T>::exponent_bits)), hn::Zero(u)));
  const VD lifted = hn::Mul(hn::BitCast(d, hn::Or(bits, least)), stretch);
  return hn::IfThenElse(subnormal, hn::Sub(lifted, hn::Set(d, WeightRule<T>::lifted)),
                        hn::Mul(hn::IfThenZeroElse(subnormal, gap), stretch));
}

/// rule.weight() of as many scores as a vector has lanes.
template <class T>
HWY_INLINE VU weights(const T* scores, const WeightRule<T>& rule) {
  const D d;
  const U u;
  VD x = hn::Mul(stretched(gaps(scores, rule), rule), hn::Set(d, rule.inverse));
  x = hn::IfThenElseZero(hn::Gt(x, hn::Zero(d)), x);
  x = hn::Min(x, hn::Set(d, rule.most));
  const VD whole = hn::Floor(x);
  const VD chord =
      hn::Mul(hn::Sub(hn::Set(d, 2.0), hn::Sub(x, whole)), hn::Set(d, WeightRule<T>::widening));
  // Whole numbers below 2^52 appear in the low bits of their sum with 2^52.
  const VU halvings = hn::BitCast(u, hn::Add(whole, hn::Set(d, 0x1p52)));
  const VU exponent = hn::Sub(hn::Set(u, std::uint64_t{1022} + rule.bits), halvings);
  const VD bound = hn::Mul(chord, hn::BitCast(d, hn::ShiftLeft<52>(exponent)));
  const VD weight = hn::Add(hn::Floor(bound), hn::Set(d, 0x1p52 + 1.0));
  return hn::And(hn::BitCast(u, weight), hn::Set(u, 0xfffffffffffffu));
}

template <class T>
void weigh_run(const T* HWY_RESTRICT scores, std::size_t count, const WeightRule<T>& shared,
               std::uint64_t* HWY_RESTRICT out) {
  // A copy that no store to `out` can reach, so that its numbers stay in registers.
  const WeightRule<T> rule = shared;
  const U u;
  const std::size_t lanes = hn::Lanes(u);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    hn::StoreU(weights(scores + i, rule), u, out + i);
  }
  for (; i < count; ++i) {
    out[i] = rule.weight(scores[i]);
  }
}

template <class T>
void mark_run(const T* HWY_RESTRICT scores, const std::uint64_t* HWY_RESTRICT positions,
              std::size_t count, const WeightRule<T>& shared, unsigned known,
              std::uint64_t* HWY_RESTRICT marks) {
  const WeightRule<T> rule = shared;
  const U u;
  const hn::RebindToSigned<U> i64;
  const std::size_t lanes = hn::Lanes(u);
  const std::uint64_t mask = (std::uint64_t{1} << known) - 1;
  const unsigned rest = rule.bits - known;
  const VU offset_bits = hn::Set(u, mask);
  for (std::size_t begin = 0; begin < count; begin += 64) {
    const std::size_t size = count - begin < 64 ? count - begin : 64;
    std::uint64_t word = 0;
    std::size_t j = 0;
    for (; j + lanes <= size; j += lanes) {
      const VU v = hn::And(hn::LoadU(u, positions + begin + j), offset_bits);
      const VU offset = hn::ShiftLeftSame(v, static_cast<int>(rest));
      // Both are below 2^63.
      const auto below =
          hn::Lt(hn::BitCast(i64, offset), hn::BitCast(i64, weights(scores + begin + j, rule)));
      word |= bits_of(i64, below) << j;
    }
    for (; j < size; ++j) {
      const std::uint64_t offset = (positions[begin + j] & mask) << rest;
      word |= static_cast<std::uint64_t>(offset < rule.weight(scores[begin + j])) << j;
    }
    marks[begin / 64] = word;
  }
}

#define DISCREET_EACH(T, name)                                                                \
  void name(const T* scores, std::size_t count, const WeightRule<T>& r, std::uint64_t* out) { \
    weigh_run(scores, count, r, out);                                                         \
  }                                                                                           \
  void name##_marks(const T* scores, const std::uint64_t* positions, std::size_t count,       \
                    const WeightRule<T>& r, unsigned known, std::uint64_t* marks) {           \
    mark_run(scores, positions, count, r, known, marks);                                      \
  }
#include "selection/each_number.inc"
#undef DISCREET_EACH

}  // namespace
}  // namespace discreet::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace discreet::detail {

#define DISCREET_EACH(T, name)                                                                  \
  DISCREET_EXPORT_VECTORS(name);                                                                \
  template <>                                                                                   \
  void weigh<T>(const T* scores, std::size_t count, const WeightRule<T>& rule,                  \
                std::uint64_t* out) {                                                           \
    DISCREET_CALL_VECTORS(name)(scores, count, rule, out);                                      \
  }                                                                                             \
  DISCREET_EXPORT_VECTORS(name##_marks);                                                        \
  template <>                                                                                   \
  void mark_below_weight<T>(const T* scores, const std::uint64_t* positions, std::size_t count, \
                            const WeightRule<T>& rule, unsigned known, std::uint64_t* marks) {  \
    DISCREET_CALL_VECTORS(name##_marks)(scores, positions, count, rule, known, marks);          \
  }
#include "selection/each_number.inc"
#undef DISCREET_EACH

}  // namespace discreet::detail
#endif
