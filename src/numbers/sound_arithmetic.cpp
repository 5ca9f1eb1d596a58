#include <cfenv>
#include <cstdint>
#include <limits>

#include <mpfr.h>

#include "discreet/error.hpp"
#include "discreet/numbers/number.hpp"
#include "discreet/numbers/rounding.hpp"

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace discreet {
namespace {

// An unmasked exception would kill the process at the first operation that raises it, which depends
// on the scores. The control words are read, since trying would be the death that is to be avoided.
bool masks_every_exception() noexcept {
#if defined(__SSE2__)
  constexpr unsigned sse_masks =
      0x1f80;  // invalid, subnormal, by zero, overflow, underflow, inexact
  constexpr unsigned x87_masks = 0x003f;  // the same six, in the order of the older unit
  std::uint16_t x87 = 0;  // NOLINT(misc-const-correctness): written by the next line
  __asm__ __volatile__("fnstcw %0" : "=m"(x87));
  return (_mm_getcsr() & sse_masks) == sse_masks && (x87 & x87_masks) == x87_masks;
#elif defined(__aarch64__)
  constexpr std::uint64_t traps = 0x9f00;  // the same six, set where they are not masked
  std::uint64_t control = 0;  // NOLINT(misc-const-correctness): written by the next line
  __asm__ __volatile__("mrs %0, fpcr" : "=r"(control));
  return (control & traps) == 0;
#elif defined(__GLIBC__)
  return fegetexcept() == 0;
#else
  return true;  // no other unit that is known here can trap and tell
#endif
}

// Volatile operands, so that the processor adds in the thread's mode and the compiler does not.
template <Float T>
T sum(T x, T y) {
  const volatile T left = x;
  const volatile T right = y;
  const volatile T out = left + right;
  return out;
}

template <Float T>
bool rounds_to_nearest() {
  constexpr T ulp = std::numeric_limits<T>::epsilon();
  const bool ties_to_even = sum(T{1}, ulp / 2) == 1;                // not upward, not ties away
  const bool not_towards_zero = sum(T{1}, ulp / 4 * 3) == 1 + ulp;  // not downward either
  return ties_to_even && not_towards_zero;
}

// The inner sum has subnormal operands and a subnormal result; the outer one shows, among normal
// numbers, whether either was lost. Sums of subnormals are as quick as others, where products and
// cancelling differences cost some processors a hundred times as much.
template <Float T>
bool keeps_subnormals() {
  constexpr T normal = std::numeric_limits<T>::min();
  constexpr T least = std::numeric_limits<T>::denorm_min();
  return sum(sum(least, least), normal) > normal;
}

bool mpfr_range_is_whole() {
  return mpfr_get_emin() <= MPFR_EMIN_DEFAULT && mpfr_get_emax() >= MPFR_EMAX_DEFAULT;
}

}  // namespace

void require_sound_arithmetic() {
  // First, since the sums below raise exceptions themselves.
  require(masks_every_exception(), unsound_thread,
          "the thread must not trap floating-point exceptions");
  require(rounds_to_nearest<double>() && rounds_to_nearest<float>(), unsound_thread,
          "the thread must round to nearest, ties to even");
  require(keeps_subnormals<double>() && keeps_subnormals<float>(), unsound_thread,
          "the thread must not flush subnormal numbers to zero");
  require(mpfr_range_is_whole(), unsound_thread,
          "the thread must not narrow MPFR's range of exponents");
}

}  // namespace discreet
