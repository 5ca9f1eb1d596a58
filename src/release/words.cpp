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

namespace {

// "300 steps of 0.0269"
std::string steps_in_words(const Amounts& amounts, Shorten shorten) {
  std::string out = amount_text(*amounts.steps) + (*amounts.steps == 1 ? " step" : " steps");
  if (amounts.step) {
    out += " of " + short_amount(*amounts.step, shorten);
  }
  return out;
}

}  // namespace

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
  if (amounts.steps) {
    out += out.empty() ? "" : joint;
    out += steps_in_words(amounts, shorten);
  }
  if (amounts.slack) {
    out += out.empty() ? "" : ", and ";
    out += short_amount(*amounts.slack, shorten) + " of delta for thresholds";
  }
  return out.empty() ? "nothing" : out;
}

std::string budget_in_words(const Budget& budget) {
  const bool mixed = budget.accountant == Accountant::mixed;
  const bool steps = budget.accountant == Accountant::steps;
  Amounts said = budget.amounts;
  said.slack.reset();
  said.steps.reset();
  if (mixed) {
    said.rho.reset();  // found, not said
  }
  std::string out = amounts_in_words(said, Shorten::up);
  if (budget.amounts.slack) {
    const std::string slack = short_amount(*budget.amounts.slack, Shorten::up);
    out += mixed || steps ? " (" + slack + " of it for thresholds)"
                          : " (and " + slack + " of delta for thresholds)";
  }
  if (steps && budget.amounts.steps) {
    out += ": " + steps_in_words(budget.amounts, Shorten::up);
  }
  return out;
}

std::string promise_in_words(const Amounts& promise) {
  require(promise.epsilon || promise.rho, bad_parameter, "a promise has an epsilon or a rho");
  const bool close = promise.slack.value_or(0) > 0;
  std::string zcdp = promise.rho ? short_amount(*promise.rho, Shorten::up) + "-zCDP" : "";
  if (close) {
    zcdp.insert(0, short_amount(*promise.slack, Shorten::up) + "-approximate ");
  }
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
  // What is close to an epsilon-private release is (epsilon, slack)-differentially private.
  const std::string epsilon = short_amount(*promise.epsilon, Shorten::up);
  const std::string pure =
      (close ? "(" + epsilon + ", " + short_amount(*promise.slack, Shorten::up) + ")" : epsilon) +
      "-differentially private";
  return promise.rho ? pure + " and " + zcdp : pure;
}

std::string left_in_words(Accountant accountant, const Amounts& left) {
  return amounts_in_words(left, Shorten::down, accountant == Accountant::mixed ? ", or " : ", ");
}

namespace {

// What an accountant with a slack adds up beside it.
const char* loss_in_words(Accountant accountant) {
  switch (accountant) {
    case Accountant::mixed:
      return "of epsilon and of rho";
    case Accountant::steps:
      return "of steps";
    case Accountant::pure:
    case Accountant::basic:
    case Accountant::zcdp:
      break;
  }
  return "of rho";
}

}  // namespace

std::string refusal_in_words(const Filter& filter, const Amounts& priced, const std::string& cost) {
  const bool either = filter.budget().accountant == Accountant::mixed;
  const char* const joint = either ? " or " : ", ";
  std::string out = "the budget does not cover this: it would cost " +
                    (cost.empty() ? amounts_in_words(priced, Shorten::up, joint) : cost) +
                    "; left is " + amounts_in_words(filter.left(), Shorten::down, joint);
  if (filter.budget().amounts.slack) {
    out += "; too little is left ";
    out += filter.admits_loss(priced)    ? "of delta for thresholds"
           : filter.admits_slack(priced) ? loss_in_words(filter.budget().accountant)
                                         : "of all";
  }
  return out;
}

}  // namespace discreet
