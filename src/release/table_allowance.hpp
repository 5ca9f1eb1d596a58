#pragma once

#include <cstdint>
#include <optional>

#include "discreet/accounting/amount.hpp"
#include "discreet/accounting/budget.hpp"
#include "discreet/release/table.hpp"

namespace discreet::detail {

/// A request whose amounts are known exactly, and what public facts make of it.
struct TableAsked {
  const TableRequest& request;
  const TableRelease::Facts& facts;
  const Budget* budget;
  Amounts amounts;
  Fraction counts_share = 0;  ///< of the budget: 0 where no numbers are published
  std::uint64_t groups = 1;   ///< the most groups that one unit is in
  /// Whether a replaced unit may leave the groups that it is in for as many others.
  bool switches = false;
  bool steps = false;  ///< whether the noise is that of the budget's step

  /// Whether the items are those of the data.
  [[nodiscard]] bool unlisted() const noexcept { return !facts.candidates; }

  /// Whether a histogram pays for what a unit has, instead of for what is listed.
  [[nodiscard]] bool histogram() const noexcept {
    return unlisted() && !steps && request.items_per_unit && *request.items_per_unit <= request.k &&
           request.contribution == Contribution{};
  }
};

/// The request with its amounts, refused if it cannot be meant.
///
/// Throws    Error{bad_parameter}.
TableAsked checked_table(const TableRequest& request, const TableRelease::Facts& facts,
                         const Budget* budget);

/// In what a whole release is accounted for.
enum class TableCurrency {
  epsilon,      ///< every part is pure, but for the slack
  rho,          ///< every part is zero-concentrated, but for the slack
  approximate,  ///< selections alone, by their own curve
  steps,        ///< selections alone, each of which is a step of the budget
};

/// What a whole release may cost.
struct TableAllowance {
  TableCurrency currency = TableCurrency::epsilon;
  Fraction amount = 0;  ///< the epsilon or the rho
  Fraction delta = 0;   ///< of approximate, with the slack in it
  Fraction slack = 0;   ///< in all; 0 with a public list
  /// Whether the numbers are those that a histogram has anyway, so that they cost nothing more.
  bool own_numbers = false;
  Amounts cost;  ///< what the account is told, as far as it was asked for
  Amounts promise;
  std::optional<Pay> pay;
};

/// Law       a rho is a rho, an epsilon alone an epsilon, neither of them steps. (epsilon, delta) is a rho under zcdp and under mixed, unless
///           that is paid in epsilon; otherwise it is accounted for by the curve of the selections where there is
///           nothing else, by the epsilon of a histogram whose threshold is not above that of the rho, and else by the
///           rho that converts to it.
/// Throws    Error{bad_parameter} for what the budget's accountant cannot add.
/// Proof     proofs/release/table.md
TableAllowance table_allowance(const TableAsked& asked);

}  // namespace discreet::detail
