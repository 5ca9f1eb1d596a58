#pragma once

#include <array>
#include <cfenv>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace discreet {

/// Ways in which a thread's arithmetic can be set so that no rounding proof holds.
enum class UnsoundMode {
  upward,
  downward,
  toward_zero,
  flush_to_zero,
  denormals_are_zero,
  traps_invalid,
  traps_denormal,
  traps_by_zero,
  traps_overflow,
  traps_underflow,
  traps_inexact,
  traps_in_the_x87
};

#if defined(__SSE2__)
inline constexpr std::array unsound_modes = {
    UnsoundMode::upward,          UnsoundMode::downward,           UnsoundMode::toward_zero,
    UnsoundMode::flush_to_zero,   UnsoundMode::denormals_are_zero, UnsoundMode::traps_invalid,
    UnsoundMode::traps_denormal,  UnsoundMode::traps_by_zero,      UnsoundMode::traps_overflow,
    UnsoundMode::traps_underflow, UnsoundMode::traps_inexact,      UnsoundMode::traps_in_the_x87};
#else
inline constexpr std::array unsound_modes = {UnsoundMode::upward, UnsoundMode::downward,
                                             UnsoundMode::toward_zero};
#endif

/// Sets such a mode for its own lifetime.
class UnsoundArithmetic {
 public:
  explicit UnsoundArithmetic(UnsoundMode mode) {
    std::fegetenv(&as_found_);
    switch (mode) {
      case UnsoundMode::upward:
        std::fesetround(FE_UPWARD);
        break;
      case UnsoundMode::downward:
        std::fesetround(FE_DOWNWARD);
        break;
      case UnsoundMode::toward_zero:
        std::fesetround(FE_TOWARDZERO);
        break;
      case UnsoundMode::flush_to_zero:
        set_control_bit(0x8000U);
        break;
      case UnsoundMode::denormals_are_zero:
        set_control_bit(0x0040U);
        break;
      case UnsoundMode::traps_invalid:
        unmask(0x0080U);
        break;
      case UnsoundMode::traps_denormal:
        unmask(0x0100U);
        break;
      case UnsoundMode::traps_by_zero:
        unmask(0x0200U);
        break;
      case UnsoundMode::traps_overflow:
        unmask(0x0400U);
        break;
      case UnsoundMode::traps_underflow:
        unmask(0x0800U);
        break;
      case UnsoundMode::traps_inexact:
        unmask(0x1000U);
        break;
      case UnsoundMode::traps_in_the_x87:
        unmask_in_the_x87();
        break;
    }
  }
  ~UnsoundArithmetic() { std::fesetenv(&as_found_); }
  UnsoundArithmetic(const UnsoundArithmetic&) = delete;
  UnsoundArithmetic& operator=(const UnsoundArithmetic&) = delete;

 private:
  static void set_control_bit([[maybe_unused]] unsigned bit) {
#if defined(__SSE2__)
    _mm_setcsr(_mm_getcsr() | bit);
#endif
  }

  static void unmask([[maybe_unused]] unsigned bit) {
#if defined(__SSE2__)
    _mm_setcsr(_mm_getcsr() & ~bit);
#endif
  }

  static void unmask_in_the_x87() {
#if defined(__SSE2__)
    unsigned short control = 0;
    __asm__ __volatile__("fnstcw %0" : "=m"(control));
    control = static_cast<unsigned short>(control & ~0x0008U);
    __asm__ __volatile__("fnclex; fldcw %0" : : "m"(control));
#endif
  }

  std::fenv_t as_found_{};
};

}  // namespace discreet
