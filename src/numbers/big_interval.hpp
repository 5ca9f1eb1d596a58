#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <utility>

#include <mpfr.h>

#include "discreet/numbers/fraction.hpp"
#include "discreet/numbers/number.hpp"
#include "numbers/interval.hpp"

namespace discreet {

/// A floating-point number of chosen precision that owns its memory and is always initialised.
///
/// Requires  a precision that MPFR knows, MPFR_PREC_MIN to MPFR_PREC_MAX; no function of MPFR that allocates a number
///           anew or exchanges two (mpfr_set_prec, mpfr_prec_round, mpfr_swap, mpfr_clear) on get().
/// Throws    Error{bug} if not. A fresh number is NaN; one that was moved from stays valid.
/// Cost      no allocation up to a precision of 384 bits; beyond, one, also for a move. The thread's MPFR caches are
///           freed when it ends.
class BigFloat {
 public:
  explicit BigFloat(mpfr_prec_t precision);
  BigFloat(const BigFloat& other);
  BigFloat(BigFloat&& other) noexcept;
  BigFloat& operator=(const BigFloat& other);
  BigFloat& operator=(BigFloat&& other) noexcept;
  ~BigFloat();

  [[nodiscard]] mpfr_ptr get() noexcept { return value_; }
  [[nodiscard]] mpfr_srcptr get() const noexcept { return value_; }
  [[nodiscard]] mpfr_prec_t precision() const noexcept;

 private:
  /// Makes value_ a NaN of that precision, which MPFR knows.
  void begin(mpfr_prec_t precision) noexcept;
  /// Gives back what it has allocated.
  void end() noexcept;
  [[nodiscard]] bool allocated() const noexcept;

  mpfr_t value_;
  std::array<mp_limb_t, 6> digits_;  ///< of a number that they are enough for
};

/// Two bounds of a real number r, lo <= r <= hi; every operation rounds outward, so that the
/// result bounds the same operation on the reals.
///
/// Requires  bounds that are not NaN; an infinite bound says nothing on its side.
/// Throws    Error{bug} from a division by, or the logarithm of, an interval without a positive
///           number. A result has the greater precision of its operands.
/// Proof     proofs/numbers/big_interval.md
struct BigInterval {
  BigFloat lo;
  BigFloat hi;

  /// An interval of a given precision whose bounds are still NaN, to be set by the caller.
  explicit BigInterval(mpfr_prec_t precision) : lo(precision), hi(precision) {}
  BigInterval(BigFloat lower, BigFloat upper) : lo(std::move(lower)), hi(std::move(upper)) {}

  /// The narrowest interval of that precision that contains the value.
  static BigInterval of(const Fraction& value, mpfr_prec_t precision);

  /// The same, from any finite number; Error{bad_parameter} from others.
  template <Number T>
  static BigInterval of(T value, mpfr_prec_t precision) {
    return of(exact_fraction(value), precision);
  }

  [[nodiscard]] mpfr_prec_t precision() const noexcept;
  [[nodiscard]] bool contains(const BigFloat& value) const;
  [[nodiscard]] bool contains(const Fraction& value) const;
};

BigInterval operator-(const BigInterval& x);
BigInterval operator+(const BigInterval& x, const BigInterval& y);
BigInterval operator-(const BigInterval& x, const BigInterval& y);
BigInterval operator*(const BigInterval& x, const BigInterval& y);
/// The quotient by a positive real; all reals while the divisor's lower bound is not positive.
BigInterval operator/(const BigInterval& x, const BigInterval& y);
BigInterval exp(const BigInterval& x);
/// The logarithm of a positive real; from -inf while the lower bound is not positive.
BigInterval log(const BigInterval& x);

/// The narrowest interval with double ends that contains the given one.
///
/// Proof     proofs/numbers/enclosing_doubles.md
Interval enclosing_doubles(const BigInterval& x);

/// The narrowest interval with double ends that contains the fraction.
///
/// Proof     proofs/numbers/enclosing_doubles.md
Interval enclosing_doubles(const Fraction& x);

/// Doubles around an integer: the integer itself up to 2^53, at most two doubles apart beyond.
///
/// Proof     proofs/numbers/enclosing_doubles.md
constexpr Interval enclosing_doubles(std::uint64_t x) noexcept {
  const auto nearest = static_cast<double>(x);
  if (x <= (std::uint64_t{1} << 53)) {
    return {nearest, nearest};
  }
  return {next_down(nearest), next_up(nearest)};
}

/// A real number r known through enclosures: a quick one in doubles, and exact ones on demand.
///
/// Requires  quick() and enclose(p) contain r; the width of enclose(p) tends to 0 as p grows, or
///           falls below 2^-1000000 for certain (beyond MPFR's exponents an enclosure cannot shrink
///           further).
/// Proof     proofs/samplers/uniform_less.md
template <class R>
concept ComputableReal = requires(R& real, mpfr_prec_t precision) {
  { real.quick() } -> std::same_as<Interval>;
  { real.enclose(precision) } -> std::same_as<BigInterval>;
};

}  // namespace discreet
