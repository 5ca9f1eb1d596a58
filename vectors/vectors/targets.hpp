// The targets of Highway that the kernels are compiled for, and which of them this machine runs.
//
// Only the headers of Highway are used, not its library, which measures a timer before main(): that
// takes nearly as long as all the rest of the program's start. Included before any header of Highway.
#pragma once

#ifdef HWY_DISABLED_TARGETS
#error \
    "vectors/targets.hpp is included before any header of Highway, to say which targets there are"
#endif

// Vectors of a size that is not known can neither be kept in arrays or structs nor fill a word of 64 bits.
// Of the targets of x86 there are those that supported_targets() asks for, and the one of the highest bit:
// later Highways have SSE2 there, which every machine of 64 bits has.
#define HWY_DISABLED_TARGETS                                   \
  (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV | \
   (((1LL << HWY_HIGHEST_TARGET_BIT_X86) - 1) & ~(HWY_SSE4 | HWY_AVX2 | HWY_AVX3)))
// Elsewhere nothing is asked of the machine, so there is only what its compiler takes for granted.
#if !defined(__x86_64__) && !defined(__i386__)
#define HWY_COMPILE_ONLY_STATIC
#endif

// Highway's own checks in builds that are not optimised end the process, by the library.
#define HWY_IS_DEBUG_BUILD 0

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <hwy/targets.h>

namespace discreet::vectors {

#if HWY_ARCH_X86
/// What a target is compiled with, by the name that compilers have for it.
struct Feature {
  std::string_view name;
  bool here;  ///< whether this machine has it, and its operating system lets programs use it
};

// The compilers want the name as it is written.
#define DISCREET_FEATURE(name) Feature{name, __builtin_cpu_supports(name) != 0}

inline std::array<Feature, 6> sse4_features() {
  return {DISCREET_FEATURE("sse2"),   DISCREET_FEATURE("ssse3"),  DISCREET_FEATURE("sse4.1"),
          DISCREET_FEATURE("sse4.2"), DISCREET_FEATURE("pclmul"), DISCREET_FEATURE("aes")};
}

/// Beside those of SSE4.
inline std::array<Feature, 6> avx2_features() {
  return {DISCREET_FEATURE("avx"),  DISCREET_FEATURE("avx2"), DISCREET_FEATURE("bmi"),
          DISCREET_FEATURE("bmi2"), DISCREET_FEATURE("fma"),  DISCREET_FEATURE("f16c")};
}

/// Beside those of AVX2; "avx512cd" only later Highways use.
inline std::array<Feature, 5> avx3_features() {
  return {DISCREET_FEATURE("avx512f"), DISCREET_FEATURE("avx512cd"), DISCREET_FEATURE("avx512vl"),
          DISCREET_FEATURE("avx512dq"), DISCREET_FEATURE("avx512bw")};
}
#undef DISCREET_FEATURE

/// The targets of a machine with some features, each target's beside those of the one before.
template <std::size_t A, std::size_t B, std::size_t C>
std::int64_t targets_with(const std::array<Feature, A>& of_sse4,
                          const std::array<Feature, B>& of_avx2,
                          const std::array<Feature, C>& of_avx3) {
  const bool sse4 = std::ranges::all_of(of_sse4, &Feature::here);
  const bool avx2 = sse4 && std::ranges::all_of(of_avx2, &Feature::here);
  const bool avx3 = avx2 && std::ranges::all_of(of_avx3, &Feature::here);
  return (sse4 ? HWY_SSE4 : 0) | (avx2 ? HWY_AVX2 : 0) | (avx3 ? HWY_AVX3 : 0);
}
#endif

/// The targets whose code this machine can run, compiled or not.
inline std::int64_t supported_targets() {
  // Every machine runs the code without vectors, for which compilers differ in the target.
  std::int64_t targets = HWY_STATIC_TARGET | HWY_SCALAR | HWY_EMU128;
#if HWY_ARCH_X86
  targets |= targets_with(sse4_features(), avx2_features(), avx3_features());
#endif
  return targets;
}

/// What every call of a kernel asks: the best target of this machine, unless a test has chosen another.
inline hwy::ChosenTarget& chosen_target() {
  struct Best : hwy::ChosenTarget {
    Best() { Update(supported_targets()); }
  };
  static Best chosen;
  return chosen;
}

}  // namespace discreet::vectors

// DISCREET_EXPORT_VECTORS(kernel); stands once after the kernel, in the namespace around those of the
// targets, and DISCREET_CALL_VECTORS(kernel)(arguments) calls it. They are HWY_EXPORT and
// HWY_DYNAMIC_DISPATCH, which need the library. The first entry is that of a target not yet chosen.
#if HWY_IDE || (HWY_TARGETS & (HWY_TARGETS - 1)) == 0
#define DISCREET_EXPORT_VECTORS(name)                                                     \
  [[maybe_unused]] static constexpr decltype(&HWY_STATIC_DISPATCH(name)) name##_of[1] = { \
      &HWY_STATIC_DISPATCH(name)}
#define DISCREET_CALL_VECTORS(name) HWY_STATIC_DISPATCH(name)
#else
#define DISCREET_EXPORT_VECTORS(name)                                                              \
  static constexpr decltype(&HWY_STATIC_DISPATCH(name)) name##_of[HWY_MAX_DYNAMIC_TARGETS + 2] = { \
      nullptr, HWY_CHOOSE_TARGET_LIST(name), HWY_CHOOSE_FALLBACK(name)}
#define DISCREET_CALL_VECTORS(name) (*name##_of[::discreet::vectors::chosen_target().GetIndex()])
#endif
