#include "numbers/big_interval.hpp"

#include <algorithm>

#include <mpfr.h>

#include "discreet/error.hpp"

namespace discreet {
namespace {

// MPFR keeps ln 2 and pi per thread; without this they leak once for every thread that ends.
struct CacheOwner {
  CacheOwner() = default;
  CacheOwner(const CacheOwner&) = delete;
  CacheOwner(CacheOwner&&) = delete;
  CacheOwner& operator=(const CacheOwner&) = delete;
  CacheOwner& operator=(CacheOwner&&) = delete;
  ~CacheOwner() { mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE); }
};

void own_caches() noexcept { static thread_local const CacheOwner owner; }

mpfr_prec_t checked(mpfr_prec_t precision) {
  // MPFR aborts on a precision it does not know.
  require(precision >= MPFR_PREC_MIN && precision <= MPFR_PREC_MAX, bug,
          "a precision must be one that MPFR knows");
  return precision;
}

}  // namespace

void BigFloat::begin(mpfr_prec_t precision) noexcept {
  own_caches();
  if (mpfr_custom_get_size(precision) > sizeof digits_) {
    mpfr_init2(value_, precision);
    return;
  }
  mpfr_custom_init(digits_.data(), precision);
  mpfr_custom_init_set(value_, MPFR_NAN_KIND, 0, precision, digits_.data());
}

bool BigFloat::allocated() const noexcept {
  return mpfr_custom_get_size(precision()) > sizeof digits_;
}

void BigFloat::end() noexcept {
  if (allocated()) {
    mpfr_clear(value_);
  }
}

BigFloat::BigFloat(mpfr_prec_t precision) { begin(checked(precision)); }

BigFloat::BigFloat(const BigFloat& other) {
  begin(other.precision());
  mpfr_set(value_, other.value_, MPFR_RNDN);  // exact: the precisions are equal
}

BigFloat::BigFloat(BigFloat&& other) noexcept {
  begin(other.precision());
  if (allocated()) {
    mpfr_swap(value_, other.value_);
  } else {
    mpfr_set(value_, other.value_, MPFR_RNDN);  // exact: the precisions are equal
  }
}

BigFloat& BigFloat::operator=(const BigFloat& other) {
  if (this != &other) {
    if (precision() != other.precision()) {
      end();
      begin(other.precision());
    }
    mpfr_set(value_, other.value_, MPFR_RNDN);  // exact: the precisions are equal
  }
  return *this;
}

BigFloat& BigFloat::operator=(BigFloat&& other) noexcept {
  if (allocated() && other.allocated()) {
    mpfr_swap(value_, other.value_);
  } else {
    const BigFloat& source = other;
    *this = source;
  }
  return *this;
}

BigFloat::~BigFloat() { end(); }

mpfr_prec_t BigFloat::precision() const noexcept { return mpfr_get_prec(value_); }

namespace {

BigInterval result_of(const BigInterval& x, const BigInterval& y) {
  return BigInterval{std::max(x.precision(), y.precision())};
}

// 0 * inf is 0 here: an infinite bound stands for arbitrarily large reals, not for a value.
void multiply(BigFloat& out, const BigFloat& x, const BigFloat& y, mpfr_rnd_t rounding) {
  if (mpfr_zero_p(x.get()) != 0 || mpfr_zero_p(y.get()) != 0) {
    mpfr_set_zero(out.get(), 1);
  } else {
    mpfr_mul(out.get(), x.get(), y.get(), rounding);
  }
}

}  // namespace

BigInterval BigInterval::of(const Fraction& value, mpfr_prec_t precision) {
  BigInterval out{precision};
  mpfr_set_q(out.lo.get(), value.get_mpq_t(), MPFR_RNDD);
  mpfr_set_q(out.hi.get(), value.get_mpq_t(), MPFR_RNDU);
  return out;
}

mpfr_prec_t BigInterval::precision() const noexcept {
  return std::max(lo.precision(), hi.precision());
}

bool BigInterval::contains(const BigFloat& value) const {
  return mpfr_lessequal_p(lo.get(), value.get()) != 0 &&
         mpfr_lessequal_p(value.get(), hi.get()) != 0;
}

bool BigInterval::contains(const Fraction& value) const {
  return mpfr_nan_p(lo.get()) == 0 && mpfr_nan_p(hi.get()) == 0 &&
         mpfr_cmp_q(lo.get(), value.get_mpq_t()) <= 0 &&
         mpfr_cmp_q(hi.get(), value.get_mpq_t()) >= 0;
}

