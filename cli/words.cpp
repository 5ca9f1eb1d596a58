#include "words.hpp"

#include <fmt/format.h>

#include "discreet/ledger/amount.hpp"

namespace discreet::cli {

std::string law_name(Law law) {
  return law == Law::exponential ? "exponential mechanism" : "permute-and-flip";
}

std::string short_amount(const Fraction& amount) {
  std::string exact = amount_text(amount);
  return exact.size() <= 12 ? exact : fmt::format("about {:.5g}", neg_inf_double_of(amount));
}

std::string amounts_in_words(const Amounts& amounts, const char* joint) {
  std::string out;
  const auto put = [&](const char* name, const std::optional<Fraction>& amount) {
    if (amount) {
      out += fmt::format("{}{} {}", out.empty() ? "" : joint, name, short_amount(*amount));
    }
  };
  put("epsilon", amounts.epsilon);
  put("delta", amounts.delta);
  put("rho", amounts.rho);
  return out.empty() ? "nothing" : out;
}

std::string promise_in_words(const Amounts& promise) {
  if (promise.epsilon && promise.delta) {
    const std::string both =
        fmt::format("({}, {})-differentially private", amount_text(*promise.epsilon),
                    amount_text(*promise.delta));
    return promise.rho ? fmt::format("{}, as it is {}-zCDP", both, short_amount(*promise.rho))
                       : both;
  }
  if (promise.epsilon) {
    const std::string pure =
        fmt::format("{}-differentially private", short_amount(*promise.epsilon));
    return promise.rho ? fmt::format("{} and {}-zCDP", pure, short_amount(*promise.rho)) : pure;
  }
  return fmt::format("{}-zCDP", short_amount(*promise.rho));
}

std::string neighbors_in_words(Neighbors neighbors, const std::string& unit) {
  return fmt::format(
      "{} one {}", neighbors == Neighbors::replace ? "replacing the rows of" : "adding or removing",
      unit);
}

std::string left_in_words(Accountant accountant, const Amounts& left) {
  return amounts_in_words(left, accountant == Accountant::mixed ? ", or " : ", ");
}

void write_amounts(Json& json, const Amounts& amounts) {
  const auto put = [&](const char* name, const std::optional<Fraction>& amount) {
    json.name(name);
    amount ? json.text(amount_text(*amount)) : json.null();
  };
  json.open('{');
  put("epsilon", amounts.epsilon);
  put("delta", amounts.delta);
  put("rho", amounts.rho);
  json.close('}');
}

}  // namespace discreet::cli
