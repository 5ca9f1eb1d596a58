#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "discreet/accounting/amount.hpp"
#include "discreet/accounting/cost.hpp"
#include "discreet/numbers/fraction.hpp"

namespace discreet {

/// How charges add up; fixed before the first of them.
enum class Accountant {
  pure,   ///< the sum of epsilons stays within epsilon
  zcdp,   ///< the sum of rhos stays within rho, and that of slacks within slack
  basic,  ///< the sums of epsilons, and of deltas and slacks, stay within epsilon and delta
  mixed,  ///< the sum of epsilons stays within epsilon, or the sum of rhos within the rho that
          ///< converts to (epsilon, delta - slack); and that of slacks within slack
  steps,  ///< the number of steps, each of a bounded range that is fixed with the budget, stays within as many as
          ///< cost (epsilon, delta - slack) together; and the sum of slacks within slack
};

std::string_view to_string(Accountant accountant) noexcept;

/// The accountant of that name.
///
/// Throws    Error{bad_parameter} if there is none.
Accountant parse_accountant(std::string_view name);

/// What there is to spend, and how charges add up to it.
struct Budget {
  Accountant accountant = Accountant::pure;
  /// For mixed, rho is what (epsilon, delta - slack) allows; for steps, steps is how many of its step that allows. No
  /// slack means that there is none to spend.
  Amounts amounts;

  friend bool operator==(const Budget&, const Budget&) = default;
};

/// A budget in epsilon, in rho, or in epsilon and delta, and an accountant to match.
///
/// Law       without an accountant: pure for epsilon, zcdp for rho, mixed for (epsilon, delta), steps for these with a
///           step. Under mixed the budget's rho is zcdp_within(epsilon, delta - slack), under steps the budget's steps
///           are steps_within(step, epsilon, delta - slack), and under both a slack that is not said is
///           default_threshold_share() of delta. A slack of 0 is none.
/// Requires  a positive epsilon or rho; delta above 0 and below 1; an accountant that can hold such a budget; a slack
///           only under zcdp, below 1, and under mixed and steps, below delta; a step only under steps, where it is said,
///           above 0 and not so large that not one fits.
/// Throws    Error{bad_parameter} if not.
/// Cost      under steps that of steps_within.
Budget make_budget(const Amounts& amounts, std::optional<Accountant> accountant = std::nullopt);

/// The part of delta that a budget under mixed or steps keeps for thresholds unless it is said: a quarter, which costs
/// releases without a threshold 1.3 % more noise.
[[nodiscard]] Fraction default_threshold_share();

/// The budget with that part of its delta as slack, rounded down to a decimal of 17 digits.
///
/// Requires  a delta, and no slack; a share of at least 0 and below 1.
/// Throws    Error{bad_parameter} if not.
[[nodiscard]] Amounts with_threshold_share(const Amounts& budget, const Fraction& share);

/// Adds up charges and says whether one more fits the budget.
///
/// Law       pure, zcdp and basic admit while the exact sums stay within the budget; mixed admits
///           while the sum of epsilons stays within epsilon or the sum of rhos within rho, and that of
///           slacks within slack; steps admits while the number of steps stays within steps, and the sum of
///           slacks within slack. A mechanism that releases only what is admitted meets the budget,
///           under zcdp slack-approximately, however each charge was chosen from what was released before.
/// Proof     proofs/accounting/budget.md
class Filter {
 public:
  explicit Filter(Budget budget);

  [[nodiscard]] const Budget& budget() const noexcept { return budget_; }

  /// What a release costs here. The release is slack-close to something that is (epsilon, delta)-differentially
  /// private, with no delta meaning 0, and rho-zCDP: each where it is given.
  ///
  /// Law       pure: epsilon. zcdp: rho, or from a pure epsilon what pure_to_zcdp proves, and slack. basic:
  ///           epsilon, and delta with slack added. mixed: the pure epsilon if there is one, a rho as for zcdp, and
  ///           slack. steps: one where twice a pure epsilon is at most the budget's step, else the cost's steps if theirs
  ///           is, and slack. A slack of 0 is left out.
  /// Throws    Error{bad_parameter} if the accountant cannot add such a cost, or the budget was made without a slack
  ///           and the cost has one.
  [[nodiscard]] Amounts price(const Amounts& cost) const;

  /// Whether a priced charge fits: admits_loss() and admits_slack().
  [[nodiscard]] bool admits(const Amounts& priced) const;

