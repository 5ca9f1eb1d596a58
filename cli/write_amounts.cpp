#include "write_amounts.hpp"

#include <string>

#include "discreet/accounting/amount.hpp"

namespace discreet::cli {
namespace {

template <class Text>
void write_members(Json& json, const Amounts& amounts, Text text) {
  const auto put = [&](const char* name, const std::optional<Fraction>& amount) {
    json.name(name);
    amount ? json.text(text(*amount)) : json.null();
  };
  put("epsilon", amounts.epsilon);
  put("delta", amounts.delta);
  put("rho", amounts.rho);
  put("slack", amounts.slack);
  put("steps", amounts.steps);
  put("step", amounts.step);
}

}  // namespace

void write_amounts(Json& json, const Amounts& amounts, Shorten shorten) {
  json.open('{');
  write_members(json, amounts,
                [&](const Fraction& amount) { return decimal_text(amount, shorten); });
  json.name("exact").open('{');
  write_members(json, amounts, amount_text);
  json.close('}').close('}');
}

}  // namespace discreet::cli
