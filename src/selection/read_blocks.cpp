#include <cstddef>

#include "selection/read.hpp"
#include "vectors/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "selection/read_blocks.cpp"
#include <hwy/foreach_target.h>
// after foreach_target
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "selection/pair-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace discreet::detail::HWY_NAMESPACE {
namespace {

template <Optimize O, class T>
bool read_run(const T* HWY_RESTRICT scores, std::size_t count, std::size_t block,
              T* HWY_RESTRICT firsts, T* HWY_RESTRICT seconds) {
  const hn::ScalableTag<T> d;
  using V = hn::VFromD<decltype(d)>;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t ahead = 4096 / sizeof(T);
  NanWatch nans{d};
  bool tail_unordered = false;
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
      nans.look(v0, v1);
      nans.look(v2, v3);
      even.see(v0);
      odd.see(v1);
      even.see(v2);
      odd.see(v3);
    }
    for (; i + lanes <= size; i += lanes) {
      const V v = hn::LoadU(d, x + i);
      nans.look(v, v);
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
  return nans.none(d) && !tail_unordered;
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

#if HWY_TARGET == HWY_SCALAR
template <Optimize O, Keep K, class T>
std::size_t merge_whole(const T*, const T*, std::size_t, std::size_t, T*, T*) {
  return 0;
}
#else
/// The pairs of two nodes in one: in each 128 bits their lanes take turns, half as many of each.
template <Optimize O, class D, class V>
HWY_INLINE Pair<O, V> alternate(D d, const Pair<O, V>& a, const Pair<O, V>& b) {
  Pair<O, V> out{hn::InterleaveLower(d, a.first, b.first),
                 hn::InterleaveLower(d, a.second, b.second)};
  out.see(Pair<O, V>{hn::InterleaveUpper(d, a.first, b.first),
                     hn::InterleaveUpper(d, a.second, b.second)});
  return out;
}

/// The lanes of 128 bits, each from all the 128 bits of a vector.
template <Optimize O, Keep K, class D, class V, class T>
HWY_INLINE void store_folded(D d, const Pair<O, V>& pair, T* firsts, T* seconds) {
  if constexpr (hn::MaxLanes(D()) * sizeof(T) > 16) {
    const hn::Half<D> half;
    using H = hn::VFromD<decltype(half)>;
    Pair<O, H> lower{hn::LowerHalf(half, pair.first), hn::LowerHalf(half, pair.second)};
    lower.see(Pair<O, H>{hn::UpperHalf(half, pair.first), hn::UpperHalf(half, pair.second)});
    store_folded<O, K>(half, lower, firsts, seconds);
  } else {
    hn::StoreU(pair.first, d, firsts);
    if constexpr (K == Keep::two) {
      hn::StoreU(pair.second, d, seconds);
    }
  }
}

/// As many nodes at once as 128 bits have lanes, for as long as there are so many whole ones; returns how many that were.
/// They are folded by putting two into one vector again and again, so that every lane works until the end.
template <Optimize O, Keep K, class T>
std::size_t merge_whole(const T* HWY_RESTRICT first, const T* HWY_RESTRICT second,
                        std::size_t count, std::size_t fan, T* firsts, T* seconds) {
  const hn::ScalableTag<T> d;
  using V = hn::VFromD<decltype(d)>;
  constexpr std::size_t nodes = 16 / sizeof(T);
  const std::size_t lanes = hn::Lanes(d);
  std::size_t b = 0;
  if (fan % lanes != 0) {
    return b;
  }
  for (; (b + nodes) * fan <= count; b += nodes) {
    Pair<O, V> pairs[nodes];
    for (std::size_t n = 0; n < nodes; ++n) {
      const std::size_t begin = (b + n) * fan;
      const auto pair_at = [&](std::size_t i) HWY_ATTR {
        const V bests = hn::LoadU(d, first + i);
        return Pair<O, V>{bests, K == Keep::two ? hn::LoadU(d, second + i) : bests};
      };
      pairs[n] = pair_at(begin);
      for (std::size_t i = lanes; i < fan; i += lanes) {
        pairs[n].see(pair_at(begin + i));
      }
    }
    // Node n and node n + half, so that at last they stand in order.
    for (std::size_t half = nodes / 2; half > 0; half /= 2) {
      for (std::size_t n = 0; n < half; ++n) {
        pairs[n] = alternate<O>(d, pairs[n], pairs[n + half]);
      }
    }
    store_folded<O, K>(d, pairs[0], firsts + b, seconds + b);
  }
  return b;
}
#endif

// Where only the best are kept nothing asks for the second of a pair, and the compiler drops what finds it.
template <Optimize O, Keep K, class T>
void merge_run(const T* HWY_RESTRICT first, const T* HWY_RESTRICT second, std::size_t count,
               std::size_t fan, T* firsts, T* seconds) {
  const hn::ScalableTag<T> d;
  using V = hn::VFromD<decltype(d)>;
  const std::size_t lanes = hn::Lanes(d);
  const V none = hn::Set(d, worst_score<T>(O));
  for (std::size_t b = merge_whole<O, K>(first, second, count, fan, firsts, seconds);
       b * fan < count; ++b) {
    const std::size_t begin = b * fan;
    const std::size_t end = count - begin < fan ? count : begin + fan;
    Pair<O, V> pair{none, none};
    std::size_t i = begin;
    for (; i + lanes <= end; i += lanes) {
      const V bests = hn::LoadU(d, first + i);
      pair.see(Pair<O, V>{bests, K == Keep::two ? hn::LoadU(d, second + i) : bests});
    }
    T best = worst_score<T>(O);
    T next = best;
    if (i > begin) {
      fold(d, pair, best, next);
    }
    for (; i < end; ++i) {
      see_one<O>(first[i], best, next);
      if constexpr (K == Keep::two) {
        see_one<O>(second[i], best, next);
      }
    }
    firsts[b] = best;
    if constexpr (K == Keep::two) {
      seconds[b] = next;
    }
  }
}

template <Optimize O, class T>
void merge_either(const T* first, const T* second, std::size_t count, std::size_t fan, T* firsts,
                  T* seconds) {
  if (firsts == seconds) {
    merge_run<O, Keep::one>(first, second, count, fan, firsts, seconds);
  } else {
    merge_run<O, Keep::two>(first, second, count, fan, firsts, seconds);
  }
}

#define DISCREET_EACH(T, name)                                                              \
  void merge_##name##_max(const T* f, const T* s, std::size_t n, std::size_t fan, T* first, \
                          T* second) {                                                      \
    merge_either<Optimize::max>(f, s, n, fan, first, second);                               \
  }                                                                                         \
  void merge_##name##_min(const T* f, const T* s, std::size_t n, std::size_t fan, T* first, \
                          T* second) {                                                      \
    merge_either<Optimize::min>(f, s, n, fan, first, second);                               \
  }
