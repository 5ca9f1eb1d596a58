#include "grid_reader.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace discreet::cli {
namespace {

// As many digits as 10^18 allows, so that a product of two such numbers fits 127 bits.
constexpr std::int64_t small_digits = 18;

constexpr auto powers_of_ten = [] {
  std::array<std::int64_t, small_digits + 1> out{1};
  for (std::size_t i = 1; i < out.size(); ++i) {
    out[i] = out[i - 1] * 10;
  }
  return out;
}();

mpz_class big_power_of_ten(std::uint64_t exponent) {
  mpz_class out;
  mpz_ui_pow_ui(out.get_mpz_t(), 10, exponent);
  return out;
}

// At least as many as it has decimal digits.
std::int64_t digits_of(const mpz_class& number) {
  return static_cast<std::int64_t>(mpz_sizeinbase(number.get_mpz_t(), 10));
}

bool is_small(const mpz_class& number) { return abs(number) <= powers_of_ten.back(); }

std::int64_t small_number(const mpz_class& number) { return number.get_si(); }

__int128 floor_quotient(__int128 numerator, __int128 denominator) {
  const __int128 quotient = numerator / denominator;
  return quotient - (numerator % denominator < 0 ? 1 : 0);
}

// 0.d1…dn · 10^magnitude, where neither is far from the grid's own numbers.
Fraction exact_value(const DecimalText& number) {
  std::string digits;
  digits.reserve(number.count());
  for (std::size_t i = 0; i < number.count(); ++i) {
    digits += static_cast<char>('0' + number.digit(i));
  }
  mpz_class units{digits, 10};
  if (number.negative()) {
    units = -units;
  }
  const std::int64_t places = static_cast<std::int64_t>(number.count()) - number.magnitude();
  if (places <= 0) {
    return Fraction{units * big_power_of_ten(static_cast<std::uint64_t>(-places))};
  }
  Fraction out{units, big_power_of_ten(static_cast<std::uint64_t>(places))};
  out.canonicalize();
  return out;
}

}  // namespace

GridReader::GridReader(const Grid& grid) : grid_(grid) {
  const Fraction& lower = grid_.lower();
  const Fraction& step = grid_.step();
  mpz_class denominator;
  mpz_lcm(denominator.get_mpz_t(), lower.get_den_mpz_t(), step.get_den_mpz_t());
  const mpz_class twice = 2 * denominator;
  const mpz_class low = Fraction{lower * denominator}.get_num();
  const mpz_class wide = Fraction{step * denominator}.get_num();
  const mpz_class offset = wide - 2 * low;
  const mpz_class width = 2 * wide;
  if (is_small(twice) && is_small(offset) && is_small(width)) {
    small_ = Small{small_number(twice), small_number(offset), small_number(width)};
  }
  // 10^greatest_ is more than a step beyond both bounds, 10^least_ less than 1 / (2A).
  const Fraction reach = std::max<Fraction>(abs(lower), abs(grid_.upper())) + step;
  greatest_ = digits_of(mpz_class{reach});
  least_ = -digits_of(twice);
}

GridPlace GridReader::place(const DecimalText& number) const {
  if (number.count() == 0) {
    return place(std::int64_t{0});
  }
  if (number.magnitude() > greatest_) {
    return number.negative() ? GridPlace{0, GridPlace::Side::below}
                             : GridPlace{grid_.cells() - 1, GridPlace::Side::above};
  }
  if (number.magnitude() <= least_) {
    const Fraction least{1, big_power_of_ten(static_cast<std::uint64_t>(-least_))};
    return place(number.negative() ? Fraction{-least} : least);
  }
  const auto count = static_cast<std::int64_t>(number.count());
  const std::int64_t places = std::max<std::int64_t>(count - number.magnitude(), 0);
  // Behind the digits that were written zeros stand up to the point.
  if (!small_ || number.magnitude() + places > small_digits || places > small_digits) {
    return place(exact_value(number));
  }
  std::int64_t units = 0;
  for (std::size_t i = 0; i < number.count(); ++i) {
    units = units * 10 + number.digit(i);
  }
  units *= powers_of_ten[static_cast<std::size_t>(number.magnitude() + places - count)];
  return place_of(number.negative() ? -units : units,
                  powers_of_ten[static_cast<std::size_t>(places)]);
}

GridPlace GridReader::place(std::int64_t number) const {
  return small_ && number > -powers_of_ten.back() && number < powers_of_ten.back()
             ? place_of(number, 1)
             : place(exact_fraction(number));
}

GridPlace GridReader::place(const Fraction& number) const {
  const Fraction half = grid_.step() / 2;
  const auto side = number < grid_.lower() - half    ? GridPlace::Side::below
                    : number >= grid_.upper() + half ? GridPlace::Side::above
                                                     : GridPlace::Side::inside;
  return {grid_.cell(number), side};
}

GridPlace GridReader::place_of(Wide numerator, std::int64_t denominator) const {
  const Wide scaled = floor_quotient(numerator * small_->twice_denominator, denominator);
  return clamped(floor_quotient(scaled + small_->offset, small_->width));
}

GridPlace GridReader::clamped(Wide cell) const {
  if (cell < 0) {
    return {0, GridPlace::Side::below};
  }
  if (cell >= static_cast<Wide>(grid_.cells())) {
    return {grid_.cells() - 1, GridPlace::Side::above};
  }
  return {static_cast<std::uint64_t>(cell), GridPlace::Side::inside};
}

}  // namespace discreet::cli
