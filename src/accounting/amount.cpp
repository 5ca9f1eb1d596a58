#include "discreet/accounting/amount.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "accounting/power_of_ten.hpp"
#include "discreet/error.hpp"
#include "numbers/big_interval.hpp"

namespace discreet {
namespace {

constexpr std::size_t longest_text = 500;
constexpr std::size_t most_digits = 400;
constexpr long greatest_exponent = 1000;
constexpr long greatest_place = 400;
constexpr const char* form =
    "an amount is a decimal such as 0.2 or 1e-6, or a fraction such as 1/3";

using detail::power_of_ten;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Takes the digits at the front of the text.
std::string_view take_digits(std::string_view& text) {
  const auto* end = std::find_if_not(text.begin(), text.end(), is_digit);
  const auto count = static_cast<std::size_t>(end - text.begin());
  const std::string_view digits = text.substr(0, count);
  text.remove_prefix(count);
  return digits;
}

mpz_class whole(std::string_view digits) { return mpz_class{std::string{digits}, 10}; }

long take_exponent(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) {
    text.remove_prefix(1);
  }
  const std::string_view digits = take_digits(text);
  require(!digits.empty() && text.empty(), bad_parameter, form);
  long value = 0;
  for (const char digit : digits) {
    value = std::min(value * 10 + (digit - '0'), greatest_exponent + 1);
  }
  require(value <= greatest_exponent, bad_parameter, "an amount is 0 or from 1e-400 to 1e400");
  return negative ? -value : value;
}

// The exponent of the least power of ten that the denominator divides; -1 if there is none.
long decimal_places(const mpz_class& denominator) {
  mpz_class rest = denominator;
  const mpz_class two = 2;
  const mpz_class five = 5;
  const auto twos = mpz_remove(rest.get_mpz_t(), rest.get_mpz_t(), two.get_mpz_t());
  const auto fives = mpz_remove(rest.get_mpz_t(), rest.get_mpz_t(), five.get_mpz_t());
  return rest == 1 ? static_cast<long>(std::max(twos, fives)) : -1;
}

double directed_double(const Fraction& amount, mpfr_rnd_t rounding) {
  BigFloat out{53};
  mpfr_set_q(out.get(), amount.get_mpq_t(), rounding);
  return mpfr_get_d(out.get(), rounding);
}

// Keeps amount_text within what parse_amount reads.
Fraction within_range(Fraction amount) {
  amount.canonicalize();
  const mpz_class most = power_of_ten(greatest_place).get_num();
  require(amount == 0 || (amount.get_num() <= most * amount.get_den() &&
                          amount.get_den() <= most * amount.get_num()),
          bad_parameter, "an amount is 0 or from 1e-400 to 1e400");
  return amount;
}

Fraction decimal_near(double value, bool up) {
  require(std::isfinite(value) && !std::signbit(value), bad_parameter,
          "an amount is finite and not negative");
  const Fraction exact = exact_fraction(value);
  Fraction shortest = shortest_amount(value);
  if (up ? shortest >= exact : shortest <= exact) {
    return shortest;
  }
  std::array<char, 40> buffer{};
  const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                     std::chars_format::scientific, 16);
  const std::string_view text{buffer.data(), written.ptr};
  Fraction near = parse_amount(text);
  // One unit in the 17th digit: half of it is the most that to_chars is off.
  const long place = take_exponent(text.substr(text.find('e') + 1)) - 16;
  const Fraction unit = power_of_ten(place);
  if (up && near < exact) {
    near += unit;
  } else if (!up && near > exact) {
    near -= unit;
  }
  return near;
}

Fraction lowest_terms(const Fraction& amount) {
  require(amount.get_den() != 0, bad_parameter, "an amount's denominator is not 0");
  Fraction out = amount;
  out.canonicalize();
  require(out >= 0, bad_parameter, "an amount is finite and not negative");
  return out;
}

}  // namespace

