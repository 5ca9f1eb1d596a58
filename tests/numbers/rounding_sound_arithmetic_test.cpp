#include <cfenv>
#include <thread>

#include <gtest/gtest.h>
#include <mpfr.h>

#include "discreet/numbers/rounding.hpp"
#include "support/rounding.hpp"
#include "support/unsound_arithmetic.hpp"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace discreet {
namespace {

using namespace discreet::testing;

TEST(SoundArithmetic, IsWhatAThreadStartsWith) {
  EXPECT_NO_THROW(require_sound_arithmetic());
  std::thread([] { EXPECT_NO_THROW(require_sound_arithmetic()); }).join();
}

TEST(SoundArithmetic, RejectsEveryOtherRoundingMode) {
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    ASSERT_EQ(std::fesetround(mode), 0);
    EXPECT_EQ(thrown_by(require_sound_arithmetic), unsound_thread);
    EXPECT_EQ(std::fegetround(), mode);
    ASSERT_EQ(std::fesetround(FE_TONEAREST), 0);
  }
  EXPECT_NO_THROW(require_sound_arithmetic());
}

TEST(SoundArithmetic, LeavesErrnoAndTheRoundingModeAlone) {
  expect_no_trace([] { require_sound_arithmetic(); });
}

TEST(SoundArithmetic, LooksAtItsOwnThreadOnly) {
  ASSERT_EQ(std::fesetround(FE_UPWARD), 0);
  std::thread([] {
    std::fesetround(FE_TONEAREST);  // a thread inherits the mode of the one that starts it
    EXPECT_NO_THROW(require_sound_arithmetic());
  }).join();
  EXPECT_EQ(thrown_by(require_sound_arithmetic), unsound_thread);
  ASSERT_EQ(std::fesetround(FE_TONEAREST), 0);
}

TEST(SoundArithmetic, RejectsANarrowedRangeOfMpfrExponents) {
  const mpfr_exp_t least = mpfr_get_emin();
  const mpfr_exp_t greatest = mpfr_get_emax();
  ASSERT_EQ(mpfr_set_emin(-1073), 0);
  EXPECT_EQ(thrown_by(require_sound_arithmetic), unsound_thread);
  ASSERT_EQ(mpfr_set_emin(least), 0);
  ASSERT_EQ(mpfr_set_emax(1024), 0);
  EXPECT_EQ(thrown_by(require_sound_arithmetic), unsound_thread);
  ASSERT_EQ(mpfr_set_emax(greatest), 0);
  EXPECT_NO_THROW(require_sound_arithmetic());
}

TEST(SoundArithmetic, RejectsEveryUnmaskedException) {
  for (const UnsoundMode mode : unsound_modes) {
    SCOPED_TRACE(static_cast<int>(mode));
    const UnsoundArithmetic unsound{mode};
    EXPECT_EQ(thrown_by(require_sound_arithmetic), unsound_thread);
  }
  EXPECT_NO_THROW(require_sound_arithmetic());
}

#if defined(__GLIBC__)
TEST(SoundArithmetic, RejectsWhatTheCLibraryUnmasks) {
  for (const int exception : {FE_INVALID, FE_DIVBYZERO, FE_OVERFLOW, FE_UNDERFLOW, FE_INEXACT}) {
    if (feenableexcept(exception) == -1) {
      continue;  // a unit that cannot trap
    }
    EXPECT_EQ(thrown_by(require_sound_arithmetic), unsound_thread) << exception;
    ASSERT_NE(fedisableexcept(exception), -1);
  }
  EXPECT_NO_THROW(require_sound_arithmetic());
}
#endif

#if defined(__x86_64__)
TEST(SoundArithmetic, RejectsFlushedResultsAndZeroedOperands) {
  constexpr unsigned flush_to_zero = 0x8000;
  constexpr unsigned denormals_are_zero = 0x0040;
  const unsigned before = _mm_getcsr();
  for (const unsigned flags :
       {flush_to_zero, denormals_are_zero, flush_to_zero | denormals_are_zero}) {
    _mm_setcsr(before | flags);
    EXPECT_EQ(thrown_by(require_sound_arithmetic), unsound_thread) << flags;
    _mm_setcsr(before);
  }
  EXPECT_NO_THROW(require_sound_arithmetic());
}
#elif defined(__aarch64__)
TEST(SoundArithmetic, RejectsFlushedNumbers) {
  constexpr unsigned long flush_to_zero = 1UL << 24U;
  unsigned long before = 0;
  __asm__ __volatile__("mrs %0, fpcr" : "=r"(before));
  __asm__ __volatile__("msr fpcr, %0" : : "r"(before | flush_to_zero));
  EXPECT_EQ(thrown_by(require_sound_arithmetic), unsound_thread);
  __asm__ __volatile__("msr fpcr, %0" : : "r"(before));
  EXPECT_NO_THROW(require_sound_arithmetic());
}
#endif

}  // namespace
}  // namespace discreet
