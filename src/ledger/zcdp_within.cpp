#include "discreet/ledger/zcdp_within.hpp"

#include <algorithm>

#include "discreet/accounting/zcdp_budget.hpp"
#include "discreet/error.hpp"
#include "discreet/ledger/amount.hpp"

namespace discreet {

Fraction zcdp_within(const Fraction& epsilon, const Fraction& delta) {
  require(epsilon >= 0, bad_parameter, "epsilon must not be negative");
  require(delta >= 0 && delta < 1, bad_parameter, "delta must be at least 0 and below 1");
  // Rounded down: a conversion at less epsilon and less delta holds at the amounts as well.
  constexpr double large = 1e6;
  return neg_inf_amount(
      zcdp_budget(std::min(neg_inf_double_of(epsilon), large), neg_inf_double_of(delta)));
}

}  // namespace discreet
