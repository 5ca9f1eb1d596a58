#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "mechanisms/cell_filter.hpp"
#include "vectors/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "mechanisms/place_cells.cpp"
#include <hwy/foreach_target.h>
// Highway wants its own header after foreach_target.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace discreet::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<double>;
using U = hn::RebindToUnsigned<D>;
using VD = hn::VFromD<D>;

/// Rounds at most once, and only what has 64 bits.
template <class T>
HWY_INLINE VD widened(hn::VFromD<hn::Rebind<T, D>> v) {
  const D d;
  if constexpr (std::is_same_v<T, double>) {
    return v;
  } else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, std::int32_t>) {
    return hn::PromoteTo(d, v);
  } else if constexpr (sizeof(T) == 8) {
    return hn::ConvertTo(d, v);
  } else if constexpr (sizeof(T) == 4) {
    return hn::ConvertTo(d, hn::PromoteTo(U(), v));
  } else {
    return hn::PromoteTo(d, hn::PromoteTo(hn::Rebind<std::int32_t, D>(), v));
  }
}

/// One vector of values, of which only the first `count` are asked for.
template <class T>
HWY_INLINE void place_vector(const T* HWY_RESTRICT values, std::size_t count,
                             const CellFilter& filter, std::uint64_t* HWY_RESTRICT out) {
  const D d;
  const U u;
  const hn::Rebind<T, D> own;
  // A number below 2^51 is rounded by its sum with 2^52, and stands in the low bits of that.
  const VD whole_bits = hn::Set(d, 0x1p52);
  const auto v = hn::LoadU(own, values);
  const VD z =
      hn::Mul(hn::Sub(widened<T>(v), hn::Set(d, filter.lower)), hn::Set(d, filter.inverse));
  const VD within = hn::Min(hn::Max(z, hn::Zero(d)), hn::Set(d, filter.last));
  const VD rounded = hn::Add(within, whole_bits);
  const VD away = hn::Abs(hn::Sub(within, hn::Sub(rounded, whole_bits)));
  auto known = hn::Le(away, hn::Set(d, filter.sure));
  if constexpr (Float<T>) {
    // NaN may have become either end.
    known = hn::And(known, hn::Eq(z, z));
  }
  hn::StoreU(hn::And(hn::BitCast(u, rounded), hn::Set(u, 0xfffffffffffffU)), u, out);
  if (HWY_UNLIKELY(!hn::AllTrue(d, known))) {
    T seen[hn::MaxLanes(d)];
    double about[hn::MaxLanes(d)];
    std::uint64_t doubtful[hn::MaxLanes(d)];
    hn::StoreU(v, own, seen);
    hn::StoreU(within, d, about);
    hn::StoreU(hn::IfThenZeroElse(hn::RebindMask(u, known), hn::Set(u, 1)), u, doubtful);
    for (std::size_t lane = 0; lane < count; ++lane) {
      if (doubtful[lane] != 0) {
        out[lane] = filter.settle(seen[lane], about[lane]);
      }
    }
  }
}

template <class T>
void place_run(const T* HWY_RESTRICT values, std::size_t count, const CellFilter& shared,
               std::uint64_t* HWY_RESTRICT out) {
  // A copy that no store to `out` can reach, so that its numbers stay in registers.
  const CellFilter filter = shared;
  const D d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    place_vector(values + i, lanes, filter, out + i);
  }
  if (i < count) {
    T rest[hn::MaxLanes(d)] = {};
    std::uint64_t placed[hn::MaxLanes(d)];
    std::copy(values + i, values + count, rest);
    place_vector(rest, count - i, filter, placed);
    std::copy(placed, placed + (count - i), out + i);
  }
}

#define DISCREET_EACH(T, name)                                                                  \
  void name(const T* values, std::size_t count, const CellFilter& filter, std::uint64_t* out) { \
    place_run(values, count, filter, out);                                                      \
  }
#include "selection/each_number.inc"
#undef DISCREET_EACH

}  // namespace
}  // namespace discreet::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace discreet::detail {

#define DISCREET_EACH(T, name)                                                      \
  DISCREET_EXPORT_VECTORS(name);                                                    \
  template <>                                                                       \
  void place_cells<T>(const T* values, std::size_t count, const CellFilter& filter, \
                      std::uint64_t* out) {                                         \
    DISCREET_CALL_VECTORS(name)(values, count, filter, out);                        \
  }
#include "selection/each_number.inc"
#undef DISCREET_EACH

}  // namespace discreet::detail
#endif
