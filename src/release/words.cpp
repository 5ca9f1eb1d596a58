#include "discreet/release/words.hpp"

#include <cstddef>

#include "discreet/accounting/amount.hpp"
#include "discreet/error.hpp"

namespace discreet {

std::string short_amount(const Fraction& amount, Shorten shorten) {
  constexpr std::size_t short_enough = 12;
  constexpr std::size_t digits = 5;
  std::string exact = amount_text(amount);
  if (exact.size() <= short_enough) {
    return exact;
  }
  return "about " + amount_text(shortened(amount, digits, shorten));
}

std::string amounts_in_words(const Amounts& amounts, Shorten shorten, const char* joint) {
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
  std::string zcdp = promise.rho ? short_amount(*promise.rho, Shorten::up) + "-zCDP" : "";
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
  const std::string pure = short_amount(*promise.epsilon, Shorten::up) + "-differentially private";
  return promise.rho ? pure + " and " + zcdp : pure;
}

std::string left_in_words(Accountant accountant, const Amounts& left) {
  return amounts_in_words(left, Shorten::down, accountant == Accountant::mixed ? ", or " : ", ");
}

}  // namespace discreet
