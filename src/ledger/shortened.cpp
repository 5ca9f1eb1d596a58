#include "discreet/ledger/shortened.hpp"

#include "discreet/error.hpp"
#include "discreet/ledger/amount.hpp"
#include "ledger/power_of_ten.hpp"

namespace discreet {
namespace {

// The place of the leading digit: 0 for 1 to 9.99. An amount may be too small or too large for a logarithm.
long leading_place(const Fraction& amount) {
  const auto above = mpz_sizeinbase(amount.get_num_mpz_t(), 10);
  const auto below = mpz_sizeinbase(amount.get_den_mpz_t(), 10);
  // Each size may be one too large, so this is never below the place.
  long place = static_cast<long>(above) - static_cast<long>(below) + 1;
  while (detail::power_of_ten(place) > amount) {
    --place;
  }
  return place;
}

}  // namespace

Fraction shortened(const Fraction& amount, std::size_t digits, Shorten shorten) {
  require(amount >= 0 && digits > 0, bad_parameter,
          "an amount that is shortened is not negative and keeps a digit");
  if (amount == 0) {
    return amount;
  }
  const Fraction unit = detail::power_of_ten(leading_place(amount) - static_cast<long>(digits) + 1);
  const Fraction units = amount / unit;
  mpz_class whole;
  switch (shorten) {
    case Shorten::up:
      mpz_cdiv_q(whole.get_mpz_t(), units.get_num_mpz_t(), units.get_den_mpz_t());
      break;
    case Shorten::down:
      mpz_fdiv_q(whole.get_mpz_t(), units.get_num_mpz_t(), units.get_den_mpz_t());
      break;
  }
  return Fraction{whole} * unit;
}

std::string decimal_text(const Fraction& amount, Shorten shorten) {
  constexpr std::size_t digits = 17;
  return amount_text(shortened(amount, digits, shorten));
}

}  // namespace discreet
