#include "discreet/numbers/big_float.hpp"

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

BigFloat::BigFloat(mpfr_prec_t precision) {
  own_caches();
  mpfr_init2(value_, checked(precision));
}

BigFloat::BigFloat(const BigFloat& other) {
  own_caches();
  mpfr_init2(value_, other.precision());
  mpfr_set(value_, other.value_, MPFR_RNDN);  // exact: the precisions are equal
}

BigFloat::BigFloat(BigFloat&& other) noexcept {
  own_caches();
  mpfr_init2(value_, MPFR_PREC_MIN);
  mpfr_swap(value_, other.value_);
}

BigFloat& BigFloat::operator=(const BigFloat& other) {
  if (this != &other) {
    mpfr_set_prec(value_, other.precision());
    mpfr_set(value_, other.value_, MPFR_RNDN);  // exact: the precisions are equal
  }
  return *this;
}

BigFloat& BigFloat::operator=(BigFloat&& other) noexcept {
  mpfr_swap(value_, other.value_);
  return *this;
}

BigFloat::~BigFloat() { mpfr_clear(value_); }

mpfr_prec_t BigFloat::precision() const noexcept { return mpfr_get_prec(value_); }

}  // namespace discreet
