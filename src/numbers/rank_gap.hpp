#pragma once

#include <cstdint>

#include <mpfr.h>

#include "numbers/big_interval.hpp"
#include "numbers/interval.hpp"

namespace discreet {

/// Ranks and masses outgrow 64 bits: a quantile's denominator times shares times places.
__extension__ using UInt128 = unsigned __int128;
__extension__ using Int128 = __int128;

/// The exact distance between two ranks in units of the scale: gap / scale, a ComputableReal.
///
/// Requires  a finite scale above zero.
/// Cost      quick() is a handful of double operations.
/// Proof     proofs/numbers/rank_gap.md
class RankGap {
 public:
  RankGap(UInt128 gap, double scale) noexcept : gap_(gap), scale_(scale) {}

  [[nodiscard]] bool is_zero() const noexcept { return gap_ == 0; }

  [[nodiscard]] Interval quick() const noexcept {
    return is_zero() ? Interval{0.0, 0.0} : in_doubles() / scale_;
  }

  [[nodiscard]] BigInterval enclose(mpfr_prec_t precision) const {
    BigFloat exact{128};
    mpfr_set_ui(exact.get(), static_cast<unsigned long>(high()), MPFR_RNDN);
    mpfr_mul_2ui(exact.get(), exact.get(), 64, MPFR_RNDN);
    mpfr_add_ui(exact.get(), exact.get(), static_cast<unsigned long>(low()), MPFR_RNDN);
    BigInterval quotient{precision};
    mpfr_div_d(quotient.lo.get(), exact.get(), scale_, MPFR_RNDD);
    mpfr_div_d(quotient.hi.get(), exact.get(), scale_, MPFR_RNDU);
    return quotient;
  }

 private:
  static_assert(sizeof(unsigned long) == sizeof(std::uint64_t),
                "MPFR takes halves as unsigned long");

  [[nodiscard]] std::uint64_t high() const noexcept {
    return static_cast<std::uint64_t>(gap_ >> 64U);
  }
  [[nodiscard]] std::uint64_t low() const noexcept { return static_cast<std::uint64_t>(gap_); }

  [[nodiscard]] Interval in_doubles() const noexcept {
    const Interval below_a_carry = enclosing_doubles(low());
    return high() == 0 ? below_a_carry : enclosing_doubles(high()) * 0x1p64 + below_a_carry;
  }

  UInt128 gap_;
  double scale_;
};

}  // namespace discreet
