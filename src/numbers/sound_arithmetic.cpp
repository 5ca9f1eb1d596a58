#include "discreet/numbers/sound_arithmetic.hpp"

#include <limits>

#include <mpfr.h>

#include "discreet/error.hpp"
#include "discreet/numbers/number.hpp"

namespace discreet {
namespace {

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
  require(rounds_to_nearest<double>() && rounds_to_nearest<float>(), bug,
          "the thread must round to nearest, ties to even");
  require(keeps_subnormals<double>() && keeps_subnormals<float>(), bug,
          "the thread must not flush subnormal numbers to zero");
  require(mpfr_range_is_whole(), bug, "the thread must not narrow MPFR's range of exponents");
}

}  // namespace discreet
