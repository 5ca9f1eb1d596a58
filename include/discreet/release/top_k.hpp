#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "discreet/accounting/amount.hpp"
#include "discreet/accounting/budget.hpp"
#include "discreet/accounting/cost.hpp"
#include "discreet/framework/law.hpp"
#include "discreet/framework/metrics.hpp"
#include "discreet/release/account.hpp"
#include "discreet/release/release.hpp"
#include "discreet/selection/noisy_top_k.hpp"

namespace discreet {

/// What is asked for: how many, how private, and how far one unit moves the scores.
///
/// Privacy is said in one way: an epsilon, an epsilon with a delta, a rho, or the scale of the noise; or in none, where the
/// accountant steps has fixed the noise.
struct TopKRequest {
  std::uint64_t k = 1;
  std::optional<Amount> epsilon = {};
  std::optional<Amount> delta = {};
  std::optional<Amount> rho = {};
  std::optional<double> scale = {};
  std::optional<Law> law = {};  ///< only with a scale; otherwise the one that errs less
  double sensitivity = 0;       ///< the most that one unit changes one score; must be said
  Monotonic monotonic = Monotonic::no;
  Optimize optimize = Optimize::max;
  /// What an (epsilon, delta) is paid with under the accountant mixed; rho unless said.
  std::optional<Pay> pay = {};
  Threads threads = {};
  std::string what = "top_k";  ///< what an account is told that it pays for
};

/// The release of k indices of large scores.
struct TopKRelease {
  using Request = TopKRequest;
  using Input = Scores;
  using Output = std::vector<std::size_t>;  ///< best first

  /// What is public of the scores: how many there are.
  struct Facts {
    std::uint64_t candidates = 0;
  };

  /// How the release will be made and what is proved of it.
  struct Plan {
    Selection selection{Law::permute_and_flip, 0};
    Facts facts;
    double sensitivity = 0;
    Monotonic monotonic = Monotonic::no;
    double step = 0;  ///< what each selection costs: the range distance over scale, rounded up
    /// The step, and one that no account of the law allows for what was asked.
    Bracket step_bracket{0, 0};
    /// For the account: (epsilon, delta) with no delta meaning 0, and rho; under steps, the steps. As written where it
    /// was asked for, rounded up where it was computed.
    Amounts cost;
    /// What was asked for, or follows from it.
    Amounts promise;
    /// What all k are proved to cost in the terms that the scale was calibrated in, never more than was asked for; at a
    /// given scale the epsilon that it costs.
    Target certified;
    double expected_error = 0;  ///< of one selection, at worst
    std::optional<Pay> pay;     ///< what an (epsilon, delta) is paid with under mixed
    std::string what;
  };

  /// Plans by the accountant of the budget, if there is one.
  ///
  /// Law       epsilon: pure. rho: zCDP. (epsilon, delta): the tight account without a budget and under
  ///           basic; under zcdp the rho that converts to it; under mixed that rho, or the pure epsilon
  ///           where pay says so. Under steps, where nothing is asked for, the exponential mechanism at the least
  ///           scale at which a selection is one step. The scale is rounded up, so that the release costs no more
  ///           than what was asked for.
  /// Requires  1 <= k <= candidates; a finite sensitivity above 0; one of epsilon, rho and scale, or under steps
  ///           none; delta with epsilon, and not under steps, a law with a scale; pay only under mixed, and not against what was asked for.
  /// Throws    Error{bad_parameter} for what cannot be planned; what progress throws.
  /// Cost      that of calibrate_top_k; what this thread planned before is remembered.
  /// Proof     proofs/release/top_k.md
  static Plan plan(const TopKRequest& request, const Facts& facts, const Budget* budget = nullptr,
                   const Progress& progress = {});

  /// How the plan selects, if this thread has made it before; for callers who would let others run while they plan.
  static std::optional<Selection> try_remembered(const TopKRequest& request, const Facts& facts,
                                                 const Budget* budget = nullptr);

  /// The cost, with everything that a reader of a ledger needs to know of how the release was made.
  static Bill bill(const Plan& plan);

  /// Throws Error{outside_domain} unless there are as many scores as the plan has candidates, and none is NaN;
  /// what require_sound_arithmetic throws.
  static void require_input(const Plan& plan, const Scores& scores);

  /// noisy_top_k by the plan; refuses what require_input refuses, while it reads the scores.
  static std::vector<std::size_t> draw(const Plan& plan, const Scores& scores);

  /// An output as a run stores it, and back.
  static std::uint64_t room(const Plan& plan);
  static std::string text_of(const Output& output);
  static Output output_of(std::string_view text);
};

/// Whether one unit changes the scores of one row at most.
enum class Disjoint { no, yes };

/// k indices of large scores from each of many rows, in one release.
struct TopKRowsRelease {
  struct Request {
    TopKRequest row;  ///< k of each row; the privacy of all of them together
    Disjoint disjoint = Disjoint::no;
  };
  using Input = ScoreRows;
  using Output = std::vector<std::size_t>;  ///< row by row, best first, k of each

