#include "discreet/ledger/words.hpp"

#include <cmath>
#include <cstddef>

#include "discreet/error.hpp"
#include "discreet/ledger/amount.hpp"
#include "power_of_ten.hpp"

namespace discreet {

std::string short_amount(const Fraction& amount, Shorten shorten) {
  constexpr std::size_t short_enough = 12;
  constexpr long digits = 5;
  std::string exact = amount_text(amount);
  const double size = neg_inf_double_of(amount);
  if (exact.size() <= short_enough || !(size > 0) || !std::isfinite(size)) {
    return exact;
  }
  // A logarithm that is off by one costs or adds a digit; which way to round is decided exactly.
  const Fraction unit =
      detail::power_of_ten(std::lround(std::floor(std::log10(size))) - digits + 1);
  const Fraction units = amount / unit;
  mpz_class whole;
  (shorten == Shorten::up ? mpz_cdiv_q : mpz_fdiv_q)(whole.get_mpz_t(), units.get_num_mpz_t(),
                                                     units.get_den_mpz_t());
  return "about " + amount_text(Fraction{whole} * unit);
}

std::string amounts_in_words(const Amounts& amounts, const char* joint, Shorten shorten) {
  std::string out;
  const auto put = [&](const char* name, const std::optional<Fraction>& amount) {
    if (amount) {
      out += out.empty() ? "" : joint;
      out += name;
      out += ' ';
      out += short_amount(*amount, shorten);
    }
  };
  put("epsilon", amounts.epsilon);
  put("delta", amounts.delta);
  put("rho", amounts.rho);
  return out.empty() ? "nothing" : out;
}

std::string promise_in_words(const Amounts& promise) {
  require(promise.epsilon || promise.rho, bad_parameter, "a promise has an epsilon or a rho");
  std::string zcdp = promise.rho ? short_amount(*promise.rho) + "-zCDP" : "";
  if (!promise.epsilon) {
    return zcdp;
  }
  if (promise.delta) {
    std::string both = "(";
    both += amount_text(*promise.epsilon);
    both += ", ";
    both += amount_text(*promise.delta);
    both += ")-differentially private";
    return promise.rho ? both + ", as it is " + zcdp : both;
  }
  const std::string pure = short_amount(*promise.epsilon) + "-differentially private";
  return promise.rho ? pure + " and " + zcdp : pure;
}

std::string neighbors_in_words(Neighbors neighbors, const std::string& unit) {
  return (neighbors == Neighbors::replace ? "replacing the rows of one "
                                          : "adding or removing one ") +
         unit;
}

std::string left_in_words(Accountant accountant, const Amounts& left) {
  return amounts_in_words(left, accountant == Accountant::mixed ? ", or " : ", ", Shorten::down);
}

std::string law_name(Law law) {
  return law == Law::exponential ? "exponential mechanism" : "permute-and-flip";
}

}  // namespace discreet
