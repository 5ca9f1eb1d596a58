#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "discreet/accounting/amount.hpp"
#include "discreet/accounting/budget.hpp"
#include "discreet/accounting/cost.hpp"
#include "discreet/framework/metrics.hpp"
#include "discreet/release/account.hpp"
#include "discreet/release/release.hpp"
#include "discreet/selection/noisy_top_k.hpp"

namespace discreet {

/// What is asked for: which threshold, how private, and how far one unit moves the scores.
struct AboveThresholdRequest {
  std::optional<double> threshold = {};  ///< must be said
  std::optional<Amount> epsilon = {};    ///< must be said
  double sensitivity = 0;                ///< the most that one unit changes one score; must be said
  Monotonic monotonic = Monotonic::no;
  std::string what = "above_threshold";  ///< what an account is told that it pays for
};

/// The release of the position of the first score above a threshold, or that there is none.
struct AboveThresholdRelease {
  using Request = AboveThresholdRequest;
  using Input = Scores;
  using Output = std::optional<std::size_t>;

  /// What is public of the scores: how many there are.
  struct Facts {
    std::uint64_t scores = 0;
  };

  /// How the release will be made and what is proved of it.
  struct Plan {
    double threshold = 0;
    double scale = 0;
    Facts facts;
    double sensitivity = 0;
    Monotonic monotonic = Monotonic::no;
    Amounts cost;     ///< the epsilon as written, and a rho, rounded up
    Amounts promise;  ///< the epsilon
    std::string what;
  };

  /// Plans with the least scale, rounded up, at which the map of make_above_threshold is at most epsilon.
  ///
  /// Law       the same for every budget: the release is pure, and its rho is the one that the epsilon implies.
  /// Requires  a finite threshold; an epsilon above 0; a finite sensitivity above 0.
  /// Throws    Error{bad_parameter} if not, or if no finite scale keeps to the epsilon.
  /// Proof     proofs/release/above_threshold.md
  static Plan plan(const AboveThresholdRequest& request, const Facts& facts,
                   const Budget* budget = nullptr, const Progress& progress = {});

  /// The cost, with everything that a reader of a ledger needs to know of how the release was made.
  static Bill bill(const Plan& plan);

  /// Throws Error{outside_domain} unless there are as many scores as planned, and none is NaN; what
  /// require_sound_arithmetic throws.
  static void require_input(const Plan& plan, const Scores& scores);

  /// The position by the law of make_above_threshold; refuses what require_input refuses, before any bit.
  static Output draw(const Plan& plan, const Scores& scores);
};

/// Releases the position of the first score above the threshold, noisily, or nothing.
///
/// Requires  one unit changes no score by more than the sensitivity, and all in one direction where
///           monotonic is yes.
/// Throws    Error{bad_parameter} for what cannot be planned, Error{outside_domain} for a NaN, both before any bit is
///           drawn; Error{no_entropy}.
/// Proof     proofs/release/above_threshold.md
[[nodiscard]] std::optional<std::size_t> above_threshold(const Scores& scores,
                                                         const AboveThresholdRequest& request);

/// The same, charged to the account before the first bit is drawn.
///
/// Throws    also what Account::charge throws, with nothing drawn.
[[nodiscard]] Released<AboveThresholdRelease> above_threshold(const Scores& scores,
                                                              const AboveThresholdRequest& request,
                                                              Account& account);

}  // namespace discreet
