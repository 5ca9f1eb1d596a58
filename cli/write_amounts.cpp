#include "write_amounts.hpp"

#include "discreet/ledger/amount.hpp"

namespace discreet::cli {

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
