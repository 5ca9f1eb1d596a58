#include "max_pass.hpp"

#include <cstdint>
#include <limits>

#include "selection/read.hpp"
#include "vectors/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "max_pass.cpp"
#include <hwy/foreach_target.h>
// Highway wants its own header after foreach_target.
#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace discreet::bench::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Several places at once, a page apart, as a core has more lines under way then. What the first cache is too small for
/// is asked for by the second, and shortly before use by the first.
template <std::size_t Places, bool InSteps, class D, class T, class V>
HWY_INLINE void pages(D d, const T* HWY_RESTRICT x, V* best) {
  constexpr std::size_t page = 4096 / sizeof(T);
  constexpr std::size_t line = 64 / sizeof(T);
  const std::size_t lanes = hn::Lanes(d);
  V seen[Places];
  for (std::size_t p = 0; p < Places; ++p) {
    seen[p] = best[p];
  }
  for (std::size_t i = 0; i < page; i += line) {
    for (std::size_t p = 0; p < Places; ++p) {
      if constexpr (InSteps) {
        __builtin_prefetch(x + i + (Places + p) * page, 0, 2);
        hwy::Prefetch(x + i + p * page + 4 * line);
      } else {
        hwy::Prefetch(x + i + (Places + p) * page);
      }
      for (std::size_t v = 0; v < line; v += lanes) {
        seen[p] = hn::Max(seen[p], hn::LoadU(d, x + i + p * page + v));
      }
    }
  }
  for (std::size_t p = 0; p < Places; ++p) {
    best[p] = seen[p];
  }
}

/// From the beginning to the end, four lines at a time.
template <class D, class T, class V>
HWY_INLINE std::size_t lines(D d, const T* HWY_RESTRICT x, std::size_t count, V* best) {
  constexpr std::size_t line = 64 / sizeof(T);
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + 4 * line <= count; i += 4 * line) {
    for (std::size_t l = 0; l < 4; ++l) {
      hwy::Prefetch(x + i + l * line + 256 * line);
      for (std::size_t v = 0; v < line; v += lanes) {
        best[l] = hn::Max(best[l], hn::LoadU(d, x + i + l * line + v));
      }
    }
  }
  return i;
}

template <class T>
T pass(const T* HWY_RESTRICT x, std::size_t count, detail::Way way) {
  constexpr std::size_t page = 4096 / sizeof(T);
  const hn::CappedTag<T, 64 / sizeof(T)> d;
  using V = hn::VFromD<decltype(d)>;
  const std::size_t lanes = hn::Lanes(d);
  V best[8];
  for (V& b : best) {
    b = hn::Set(d, std::numeric_limits<T>::lowest());
  }
  std::size_t i = 0;
  switch (way) {
    case detail::Way::one_place:
      i = lines(d, x, count, best);
      break;
    case detail::Way::eight_in_steps:
      for (; i + 8 * page <= count; i += 8 * page) {
        pages<8, true>(d, x + i, best);
      }
      break;
    case detail::Way::eight_places:
      for (; i + 8 * page <= count; i += 8 * page) {
        pages<8, false>(d, x + i, best);
      }
      break;
    case detail::Way::four_places:
      break;
  }
  for (; i + 4 * page <= count; i += 4 * page) {
    pages<4, false>(d, x + i, best);
  }
  for (; i + 4 * lanes <= count; i += 4 * lanes) {
    for (std::size_t b = 0; b < 4; ++b) {
      best[b] = hn::Max(best[b], hn::LoadU(d, x + i + b * lanes));
    }
  }
  HWY_ALIGN T lane[HWY_MAX_BYTES];
  for (std::size_t b = 1; b < 8; ++b) {
    best[0] = hn::Max(best[0], best[b]);
  }
  hn::Store(best[0], d, lane);
  T most = lane[0];
  for (std::size_t j = 1; j < lanes; ++j) {
    most = lane[j] > most ? lane[j] : most;
  }
  for (; i < count; ++i) {
    most = x[i] > most ? x[i] : most;
  }
  return most;
}

double pass_f64(const double* x, std::size_t n, detail::Way way) { return pass(x, n, way); }
float pass_f32(const float* x, std::size_t n, detail::Way way) { return pass(x, n, way); }
std::int64_t pass_i64(const std::int64_t* x, std::size_t n, detail::Way way) {
  return pass(x, n, way);
}
std::uint32_t pass_u32(const std::uint32_t* x, std::size_t n, detail::Way way) {
  return pass(x, n, way);
}
std::int8_t pass_i8(const std::int8_t* x, std::size_t n, detail::Way way) {
  return pass(x, n, way);
}

}  // namespace
}  // namespace discreet::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace discreet::bench {

#define DISCREET_MAX(T, name)                                          \
  DISCREET_EXPORT_VECTORS(name);                                       \
  template <>                                                          \
  T max_pass<T>(const T* scores, std::size_t count, detail::Way way) { \
    return DISCREET_CALL_VECTORS(name)(scores, count, way);            \
  }
DISCREET_MAX(double, pass_f64)
DISCREET_MAX(float, pass_f32)
DISCREET_MAX(std::int64_t, pass_i64)
DISCREET_MAX(std::uint32_t, pass_u32)
DISCREET_MAX(std::int8_t, pass_i8)
#undef DISCREET_MAX

}  // namespace discreet::bench
#endif
