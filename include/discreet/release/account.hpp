#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "discreet/accounting/amount.hpp"
#include "discreet/accounting/budget.hpp"

namespace discreet {

/// Names and values that say how a release was made: law, scale, k and so on.
using Parameters = std::vector<std::pair<std::string, std::string>>;

/// What a release is to be paid for.
struct Bill {
  std::string what;  ///< which release, as in top-k
  /// What the release is proved to be: slack-close to something that is (epsilon, delta)-differentially private
  /// and rho-zCDP; at least one of the two. No delta and no slack mean 0.
  Amounts cost;
  Parameters parameters;
};

/// A charge that was made: budget is spent, bits may be drawn.
struct Receipt {
  std::int64_t sequence = 0;  ///< the place of the charge among all that the account's keeper has
  std::string at;             ///< when, in UTC, as the clock said
  /// The time by which it is ordered, where the clock stood before that of an earlier charge.
  std::optional<std::string> ordered_at;
  std::string hash;  ///< the link of the chain
  Amounts charged;   ///< the cost in the budget's own terms
  Amounts left;      ///< what each condition of the budget still has
};

/// Who pays for releases: a budget, and the charges made to it.
class Account {
 public:
  Account() = default;
  Account(const Account&) = default;
  Account& operator=(const Account&) = default;
  Account(Account&&) = default;
  Account& operator=(Account&&) = default;
  virtual ~Account() = default;

  /// The whole budget, by whose accountant a release is planned.
  virtual Budget budget() = 0;

  /// Throws what charge() would throw now, and changes nothing.
  virtual void preview(const Bill& bill) = 0;

  /// Spends budget.
  ///
  /// Law       the charge is durable when this returns, and is made at most once.
  /// Throws    Error{over_budget} if the budget does not cover it.
  virtual Receipt charge(const Bill& bill) = 0;
};

/// Charges, and only then releases.
///
/// Law       draw(receipt) is called after the charge is durable, and not at all if it was refused.
/// Throws    what charge() throws, with nothing drawn; what draw throws, with the budget spent.
/// Proof     proofs/release/release.md
template <class Draw>
auto charged(Account& account, const Bill& bill, Draw&& draw) {
  const Receipt receipt = account.charge(bill);
  return std::forward<Draw>(draw)(receipt);
}

}  // namespace discreet
