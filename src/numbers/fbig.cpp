#include "discreet/numbers/fbig.hpp"

#include <utility>

#include "discreet/error.hpp"

namespace discreet {
namespace {

constexpr const char* exponent_rule = "the exponent of a dyadic number must fit 64 bits";

std::int64_t added(std::int64_t x, std::int64_t y) {
  std::int64_t sum{};
  require(!__builtin_add_overflow(x, y, &sum), bug, exponent_rule);
  return sum;
}

mp_bitcnt_t shift_between(std::int64_t high, std::int64_t low) {
  std::int64_t difference{};
  require(!__builtin_sub_overflow(high, low, &difference), bug, exponent_rule);
  return static_cast<mp_bitcnt_t>(difference);
}

// Both significands over the lesser exponent, where sums and comparisons are those of integers.
struct Aligned {
  mpz_class x;
  mpz_class y;
  std::int64_t exponent;
};

Aligned align(const FBig& x, const FBig& y) {
  if (x.exponent() < y.exponent()) {
    const mp_bitcnt_t shift = shift_between(y.exponent(), x.exponent());
    return {x.significand(), y.significand() << shift, x.exponent()};
  }
  const mp_bitcnt_t shift = shift_between(x.exponent(), y.exponent());
  return {x.significand() << shift, y.significand(), y.exponent()};
}

}  // namespace

FBig::FBig(mpz_class significand, std::int64_t exponent) : significand_(std::move(significand)) {
  if (significand_ != 0) {
    const mp_bitcnt_t zeros = mpz_scan1(significand_.get_mpz_t(), 0);
    significand_ >>= zeros;
    exponent_ = added(exponent, static_cast<std::int64_t>(zeros));
  }
}

FBig FBig::operator-() const { return {-significand_, exponent_}; }

FBig operator+(const FBig& x, const FBig& y) {
  const Aligned both = align(x, y);
  return {both.x + both.y, both.exponent};
}

FBig operator-(const FBig& x, const FBig& y) { return x + -y; }

FBig operator*(const FBig& x, const FBig& y) {
  return {x.significand_ * y.significand_, added(x.exponent_, y.exponent_)};
}

// The form with an odd significand is unique.
bool operator==(const FBig& x, const FBig& y) {
  return x.exponent_ == y.exponent_ && x.significand_ == y.significand_;
}

std::strong_ordering operator<=>(const FBig& x, const FBig& y) {
  const Aligned both = align(x, y);
  return cmp(both.x, both.y) <=> 0;
}

Fraction exact_fraction(const FBig& value) {
  const std::int64_t exponent = value.exponent();
  if (exponent >= 0) {
    return Fraction{value.significand() << shift_between(exponent, 0)};
  }
  return Fraction{value.significand(), mpz_class{1} << shift_between(0, exponent)};
}

namespace detail {

FBig fbig_of(const Fraction& dyadic) {
  // In lowest terms the denominator of a dyadic number is a power of two.
  const mp_bitcnt_t zeros = mpz_scan1(dyadic.get_den_mpz_t(), 0);
  return {dyadic.get_num(), -static_cast<std::int64_t>(zeros)};
}

}  // namespace detail
}  // namespace discreet