#include "selection/each_number.inc"
#undef DISCREET_EACH

}  // namespace
}  // namespace discreet::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace discreet::detail {

#define DISCREET_EACH(T, name)                                                                  \
  DISCREET_EXPORT_VECTORS(name##_max);                                                          \
  DISCREET_EXPORT_VECTORS(name##_min);                                                          \
  template <>                                                                                   \
  bool read_blocks<T>(const T* scores, std::size_t count, std::size_t block, Optimize optimize, \
                      T* first, T* second) {                                                    \
    return optimize == Optimize::max                                                            \
               ? DISCREET_CALL_VECTORS(name##_max)(scores, count, block, first, second)         \
               : DISCREET_CALL_VECTORS(name##_min)(scores, count, block, first, second);        \
  }
#include "selection/each_number.inc"
#undef DISCREET_EACH

#define DISCREET_EACH(T, name)                                                               \
  DISCREET_EXPORT_VECTORS(merge_##name##_max);                                               \
  DISCREET_EXPORT_VECTORS(merge_##name##_min);                                               \
  template <>                                                                                \
  void merge_pairs<T>(const T* first, const T* second, std::size_t count, std::size_t fan,   \
                      Optimize optimize, T* firsts, T* seconds) {                            \
    if (optimize == Optimize::max) {                                                         \
      DISCREET_CALL_VECTORS(merge_##name##_max)(first, second, count, fan, firsts, seconds); \
    } else {                                                                                 \
      DISCREET_CALL_VECTORS(merge_##name##_min)(first, second, count, fan, firsts, seconds); \
    }                                                                                        \
  }
#include "selection/each_number.inc"
#undef DISCREET_EACH

}  // namespace discreet::detail
#endif
