#include "samplers/uniform_less.hpp"

namespace discreet::detail {

namespace {

/// The sign of x - numerator / 2^bits, exactly.
int compare_dyadic(const BigFloat& x, const mpz_class& numerator, std::size_t bits) {
  BigFloat scaled{mpfr_get_prec(x.get())};
  mpfr_mul_2ui(scaled.get(), x.get(), static_cast<unsigned long>(bits), MPFR_RNDN);
  return mpfr_cmp_z(scaled.get(), numerator.get_mpz_t());
}

}  // namespace

Place place(const BigInterval& enclosure, const mpz_class& cell, std::size_t bits) {
  const mpz_class next = cell + 1;
  const int lo_to_next = compare_dyadic(enclosure.lo, next, bits);
  if (lo_to_next >= 0) {
    return Place::above_cell;
  }
  const int hi_to_cell = compare_dyadic(enclosure.hi, cell, bits);
  if (hi_to_cell <= 0) {
    return Place::below_cell;
  }
  const bool inside = compare_dyadic(enclosure.lo, cell, bits) >= 0 &&
                      compare_dyadic(enclosure.hi, next, bits) <= 0;
  return inside ? Place::inside_cell : Place::across_an_edge;
}

}  // namespace discreet::detail
