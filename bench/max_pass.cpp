#include "max_pass.hpp"

#include <cstdint>
#include <limits>

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

template <class T>
T pass(const T* HWY_RESTRICT x, std::size_t count) {
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  constexpr std::size_t ahead = 4096 / sizeof(T);
  auto m0 = hn::Set(d, std::numeric_limits<T>::lowest());
  auto m1 = m0;
  auto m2 = m0;
  auto m3 = m0;
  std::size_t i = 0;
  for (; i + 4 * lanes <= count; i += 4 * lanes) {
    for (std::size_t line = 0; line < 4 * lanes; line += 64 / sizeof(T)) {
      hwy::Prefetch(x + i + ahead + line);
    }
    m0 = hn::Max(m0, hn::LoadU(d, x + i));
    m1 = hn::Max(m1, hn::LoadU(d, x + i + lanes));
    m2 = hn::Max(m2, hn::LoadU(d, x + i + 2 * lanes));
    m3 = hn::Max(m3, hn::LoadU(d, x + i + 3 * lanes));
  }
  HWY_ALIGN T lane[HWY_MAX_BYTES];
  hn::Store(hn::Max(hn::Max(m0, m1), hn::Max(m2, m3)), d, lane);
  T best = lane[0];
  for (std::size_t j = 1; j < lanes; ++j) {
    best = lane[j] > best ? lane[j] : best;
  }
  for (; i < count; ++i) {
    best = x[i] > best ? x[i] : best;
  }
  return best;
}

double pass_f64(const double* x, std::size_t n) { return pass(x, n); }
float pass_f32(const float* x, std::size_t n) { return pass(x, n); }
std::int64_t pass_i64(const std::int64_t* x, std::size_t n) { return pass(x, n); }
std::uint32_t pass_u32(const std::uint32_t* x, std::size_t n) { return pass(x, n); }
std::int8_t pass_i8(const std::int8_t* x, std::size_t n) { return pass(x, n); }

}  // namespace
}  // namespace discreet::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace discreet::bench {

#define DISCREET_MAX(T, name)                         \
  HWY_EXPORT(name);                                   \
  template <>                                         \
  T max_pass<T>(const T* scores, std::size_t count) { \
    return HWY_DYNAMIC_DISPATCH(name)(scores, count); \
  }
DISCREET_MAX(double, pass_f64)
DISCREET_MAX(float, pass_f32)
DISCREET_MAX(std::int64_t, pass_i64)
DISCREET_MAX(std::uint32_t, pass_u32)
DISCREET_MAX(std::int8_t, pass_i8)
#undef DISCREET_MAX

}  // namespace discreet::bench
#endif