Fraction parse_amount(std::string_view text) {
  require(text.size() <= longest_text, bad_parameter, "an amount has at most 500 characters");
  const std::string_view front = take_digits(text);
  if (text.starts_with('/')) {
    text.remove_prefix(1);
    const std::string_view back = take_digits(text);
    require(!front.empty() && !back.empty() && text.empty(), bad_parameter, form);
    const mpz_class denominator = whole(back);
    require(denominator != 0, bad_parameter, "an amount's denominator is not 0");
    return within_range(Fraction{whole(front), denominator});
  }
  std::string digits{front};
  long exponent = 0;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    const std::string_view back = take_digits(text);
    digits += back;
    exponent = -static_cast<long>(back.size());
  }
  require(!digits.empty(), bad_parameter, form);
  // Zeros in front say nothing, and amount_text writes up to five of them behind the point.
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  require(digits.size() <= most_digits, bad_parameter, "an amount has at most 400 digits");
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    exponent += take_exponent(text);
    text = {};
  }
  require(text.empty(), bad_parameter, form);
  return within_range(Fraction{whole(digits)} * power_of_ten(exponent));
}

std::string amount_text(const Fraction& amount) {
  const long places = decimal_places(amount.get_den());
  if (amount == 0 || places < 0) {
    return amount.get_str();
  }
  const Fraction scaled = amount * power_of_ten(places);
  std::string digits = scaled.get_num().get_str();
  if (digits.find_last_not_of('0') + 1 > most_digits) {
    return amount.get_str();
  }
  // The place of the leading digit: 0 for 1 to 9.99.
  const long lead = static_cast<long>(digits.size()) - 1 - places;
  if (lead < -5 || lead > 20) {
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.size() > 1) {
      digits.insert(1, 1, '.');
    }
    return digits.append("e").append(std::to_string(lead));
  }
  if (places == 0) {
    return digits;
  }
  if (lead < 0) {
    return digits.insert(0, static_cast<std::size_t>(-lead - 1), '0').insert(0, "0.");
  }
  return digits.insert(static_cast<std::size_t>(lead) + 1, 1, '.');
}

Fraction checked_amount(const Fraction& amount) {
  Fraction out = lowest_terms(amount);
  // Before any digits are written: a number from elsewhere may have millions of them.
  constexpr std::size_t most = longest_text + most_digits;
  require(mpz_sizeinbase(out.get_num_mpz_t(), 10) <= most &&
              mpz_sizeinbase(out.get_den_mpz_t(), 10) <= most,
          bad_parameter, "an amount has at most 500 characters");
  require(parse_amount(amount_text(out)) == out, bug, "an amount that is written is read back");
  return out;
}

Fraction shortest_amount(double value) {
  require(std::isfinite(value) && !std::signbit(value), bad_parameter,
          "an amount is finite and not negative");
  std::array<char, 400> buffer{};
  const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return parse_amount({buffer.data(), written.ptr});
}

Fraction inf_amount(double value) { return decimal_near(value, true); }

Fraction neg_inf_amount(double value) { return decimal_near(value, false); }

double inf_double_of(const Fraction& amount) { return directed_double(amount, MPFR_RNDU); }

double neg_inf_double_of(const Fraction& amount) { return directed_double(amount, MPFR_RNDD); }

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

Amounts checked_amounts(const Amounts& amounts) {
  const auto checked = [](const std::optional<Fraction>& amount) {
    return amount ? std::optional{checked_amount(*amount)} : std::nullopt;
  };
  return {checked(amounts.epsilon), checked(amounts.delta), checked(amounts.rho),
          checked(amounts.slack),   checked(amounts.steps), checked(amounts.step)};
}

Fraction Amount::exact() const {
  const double* const as_number = number();
  return as_number != nullptr ? shortest_amount(*as_number)
                              : lowest_terms(std::get<Fraction>(written_));
}

bool operator==(const Amount& one, const Amount& other) noexcept {
  if (one.number() != nullptr && other.number() != nullptr) {
    return std::bit_cast<std::uint64_t>(*one.number()) ==
           std::bit_cast<std::uint64_t>(*other.number());
  }
  return one.written_ == other.written_;
}

}  // namespace discreet
