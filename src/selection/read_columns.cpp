#include <cstddef>
#include <cstdint>
#include <limits>

#include "selection/read.hpp"
#include "vectors/targets.hpp"

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

/// Eight groups at once keep sixteen vectors, which takes more registers than most have.
constexpr bool many_registers = HWY_ARCH_ARM_A64 || (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3);

/// So many rows before its use a line is asked for by the first cache, where the second has it.
constexpr std::size_t rows_before_use = 4;

/// What a block that keeps only its best makes of a vector, or one that keeps two.
template <Keep K, Optimize O, class V>
HWY_INLINE void see(Pair<O, V>& pair, V v) {
  if constexpr (K == Keep::two) {
    pair.see(v);
  } else {
    pair.first = better<O>(pair.first, v);
  }
}

/// Asks for what lies `ahead` of a vector that is to be loaded.
template <Way W, class T>
HWY_INLINE void ask(const T* here, std::size_t ahead) {
  constexpr std::size_t line = 64 / sizeof(T);
  if constexpr (W == Way::eight_in_steps) {
    __builtin_prefetch(here + ahead, 0, 2);
    hwy::Prefetch(here + rows_before_use * line);
  } else {
    hwy::Prefetch(here + ahead);
  }
}

/// Reads `Groups` neighbouring groups of `rows` whole rows side by side, `Step` rows of `Together` groups at
/// a time: a core that follows several places in memory has more lines under way than one that follows a
/// single one. What lies `Ahead` groups on is asked for.
template <Optimize O, Keep K, Way W, std::size_t Groups, std::size_t Together, std::size_t Step,
          std::size_t Ahead, class D, class T>
HWY_INLINE void read_groups(D d, const T* HWY_RESTRICT x, std::size_t rows, T* firsts, T* seconds,
                            NanWatch<D>& nans) {
  static_assert(Together * Step % 2 == 0, "vectors are looked at for NaN by twos");
  using V = hn::VFromD<D>;
  constexpr std::size_t line = 64 / sizeof(T);
  // Several maxima under way hide the latency of one.
  constexpr std::size_t chains = Groups == 1 ? Step : 1;
  constexpr std::size_t group = block_rows * line;
  constexpr std::size_t ahead = Ahead * group;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t v = 0; v < line; v += lanes) {
    Pair<O, V> seen[Groups * chains];
    for (auto& pair : seen) {
      pair.first = pair.second = hn::Set(d, worst_score<T>(O));
    }
    const T* at = x + v;
    std::size_t r = 0;
    for (; r + Step <= rows; r += Step, at += Step * line) {
      // By twos, each in a variable of its own: an array of what was loaded would be kept in memory beside the registers.
      for (std::size_t j = 0; j < Groups * Step; j += 2) {
        const std::size_t from = j / (Together * Step) * Together;
        const std::size_t i = j % (Together * Step);
        const std::size_t s = Step > 1 ? i % Step : 0;
        const std::size_t g = from + (Step > 1 ? i / Step : i);
        const std::size_t next_g = Step > 1 ? g : g + 1;
        const std::size_t next_s = Step > 1 ? s + 1 : s;
        const T* const here = at + g * group + s * line;
        const T* const there = at + next_g * group + next_s * line;
        if (v == 0) {
          ask<W>(here, ahead);
          ask<W>(there, ahead);
        }
        V a = hn::LoadU(d, here);
        V b = hn::LoadU(d, there);
        hold(a);
        hold(b);
        nans.look(a, b);
        see<K>(seen[g * chains + s % chains], a);
        see<K>(seen[next_g * chains + next_s % chains], b);
      }
    }
    for (; r < rows; ++r, at += line) {
      for (std::size_t g = 0; g < Groups; ++g) {
        const V last = hn::LoadU(d, at + g * group);
        nans.look(last, last);
        see<K>(seen[g * chains], last);
      }
    }
    for (std::size_t g = 0; g < Groups; ++g) {
      for (std::size_t c = 1; c < chains; ++c) {
        seen[g * chains].see(seen[g * chains + c]);
      }
      hn::StoreU(seen[g * chains].first, d, firsts + g * line + v);
      if constexpr (K == Keep::two) {
        hn::StoreU(seen[g * chains].second, d, seconds + g * line + v);
      }
    }
  }
}

/// The same from group g on for as long as there are so many whole groups; returns the first that is left.
template <Optimize O, Keep K, Way W, std::size_t Groups, std::size_t Together, std::size_t Step,
          std::size_t Ahead, class D, class T>
