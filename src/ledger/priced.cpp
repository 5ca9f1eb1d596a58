#include "ledger/priced.hpp"

#include "discreet/error.hpp"

namespace discreet::detail {
namespace {

// No more than epsilon tanh(epsilon / 2): the fourth convergent of its continued fraction.
Fraction least_rho_of(const Fraction& epsilon) {
  const Fraction square{epsilon * epsilon};
  return {square * (840 + 20 * square) / (1680 + 180 * square + square * square)};
}

}  // namespace

bool is_price(const Budget& budget, const Amounts& cost, const Amounts& charged) {
  Amounts stated = cost;
  const bool implied = !cost.rho && cost.epsilon && cost.delta.value_or(0) == 0;
  if (implied) {
    stated.rho = least_rho_of(*cost.epsilon);
  }
  try {
    Amounts price = Filter{budget}.price(stated);
    if (implied && price.rho && charged.rho && *charged.rho >= *price.rho) {
      price.rho = charged.rho;
    }
    return charged == price;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace discreet::detail
