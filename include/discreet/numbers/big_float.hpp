#pragma once

#include <mpfr.h>

namespace discreet {

/// A floating-point number of chosen precision that owns its memory and is always initialised.
///
/// Requires  a precision that MPFR knows, MPFR_PREC_MIN to MPFR_PREC_MAX.
/// Throws    Error{bug} if not. A fresh number is NaN; one that was moved from stays valid.
/// Cost      an allocation, also for a move; the thread's MPFR caches are freed when it ends.
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
  mpfr_t value_;
};

}  // namespace discreet
