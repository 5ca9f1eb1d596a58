#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "discreet/accounting/amount.hpp"
#include "discreet/accounting/budget.hpp"
#include "discreet/accounting/cost.hpp"
#include "discreet/error.hpp"
#include "discreet/framework/domains.hpp"
#include "discreet/framework/measurement.hpp"
#include "discreet/framework/measures.hpp"
#include "discreet/framework/metrics.hpp"
#include "discreet/numbers/fraction.hpp"
#include "discreet/numbers/number.hpp"
#include "discreet/numbers/rounding.hpp"
#include "discreet/release/account.hpp"
#include "discreet/release/release.hpp"
#include "discreet/selection/noisy_top_k.hpp"

namespace discreet::detail {

/// The checks of make_above_threshold but for the threshold's.
///
/// Throws    Error{bad_parameter}, or Error{unsound_thread} where the thread's arithmetic is not sound.
void require_above_threshold(bool may_be_nan, double scale);

/// The threshold without rounding.
///
/// Throws    Error{bad_parameter} unless it is finite.
template <Number T>
[[nodiscard]] Fraction checked_threshold(T threshold) {
  if constexpr (Float<T>) {
    require(is_finite(threshold), bad_parameter, "the threshold must be finite");
  }
  return exact_fraction(threshold);
}

/// The position of the first score whose noisy value passes the noisy threshold, or nothing.
///
/// Law       that of sample_first_above on the scores as exact rationals; infinite scores count as the largest
///           finite ones.
/// Throws    Error{bad_parameter} for the scale, Error{outside_domain} for NaN anywhere, both before any bit is
///           drawn; Error{no_entropy}.
/// Proof     proofs/release/above_threshold.md
std::optional<std::size_t> release_above_threshold(const Scores& scores, const Fraction& threshold,
                                                   double scale);

/// What a release costs at distance d_in, where d_range is the range distance: (d_in + d_range) / scale, rounded up.
///
/// Throws    Error{bad_distance} for what is not a distance.
/// Proof     proofs/release/above_threshold.md
double above_threshold_map(double d_in, double d_range, double scale);

}  // namespace discreet::detail

namespace discreet {

/// Builds the measurement that releases the position of the first score above a threshold, or that there is none.
///
/// Law       the least i with x_i + E_i > threshold + E, all noises exponential with mean scale; nothing if there is
///           none.
/// Map       d_in -> (d_in + the range distance) / scale, rounded up: 2 d_in / scale if monotonic, else
///           3 d_in / scale; +inf for scale 0, unless d_in is 0. However many scores there are.
/// Requires  a domain without NaN; a finite threshold; a finite scale, not negative.
/// Throws    Error{bad_parameter} if not. A release throws only outside_domain or no_entropy.
/// Cost      one read of the scores, one comparison per score up to the one that is released.
/// Proof     proofs/release/above_threshold.md
template <Number T>
[[nodiscard]] Measurement<VectorDomain<AtomDomain<T>>, LInfDistance<T>, MaxDivergence,
                          std::optional<std::size_t>>
make_above_threshold(VectorDomain<AtomDomain<T>> input_domain, LInfDistance<T> input_metric,
                     MaxDivergence output_measure, T threshold, double scale) {
  detail::require_above_threshold(input_domain.element_domain().nan(), scale);
  return {"above_threshold",
          input_domain,
          input_metric,
          output_measure,
          [=, exact_threshold = detail::checked_threshold(threshold)](std::span<const T> x) {
            input_domain.require_length(x.size());
            return detail::release_above_threshold(x, exact_threshold, scale);
          },
          [=](T d_in) {
            return detail::above_threshold_map(
                inf_cast<double>(d_in), inf_cast<double>(input_metric.range_distance(d_in)), scale);
          }};
}

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

  /// An output as a run stores it, and back.
  static std::uint64_t room(const Plan& plan);
  static std::string text_of(const Output& output);
  static Output output_of(std::string_view text);
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
