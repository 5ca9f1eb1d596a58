#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "discreet/accounting/budget.hpp"
#include "discreet/accounting/cost.hpp"
#include "discreet/error.hpp"
#include "discreet/release/account.hpp"

namespace discreet {

/// A kind of release: how it is planned, what it is charged for, what it refuses to read, how it is drawn.
///
/// Law       plan and bill depend on the request, on public facts and on the budget, never on the input. What is drawn
///           by a plan costs no more than the plan's bill says. draw refuses what require_input refuses, with the same
///           error and before any bit.
template <class K>
concept ReleaseKind = requires(const typename K::Request& request, const typename K::Facts& facts,
                               const typename K::Plan& plan, const typename K::Input& input,
                               const Budget* budget, const Progress& progress) {
  { K::plan(request, facts, budget, progress) } -> std::same_as<typename K::Plan>;
  { K::bill(plan) } -> std::same_as<Bill>;
  { K::require_input(plan, input) } -> std::same_as<void>;  // before anything is charged
  { K::draw(plan, input) } -> std::same_as<typename K::Output>;
};

/// A kind of release whose output a run can store as a text.
///
/// Law       output_of(text_of(output)) is the output; no text is longer than the room of its plan, in which a newline
///           and a backslash count twice.
template <class K>
concept StoredKind =
    ReleaseKind<K> && requires(const typename K::Plan& plan, const typename K::Output& output,
                               std::string_view text) {
      { K::room(plan) } -> std::same_as<std::uint64_t>;
      { K::text_of(output) } -> std::same_as<std::string>;
      { K::output_of(text) } -> std::same_as<typename K::Output>;
    };

/// What came out, and the receipt where somebody paid.
template <ReleaseKind K>
struct Released {
  typename K::Output output;
  std::optional<Receipt> receipt;
};

/// The output of a run, which is drawn at most once.
///
/// Throws    Error{bad_parameter} for a kind that has no text; what Account::run throws.
/// Proof     proofs/ledger/runs.md
template <ReleaseKind K>
Released<K> run_by(const typename K::Plan& plan, const typename K::Input& input, Account& account) {
  if constexpr (StoredKind<K>) {
    const RunResult stored = account.run(K::bill(plan), K::room(plan), [&](const Receipt&) {
      return K::text_of(K::draw(plan, input));
    });
    return {K::output_of(stored.text), stored.receipt};
  } else {
    throw Error{bad_parameter, "this kind of release has no text that a run could store"};
  }
}

/// Refuses input that the plan is not for, charges the account if there is one, and only then draws.
///
/// Throws    what require_input throws, with nothing charged and no bit drawn; what charged() throws.
/// Cost      that of draw; with an account that of require_input too.
/// Proof     proofs/release/release.md
template <ReleaseKind K>
Released<K> release_by(const typename K::Plan& plan, const typename K::Input& input,
                       Account* account) {
  if (account == nullptr) {
    return {K::draw(plan, input), std::nullopt};
  }
  K::require_input(plan, input);
  if (account->has_run()) {
    return run_by<K>(plan, input, *account);
  }
  return charged(*account, K::bill(plan), [&](const Receipt& receipt) {
    return Released<K>{K::draw(plan, input), receipt};
  });
}

/// A release that is planned; each call of release() charges and draws once.
///
/// Requires  the account outlives it.
template <ReleaseKind K>
class Planned {
 public:
  Planned(typename K::Plan plan, Account* account) : plan_(std::move(plan)), account_(account) {}

  [[nodiscard]] const typename K::Plan& plan() const noexcept { return plan_; }

  [[nodiscard]] Released<K> release(const typename K::Input& input) const {
    return release_by<K>(plan_, input, account_);
  }

 private:
  typename K::Plan plan_;
  Account* account_;
};

/// Plans a release by the account's budget, if somebody pays, before any data are read.
///
/// Throws    what K::plan throws; over_budget, and whatever else a charge would throw now.
/// Proof     proofs/release/release.md
template <ReleaseKind K>
[[nodiscard]] Planned<K> plan_release(const typename K::Request& request,
                                      const typename K::Facts& facts, Account* account = nullptr,
                                      const Progress& progress = {}) {
  if (account == nullptr) {
    return {K::plan(request, facts, nullptr, progress), nullptr};
  }
  const Budget budget = account->budget();
  Planned<K> planned{K::plan(request, facts, &budget, progress), account};
  account->preview(K::bill(planned.plan()));
  return planned;
}

}  // namespace discreet
