#include "discreet/ledger/zcdp_within.hpp"

#include <algorithm>

#include "discreet/accounting/convert.hpp"
#include "discreet/error.hpp"
#include "discreet/ledger/amount.hpp"

namespace discreet {
namespace {

// An epsilon past this is taken as this.
constexpr double large = 1e6;

}  // namespace

Fraction zcdp_within(const Fraction& epsilon, const Fraction& delta) {
  require(epsilon >= 0, bad_parameter, "epsilon must not be negative");
  require(delta >= 0 && delta < 1, bad_parameter, "delta must be at least 0 and below 1");
  // Rounded down: a conversion at less epsilon and less delta holds at the amounts as well.
  return neg_inf_amount(
      zcdp_budget(std::min(neg_inf_double_of(epsilon), large), neg_inf_double_of(delta)));
}

bool is_zcdp_within(const Fraction& rho, const Fraction& epsilon, const Fraction& delta) {
  if (rho < 0 || epsilon < 0 || delta < 0 || delta >= 1) {
    return false;
  }
  const double at = std::min(neg_inf_double_of(epsilon), large);
  return zcdp_to_delta(inf_double_of(rho), at) <= neg_inf_double_of(delta) ||
         rho <= zcdp_within(epsilon, delta);
}

}  // namespace discreet
