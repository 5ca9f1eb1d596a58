#include "decimal_sum.hpp"

#include <algorithm>

namespace discreet::cli {

DecimalSum::DecimalSum(const DecimalText& number) {
  const auto places = static_cast<std::int64_t>(most_digits);
  if (number.count() == 0 || number.magnitude() <= -places) {
    return;
  }
  if (number.magnitude() > places) {
    append_digit(1);
    for (int i = 0; i < 2 * most_digits; ++i) {
      append_digit(0);
    }
  } else {
    // The digits from the first to the one that stands 28 places behind the point.
    const auto shown = static_cast<std::size_t>(number.magnitude() + places);
    for (std::size_t i = 0; i < shown; ++i) {
      append_digit(i < number.count() ? number.digit(i) : 0);
    }
  }
  if (number.negative()) {
    negate();
  }
}

DecimalSum::DecimalSum(std::int64_t number) {
  limbs_.front() =
      number < 0 ? -static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
  for (int i = 0; i < most_digits; ++i) {
    append_digit(0);
  }
  if (number < 0) {
    negate();
  }
}

void DecimalSum::append_digit(int digit) noexcept {
  auto carry = static_cast<Carry>(digit);
  for (std::uint64_t& limb : limbs_) {
    carry += static_cast<Carry>(limb) * 10;
    limb = static_cast<std::uint64_t>(carry);
    carry >>= 64U;
  }
}

void DecimalSum::negate() noexcept {
  Carry carry = 1;
  for (std::uint64_t& limb : limbs_) {
    carry += ~limb;
    limb = static_cast<std::uint64_t>(carry);
    carry >>= 64U;
  }
}

void DecimalSum::add(const DecimalSum& other) noexcept {
  Carry carry = 0;
  for (std::size_t i = 0; i < limbs_.size(); ++i) {
    carry += static_cast<Carry>(limbs_[i]) + other.limbs_[i];
    limbs_[i] = static_cast<std::uint64_t>(carry);
    carry >>= 64U;
  }
}

Fraction DecimalSum::value() const {
  DecimalSum size = *this;
  const bool negative = limbs_.back() >> 63U != 0;
  if (negative) {
    size.negate();
  }
  mpz_class units;
  mpz_import(units.get_mpz_t(), size.limbs_.size(), -1, sizeof(std::uint64_t), 0, 0,
             size.limbs_.data());
  mpz_class unit;
  mpz_ui_pow_ui(unit.get_mpz_t(), 10, most_digits);
  Fraction out{negative ? mpz_class{-units} : units, unit};
  out.canonicalize();
  return out;
}

}  // namespace discreet::cli
