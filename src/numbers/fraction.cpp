#include "discreet/numbers/fraction.hpp"

#include <cmath>
#include <limits>

#include "discreet/error.hpp"

namespace discreet::detail {
namespace {

// long may have 32 bits, so that a 64-bit integer enters GMP as its bytes, whatever long is.
mpz_class integer_of(std::uint64_t value) {
  mpz_class out;
  mpz_import(out.get_mpz_t(), 1, 1, sizeof value, 0, 0, &value);
  return out;
}

}  // namespace

Fraction fraction_of(double value) {
  require(std::isfinite(value), bad_parameter, "a fraction must be finite");
  Fraction out;
  mpq_set_d(out.get_mpq_t(), value);  // documented as exact
  return out;
}

Fraction fraction_of(std::int64_t value) {
  const auto magnitude = static_cast<std::uint64_t>(value);
  return value < 0 ? Fraction{-integer_of(-magnitude)} : Fraction{integer_of(magnitude)};
}

Fraction fraction_of(std::uint64_t value) { return Fraction{integer_of(value)}; }

}  // namespace discreet::detail