BigInterval operator-(const BigInterval& x) {
  BigInterval out{x.precision()};
  mpfr_neg(out.lo.get(), x.hi.get(), MPFR_RNDD);
  mpfr_neg(out.hi.get(), x.lo.get(), MPFR_RNDU);
  return out;
}

BigInterval operator+(const BigInterval& x, const BigInterval& y) {
  BigInterval out = result_of(x, y);
  mpfr_add(out.lo.get(), x.lo.get(), y.lo.get(), MPFR_RNDD);
  mpfr_add(out.hi.get(), x.hi.get(), y.hi.get(), MPFR_RNDU);
  return out;
}

BigInterval operator-(const BigInterval& x, const BigInterval& y) {
  BigInterval out = result_of(x, y);
  mpfr_sub(out.lo.get(), x.lo.get(), y.hi.get(), MPFR_RNDD);
  mpfr_sub(out.hi.get(), x.hi.get(), y.lo.get(), MPFR_RNDU);
  return out;
}

BigInterval operator*(const BigInterval& x, const BigInterval& y) {
  BigInterval out = result_of(x, y);
  multiply(out.lo, x.lo, y.lo, MPFR_RNDD);
  if (mpfr_sgn(x.lo.get()) >= 0 && mpfr_sgn(y.lo.get()) >= 0) {
    // The common case: the outward corners are known.
    multiply(out.hi, x.hi, y.hi, MPFR_RNDU);
    return out;
  }
  multiply(out.hi, x.lo, y.lo, MPFR_RNDU);
  BigFloat corner{out.precision()};
  const auto widen = [&](const BigFloat& a, const BigFloat& b) {
    multiply(corner, a, b, MPFR_RNDD);
    mpfr_min(out.lo.get(), out.lo.get(), corner.get(), MPFR_RNDD);
    multiply(corner, a, b, MPFR_RNDU);
    mpfr_max(out.hi.get(), out.hi.get(), corner.get(), MPFR_RNDU);
  };
  widen(x.lo, y.hi);
  widen(x.hi, y.lo);
  widen(x.hi, y.hi);
  return out;
}

BigInterval operator/(const BigInterval& x, const BigInterval& y) {
  require(mpfr_cmp_ui(y.hi.get(), 0) > 0, bug, "an interval may only be divided by a positive one");
  BigInterval out = result_of(x, y);
  if (mpfr_cmp_ui(y.lo.get(), 0) <= 0) {
    mpfr_set_inf(out.lo.get(), -1);
    mpfr_set_inf(out.hi.get(), 1);
    return out;
  }
  // Dividing by more brings a quotient nearer to zero, so the sign says which divisor is outward.
  const BigFloat& below = mpfr_cmp_ui(x.lo.get(), 0) < 0 ? y.lo : y.hi;
  const BigFloat& above = mpfr_cmp_ui(x.hi.get(), 0) < 0 ? y.hi : y.lo;
  mpfr_div(out.lo.get(), x.lo.get(), below.get(), MPFR_RNDD);
  mpfr_div(out.hi.get(), x.hi.get(), above.get(), MPFR_RNDU);
  return out;
}

BigInterval exp(const BigInterval& x) {
  BigInterval out{x.precision()};
  mpfr_exp(out.lo.get(), x.lo.get(), MPFR_RNDD);
  mpfr_exp(out.hi.get(), x.hi.get(), MPFR_RNDU);
  return out;
}

BigInterval log(const BigInterval& x) {
  require(mpfr_cmp_ui(x.hi.get(), 0) > 0, bug,
          "a logarithm needs an interval with a positive part");
  BigInterval out{x.precision()};
  if (mpfr_cmp_ui(x.lo.get(), 0) > 0) {
    mpfr_log(out.lo.get(), x.lo.get(), MPFR_RNDD);
  } else {
    mpfr_set_inf(out.lo.get(), -1);
  }
  mpfr_log(out.hi.get(), x.hi.get(), MPFR_RNDU);
  return out;
}

Interval enclosing_doubles(const BigInterval& x) {
  return {mpfr_get_d(x.lo.get(), MPFR_RNDD), mpfr_get_d(x.hi.get(), MPFR_RNDU)};
}

Interval enclosing_doubles(const Fraction& x) {
  // Doubles have at most 53 significant bits, so rounding to 53 first cannot pass one by.
  return enclosing_doubles(BigInterval::of(x, 53));
}

}  // namespace discreet