  /// Whether it fits but for its slack.
  [[nodiscard]] bool admits_loss(const Amounts& priced) const;

  /// Whether its slack fits.
  [[nodiscard]] bool admits_slack(const Amounts& priced) const;

  /// Takes a charge that was made.
  void add(const Amounts& priced);

  /// The sums so far; under mixed no epsilon once a charge had none.
  [[nodiscard]] const Amounts& spent() const noexcept { return spent_; }

  /// What each condition still has, 0 where it has nothing.
  [[nodiscard]] Amounts left() const;

  [[nodiscard]] std::uint64_t charges() const noexcept { return charges_; }

  /// The same sums under a lesser budget: it admits nothing that this one would not.
  ///
  /// Requires  a budget of this accountant, in no amount above this one's, of the same step, that covers what is spent.
  /// Throws    Error{bad_parameter} if not.
  [[nodiscard]] Filter lowered(const Budget& lesser) const;

 private:
  Budget budget_;
  Amounts spent_;
  std::uint64_t charges_ = 0;
};

/// A rho, nearly the greatest, for which rho-zCDP implies (epsilon, delta)-differential privacy.
///
/// Law       zcdp_budget at the amounts rounded down to doubles, rounded down to a decimal.
/// Requires  epsilon not negative, delta from 0 to below 1; delta = 0 gives 0.
/// Throws    Error{bad_parameter} if not.
/// Cost      one or a few conversions.
/// Proof     proofs/accounting/budget.md
Fraction zcdp_within(const Fraction& epsilon, const Fraction& delta);

/// Whether rho-zCDP is certified to imply (epsilon, delta)-differential privacy.
///
/// Law       true for what zcdp_within gave, in this version or an earlier one, and for everything below.
bool is_zcdp_within(const Fraction& rho, const Fraction& epsilon, const Fraction& delta);

/// The most steps that a budget has.
inline constexpr std::uint64_t most_steps = std::uint64_t{1} << 24U;

/// The greatest number, up to most_steps, of adaptively chosen mechanisms of step-bounded range that is certified to be
/// (epsilon, delta)-differentially private; 0 if not one is.
///
/// Law       bounded_range_to_delta at the step rounded up to a double and epsilon rounded down is at most delta rounded
///           down for that number, and above it for one more.
/// Requires  a step above 0; epsilon not negative; delta above 0 and below 1.
/// Throws    Error{bad_parameter} if not; what progress throws.
/// Cost      a few bounds of the curve: about a second of computing for some hundred steps, some for a thousand. What
///           was found once in a process is remembered.
/// Proof     proofs/accounting/steps.md
std::uint64_t steps_within(const Fraction& step, const Fraction& epsilon, const Fraction& delta,
                           const Progress& progress = {});

/// Whether so many steps are certified to be (epsilon, delta)-differentially private.
///
/// Law       true for what steps_within gave, in this version or an earlier one, and for fewer.
/// Cost      mostly one bound of the curve.
bool is_steps_within(const Fraction& steps, const Fraction& step, const Fraction& epsilon,
                     const Fraction& delta);

/// A step, nearly the greatest, of which so many are certified to be (epsilon, delta)-differentially private; a decimal
/// of at most 17 digits.
///
/// Requires  from 1 to most_steps; epsilon above 0; delta above 0 and below 1.
/// Throws    Error{bad_parameter} if not; what progress throws.
/// Cost      that of calibrate_top_k.
/// Proof     proofs/accounting/steps.md
Fraction step_within(std::uint64_t steps, const Fraction& epsilon, const Fraction& delta,
                     const Progress& progress = {});

/// The budget with the step_within of so many steps for its step, at what its slack leaves of delta; without one the slack
/// is default_threshold_share() of delta.
///
/// Requires  an epsilon and a delta, and no step; otherwise what step_within and make_budget require.
/// Throws    Error{bad_parameter} if not; what progress throws.
[[nodiscard]] Amounts with_step_for(const Amounts& budget, std::uint64_t steps,
                                    const Progress& progress = {});

/// What an (epsilon, delta) is bought with under the accountant mixed, which can add either.
enum class Pay {
  epsilon,  ///< a pure epsilon: the release needs no delta, and often more of the budget's rho
  rho,      ///< the rho that converts to (epsilon, delta): many such releases add up to less
};

std::string_view to_string(Pay pay) noexcept;

/// The way to pay of that name, epsilon or rho.
///
/// Throws    Error{bad_parameter} if there is none.
Pay parse_pay(std::string_view name);

}  // namespace discreet
