#include "discreet/selection/read_columns.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "selection/read_columns.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "selection/pair-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace discreet::detail::HWY_NAMESPACE {
namespace {

template <Optimize O, class T>
bool lines_run(const T* HWY_RESTRICT scores, std::size_t count, std::size_t rows_per_group,
               T* HWY_RESTRICT firsts, T* HWY_RESTRICT seconds) {
  constexpr std::size_t line = 64 / sizeof(T);
  constexpr std::size_t ahead = 4096 / sizeof(T);
  const hn::CappedTag<T, line> d;
  using V = hn::VFromD<decltype(d)>;
  const std::size_t lanes = hn::Lanes(d);
  const V none = hn::Set(d, worst_score<T>(O));
  auto unordered = hn::MaskFromVec(hn::Zero(d));
  bool tail_unordered = false;
  const auto look = [&](V a, V b) {
    if constexpr (std::numeric_limits<T>::has_quiet_NaN) {
      unordered = hn::Or(unordered, either_is_nan(a, b));
    }
  };
  const std::size_t group = rows_per_group * line;
  for (std::size_t from = 0; from < count; from += group, firsts += line, seconds += line) {
    const T* const x = scores + from;
    const std::size_t size = count - from < group ? count - from : group;
    const std::size_t rows = size / line;
    for (std::size_t v = 0; v < line; v += lanes) {
      // Four chains hide the latency of a maximum.
      Pair<O, V> a{none, none};
      Pair<O, V> b{none, none};
      Pair<O, V> c{none, none};
      Pair<O, V> e{none, none};
      const T* at = x + v;
      std::size_t r = 0;
      for (; r + 4 <= rows; r += 4, at += 4 * line) {
        if (v == 0) {
          hwy::Prefetch(at + ahead);
          hwy::Prefetch(at + ahead + line);
          hwy::Prefetch(at + ahead + 2 * line);
          hwy::Prefetch(at + ahead + 3 * line);
        }
        V v0 = hn::LoadU(d, at);
        V v1 = hn::LoadU(d, at + line);
        V v2 = hn::LoadU(d, at + 2 * line);
        V v3 = hn::LoadU(d, at + 3 * line);
        hold(v0);
        hold(v1);
        hold(v2);
        hold(v3);
        look(v0, v1);
        look(v2, v3);
        a.see(v0);
        b.see(v1);
        c.see(v2);
        e.see(v3);
      }
      for (; r < rows; ++r, at += line) {
        const V last = hn::LoadU(d, at);
        look(last, last);
        a.see(last);
      }
      a.see(b);
      c.see(e);
      a.see(c);
      hn::StoreU(a.first, d, firsts + v);
      hn::StoreU(a.second, d, seconds + v);
    }
    for (std::size_t i = rows * line; i < size; ++i) {
      tail_unordered |= x[i] != x[i];
      see_one<O>(x[i], firsts[i % line], seconds[i % line]);
    }
  }
  return hn::AllFalse(d, unordered) && !tail_unordered;
}

#define DISCREET_EACH(T, name)                                                        \
  bool name##_max(const T* x, std::size_t n, std::size_t rows, T* first, T* second) { \
    return lines_run<Optimize::max>(x, n, rows, first, second);                       \
  }                                                                                   \
  bool name##_min(const T* x, std::size_t n, std::size_t rows, T* first, T* second) { \
    return lines_run<Optimize::min>(x, n, rows, first, second);                       \
  }
#include "selection/each_number.inc"
#undef DISCREET_EACH

}  // namespace
}  // namespace discreet::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace discreet::detail {

namespace {

/// Any number of columns, score by score.
template <class T>
bool read_slowly(const T* scores, std::size_t count, std::size_t rows, std::size_t lanes,
                 Optimize optimize, T* first, T* second) {
  const std::size_t group = rows * lanes;
  const std::size_t pairs = (count + group - 1) / group * lanes;
  for (std::size_t j = 0; j < pairs; ++j) {
    first[j] = second[j] = worst_score<T>(optimize);
  }
  bool ordered = true;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t j = i / group * lanes + i % lanes;
    const T v = scores[i];
    const auto beats = [&](T other) { return optimize == Optimize::max ? v > other : v < other; };
    ordered = ordered && v == v;
    if (beats(first[j])) {
      second[j] = first[j];
      first[j] = v;
    } else if (beats(second[j])) {
      second[j] = v;
    }
  }
  return ordered;
}

}  // namespace

#define DISCREET_EACH(T, name)                                                                  \
  HWY_EXPORT(name##_max);                                                                       \
  HWY_EXPORT(name##_min);                                                                       \
  template <>                                                                                   \
  bool read_columns<T>(const T* scores, std::size_t count, std::size_t rows, std::size_t lanes, \
                       Optimize optimize, T* first, T* second) {                                \
    if (lanes * sizeof(T) != 64) {                                                              \
      return read_slowly(scores, count, rows, lanes, optimize, first, second);                  \
    }                                                                                           \
    return optimize == Optimize::max                                                            \
               ? HWY_DYNAMIC_DISPATCH(name##_max)(scores, count, rows, first, second)           \
               : HWY_DYNAMIC_DISPATCH(name##_min)(scores, count, rows, first, second);          \
  }
#include "selection/each_number.inc"
#undef DISCREET_EACH

}  // namespace discreet::detail
#endif