  /// What is public of the scores.
  struct Facts {
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
  };

  struct Plan {
    TopKRelease::Plan row;  ///< how each is made, with what is proved of all together
    std::uint64_t rows = 0;
    Disjoint disjoint = Disjoint::no;
  };

  /// Plans as TopKRelease::plan does, for rows · k selections that are composed; where the rows are disjoint, for k.
  ///
  /// Requires  at least one row; 1 <= k <= columns; the rest as there.
  /// Throws    Error{bad_parameter} if not; what progress throws.
  /// Proof     proofs/release/top_k_rows.md
  static Plan plan(const Request& request, const Facts& facts, const Budget* budget = nullptr,
                   const Progress& progress = {});

  static Bill bill(const Plan& plan);

  /// Throws Error{outside_domain} unless there are as many rows and columns as the plan has, and no score is NaN; what
  /// require_sound_arithmetic throws.
  static void require_input(const Plan& plan, const ScoreRows& rows);

  /// noisy_top_k_rows by the plan; refuses what require_input refuses.
  static std::vector<std::size_t> draw(const Plan& plan, const ScoreRows& rows);

  /// An output as a run stores it, and back.
  static std::uint64_t room(const Plan& plan);
  static std::string text_of(const Output& output);
  static Output output_of(std::string_view text);
};

/// A release as it would be made and paid for.
struct WayToPay {
  TopKRelease::Plan plan;
  Amounts charged;              ///< in the budget's own terms
  std::optional<Amounts> left;  ///< nothing where the budget does not cover it
};

/// Every way in which a budget of which something was spent lets a release be paid for, the one that is
/// taken by default first.
///
/// Law       under mixed an (epsilon, delta) can be paid in rho or in epsilon, unless the request says
///           which; otherwise there is one way. Each plan is that of TopKRelease::plan with this pay, and
///           what is left is what a charge made now would leave.
/// Throws    what TopKRelease::plan throws.
/// Cost      one or two plans.
/// Proof     proofs/release/top_k.md
std::vector<WayToPay> ways_to_pay(const TopKRequest& request, const TopKRelease::Facts& facts,
                                  const Budget& budget, const Amounts& spent,
                                  const Progress& progress = {});

/// The same of many rows in one release: each plan is that of TopKRowsRelease::plan for all of them.
///
/// Throws    what TopKRowsRelease::plan throws.
/// Proof     proofs/release/top_k_rows.md
std::vector<WayToPay> ways_to_pay(const TopKRowsRelease::Request& request,
                                  const TopKRowsRelease::Facts& facts, const Budget& budget,
                                  const Amounts& spent, const Progress& progress = {});

/// Releases the indices of the k best scores, noisily, best first, with the least noise that is proved to
/// keep to the privacy asked for.
///
/// Law       noisy_top_k by the law and the scale of TopKRelease::plan.
/// Requires  one unit changes no score by more than the sensitivity, and all in one direction where
///           monotonic is yes.
/// Throws    Error{bad_parameter} for what cannot be planned, Error{outside_domain} for a NaN, both before
///           any bit is drawn; Error{no_entropy}.
/// Proof     proofs/release/top_k.md
[[nodiscard]] std::vector<std::size_t> top_k(const Scores& scores, const TopKRequest& request);

/// The same, charged to the account before the first bit is drawn.
///
/// Throws    also what Account::charge throws, with nothing drawn.
[[nodiscard]] Released<TopKRelease> top_k(const Scores& scores, const TopKRequest& request,
                                          Account& account);

/// Releases, for each row of scores, the indices of its k best, noisily, best first: row by row, in one list, for one
/// privacy and one charge.
///
/// Law       noisy_top_k_rows by the law and the scale of TopKRowsRelease::plan.
/// Requires  what top_k does of every row; where the rows are disjoint, that one unit more or less, or other, changes the
///           scores of one row at most.
/// Throws    as top_k.
/// Proof     proofs/release/top_k_rows.md
[[nodiscard]] std::vector<std::size_t> top_k_rows(const ScoreRows& rows,
                                                  const TopKRowsRelease::Request& request);
[[nodiscard]] Released<TopKRowsRelease> top_k_rows(const ScoreRows& rows,
                                                   const TopKRowsRelease::Request& request,
                                                   Account& account);

/// The index of one of the best scores: top_k with k = 1, called noisy_max where somebody pays.
///
/// Requires  also k = 1 in the request, as it is unless said.
/// Throws    as top_k; Error{outside_domain} if there is no score.
[[nodiscard]] std::size_t noisy_max(const Scores& scores, const TopKRequest& request);
[[nodiscard]] Released<TopKRelease> noisy_max(const Scores& scores, const TopKRequest& request,
                                              Account& account);

}  // namespace discreet
