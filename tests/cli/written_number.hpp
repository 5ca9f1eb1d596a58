#pragma once

#include <random>
#include <string>

#include "discreet/numbers/fraction.hpp"

namespace discreet::cli {

/// A text and the number that it is.
struct WrittenNumber {
  std::string text;
  Fraction value;
};

inline Fraction power_of_ten(int exponent) {
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10,
                static_cast<unsigned long>(exponent < 0 ? -exponent : exponent));
  return exponent < 0 ? Fraction{1, power} : Fraction{power};
}

/// A number in any way of writing it: signs, zeros around it, a point anywhere, an exponent.
inline WrittenNumber random_number(std::mt19937_64& words, std::size_t most_digits) {
  std::string digits;
  for (std::size_t i = 1 + words() % most_digits; i > 0; --i) {
    // Many zeros and nines, which is where carries are.
    digits += "0123456789000999"[words() % 16];
  }
  const std::size_t point = words() % (digits.size() + 1);
  const int exponent = words() % 2 == 0 ? 0 : static_cast<int>(words() % 41) - 20;
  WrittenNumber out{words() % 2 == 0 ? "-" : (words() % 2 == 0 ? "+" : ""), 0};
  out.text += digits.substr(0, point) + (point < digits.size() || words() % 2 == 0 ? "." : "") +
              digits.substr(point);
  out.text += exponent == 0 ? "" : "e" + std::to_string(exponent);
  out.value = Fraction{mpz_class{digits, 10}} *
              power_of_ten(exponent - static_cast<int>(digits.size() - point));
  if (out.text.starts_with('-')) {
    out.value = -out.value;
  }
  return out;
}

}  // namespace discreet::cli
