#pragma once

#include "discreet/accounting/budget.hpp"

namespace discreet::detail {

/// Whether an amount that was charged is the price of what a release costs, by the accountant of a budget.
///
/// Law       true for what Filter::price gave, in this version or an earlier one. Every amount is compared exactly but
///           the rho that a pure epsilon implies, which has a closed bound from below that a server can compute too.
/// Proof     proofs/ledger/chain.md
bool is_price(const Budget& budget, const Amounts& cost, const Amounts& charged);

}  // namespace discreet::detail