HWY_INLINE std::size_t read_while_whole(D d, const T* HWY_RESTRICT scores, std::size_t count,
                                        std::size_t g, T* firsts, T* seconds, NanWatch<D>& nans) {
  constexpr std::size_t line = 64 / sizeof(T);
  constexpr std::size_t group = block_rows * line;
  for (; (g + Groups) * group <= count; g += Groups) {
    read_groups<O, K, W, Groups, Together, Step, Ahead>(
        d, scores + g * group, block_rows, firsts + g * line, seconds + g * line, nans);
  }
  return g;
}

// The pairs' pointers are no promise that they are apart: where only the best is kept both are the same.
template <Optimize O, Keep K, class T>
bool lines_run(const T* HWY_RESTRICT scores, std::size_t count, Way way, T* firsts, T* seconds) {
  constexpr std::size_t line = 64 / sizeof(T);
  const hn::CappedTag<T, line> d;
  NanWatch nans{d};
  constexpr std::size_t group = block_rows * line;
  std::size_t g = 0;
  const auto walk =
      [&]<Way W, std::size_t Groups, std::size_t Together, std::size_t Step, std::size_t Ahead>() {
        g = read_while_whole<O, K, W, Groups, Together, Step, Ahead>(d, scores, count, g, firsts,
                                                                     seconds, nans);
      };
  switch (way) {
    case Way::one_place:
      walk.template operator()<Way::one_place, 1, 1, many_registers ? 8 : 4, 4>();
      break;
    case Way::eight_in_steps:
      if constexpr (many_registers) {
        walk.template operator()<Way::eight_in_steps, 8, 1, 2, 8>();
        // What comes next is asked for as far ahead: another row may follow.
        walk.template operator()<Way::eight_in_steps, 4, 1, 2, 8>();
      }
      break;
    case Way::eight_places:
      if constexpr (many_registers) {
        walk.template operator()<Way::eight_places, 8, 8, 1, 8>();
      }
      break;
    case Way::four_places:
      break;
  }
  walk.template operator()<Way::four_places, 4, 4, 2, 4>();
  bool tail_ordered = true;
  for (; g * group < count; ++g) {
    const T* const x = scores + g * group;
    const std::size_t size = count - g * group < group ? count - g * group : group;
    const std::size_t whole = size / line;
    read_groups<O, K, Way::one_place, 1, 1, 4, 1>(d, x, whole, firsts + g * line,
                                                  seconds + g * line, nans);
    for (std::size_t i = whole * line; i < size; ++i) {
      tail_ordered = tail_ordered && x[i] == x[i];
      see_one<O>(x[i], firsts[g * line + i % line], seconds[g * line + i % line]);
    }
  }
  return nans.none(d) && tail_ordered;
}

template <Optimize O, class T>
bool either_run(const T* scores, std::size_t count, Way way, T* firsts, T* seconds) {
  return firsts == seconds ? lines_run<O, Keep::one>(scores, count, way, firsts, seconds)
                           : lines_run<O, Keep::two>(scores, count, way, firsts, seconds);
}

#define DISCREET_EACH(T, name)                                               \
  bool name##_max(const T* x, std::size_t n, Way way, T* first, T* second) { \
    return either_run<Optimize::max>(x, n, way, first, second);              \
  }                                                                          \
  bool name##_min(const T* x, std::size_t n, Way way, T* first, T* second) { \
    return either_run<Optimize::min>(x, n, way, first, second);              \
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
  DISCREET_EXPORT_VECTORS(name##_max);                                                          \
  DISCREET_EXPORT_VECTORS(name##_min);                                                          \
  template <>                                                                                   \
  bool read_columns<T>(const T* scores, std::size_t count, std::size_t rows, std::size_t lanes, \
                       Optimize optimize, Way way, T* first, T* second) {                       \
    if (lanes * sizeof(T) != 64 || rows != block_rows) {                                        \
      return read_slowly(scores, count, rows, lanes, optimize, first, second);                  \
    }                                                                                           \
    return optimize == Optimize::max                                                            \
               ? DISCREET_CALL_VECTORS(name##_max)(scores, count, way, first, second)           \
               : DISCREET_CALL_VECTORS(name##_min)(scores, count, way, first, second);          \
  }
#include "selection/each_number.inc"
#undef DISCREET_EACH

}  // namespace discreet::detail
#endif
