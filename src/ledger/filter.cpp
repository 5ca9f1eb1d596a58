#include "discreet/ledger/filter.hpp"

#include <utility>

#include "discreet/accounting/convert.hpp"
#include "discreet/error.hpp"
#include "discreet/ledger/amount.hpp"

namespace discreet {
namespace {

using Amount = std::optional<Fraction>;

// What is absent is infinite, and stays so.
Amount sum(const Amount& x, const Amount& y) {
  if (!x || !y) {
    return std::nullopt;
  }
  return Fraction{*x + *y};
}

bool within(const Amount& total, const Amount& budget) {
  return total && budget && *total <= *budget;
}

Amount rest(const Amount& budget, const Amount& spent) {
  if (!budget) {
    return std::nullopt;
  }
  if (!spent || *spent >= *budget) {
    return Fraction{0};
  }
  return Fraction{*budget - *spent};
}

Amount pure_epsilon(const Amounts& cost) {
  return cost.delta.value_or(0) == 0 ? cost.epsilon : std::nullopt;
}

// The rho as stated, or the one that a pure epsilon implies.
Amount price_in_rho(const Amounts& cost) {
  if (cost.rho) {
    return cost.rho;
  }
  const Amount epsilon = pure_epsilon(cost);
  if (!epsilon) {
    return std::nullopt;
  }
  const double rho = pure_to_zcdp(inf_double_of(*epsilon));
  require(rho <= 1e300, bad_parameter, "a cost must be finite");
  return inf_amount(rho);
}

void require_amounts(const Amounts& cost) {
  require(cost.epsilon.value_or(0) >= 0 && cost.rho.value_or(0) >= 0 && cost.delta.value_or(0) >= 0,
          bad_parameter, "a cost must not be negative");
  require(cost.delta.value_or(0) <= 1, bad_parameter, "a delta is at most 1");
}

}  // namespace

Filter::Filter(Dataset dataset) : dataset_(std::move(dataset)), spent_{} {
  const Amounts& budget = dataset_.budget;
  spent_.epsilon = budget.epsilon ? Amount{0} : std::nullopt;
  spent_.rho = budget.rho ? Amount{0} : std::nullopt;
  // Under mixed no charge spends delta: it is what the budget's rho was bought with.
  spent_.delta = dataset_.accountant == Accountant::basic ? Amount{0} : std::nullopt;
}

Amounts Filter::price(const Amounts& cost) const {
  require_amounts(cost);
  switch (dataset_.accountant) {
    case Accountant::pure: {
      const Amount epsilon = pure_epsilon(cost);
      require(epsilon.has_value(), bad_parameter, "the accountant pure adds pure epsilons only");
      return {epsilon, std::nullopt, std::nullopt};
    }
    case Accountant::zcdp: {
      const Amount rho = price_in_rho(cost);
      require(rho.has_value(), bad_parameter,
              "the accountant zcdp adds rhos and pure epsilons only");
      return {std::nullopt, std::nullopt, rho};
    }
    case Accountant::basic:
      require(cost.epsilon.has_value(), bad_parameter,
              "the accountant basic adds epsilons and deltas only");
      return {cost.epsilon, cost.delta.value_or(0), std::nullopt};
    case Accountant::mixed: {
      const Amount rho = price_in_rho(cost);
      require(rho.has_value(), bad_parameter,
              "the accountant mixed adds rhos and pure epsilons only");
      return {pure_epsilon(cost), std::nullopt, rho};
    }
  }
  throw Error{bug, "every accountant has a price"};
}

bool Filter::admits(const Amounts& priced) const {
  const Amounts& budget = dataset_.budget;
  const Amount epsilon = sum(spent_.epsilon, priced.epsilon);
  const Amount rho = sum(spent_.rho, priced.rho);
  switch (dataset_.accountant) {
    case Accountant::pure:
      return within(epsilon, budget.epsilon);
    case Accountant::zcdp:
      return within(rho, budget.rho);
    case Accountant::basic:
      return within(epsilon, budget.epsilon) &&
             within(sum(spent_.delta, priced.delta), budget.delta);
    case Accountant::mixed:
      return within(epsilon, budget.epsilon) || within(rho, budget.rho);
  }
  throw Error{bug, "every accountant has a rule"};
}

void Filter::add(const Amounts& priced) {
  spent_.epsilon = sum(spent_.epsilon, priced.epsilon);
  spent_.delta = sum(spent_.delta, priced.delta);
  spent_.rho = sum(spent_.rho, priced.rho);
  ++charges_;
}

Amounts Filter::left() const {
  const Amounts& budget = dataset_.budget;
  Amounts out{rest(budget.epsilon, spent_.epsilon), std::nullopt, rest(budget.rho, spent_.rho)};
  if (dataset_.accountant == Accountant::basic) {
    out.delta = rest(budget.delta, spent_.delta);
  }
  return out;
}

}  // namespace discreet
