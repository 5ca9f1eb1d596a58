#pragma once

#include <array>
#include <cfenv>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace discreet {

/// Ways in which a thread's arithmetic can be set so that no rounding proof holds.
enum class UnsoundMode { upward, downward, toward_zero, flush_to_zero, denormals_are_zero };

#if defined(__SSE2__)
inline constexpr std::array unsound_modes = {UnsoundMode::upward, UnsoundMode::downward,
                                             UnsoundMode::toward_zero, UnsoundMode::flush_to_zero,
                                             UnsoundMode::denormals_are_zero};
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

  std::fenv_t as_found_{};
};

}  // namespace discreet
