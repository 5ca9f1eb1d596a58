#pragma once

#include <cstdint>
#include <functional>
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
  /// Whether it was made before, for a run whose result was stored: nothing was drawn or charged again.
  bool replayed = false;
};

/// What a run delivers: the text of the one draw that was stored.
struct RunResult {
  Receipt receipt;   ///< of the one charge; replayed where another draw than this call's was stored
  std::string text;  ///< what was drawn, as a text
};

/// Draws once, and says what was drawn as a text.
using DrawText = std::function<std::string(const Receipt&)>;

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

  /// Whether this account pays for one run, which run() makes, and not for each draw.
  [[nodiscard]] virtual bool has_run() const noexcept { return false; }

  /// Charges, draws, stores the text of what was drawn, and only then delivers it; once for all who ask.
  ///
  /// Law       one charge, however often it is called; whoever calls it gets the text that was stored, and whose that
  ///           is does not depend on what was drawn. What was charged and not stored is drawn again under its charge.
  /// Requires  a text of at most so many bytes, where a newline and a backslash count twice, whatever is drawn.
  /// Throws    what charge() throws; Error{bad_parameter} if the run was asked for otherwise before, or the account has
  ///           none.
  virtual RunResult run(const Bill& bill, std::uint64_t room, const DrawText& draw);
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
