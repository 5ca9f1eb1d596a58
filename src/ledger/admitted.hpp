#pragma once

#include <optional>
#include <string>

#include "discreet/accounting/budget.hpp"
#include "discreet/ledger/charge.hpp"

namespace discreet::detail {

/// A budget of which so much is spent.
Filter filter_after(const Budget& budget, const Amounts& spent);

/// The price of a cost that a filter admits.
///
/// Throws    Error{over_budget} if it does not; Error{bad_parameter} if its accountant cannot add it.
Amounts admitted(const Filter& filter, const Amounts& cost);

/// The same of a group, where a message says that it is about that; also if it was closed.
Amounts admitted_by_group(const std::string& group, const std::optional<Decision>& closed,
                          const Filter& filter, const Amounts& cost);

}  // namespace discreet::detail
