#include "discreet/release/above_threshold.hpp"

#include <cmath>
#include <ranges>
#include <string>

#include "discreet/accounting/convert.hpp"
#include "discreet/error.hpp"
#include "discreet/mechanisms/top_k_measure.hpp"
#include "discreet/numbers/rounding.hpp"
#include "discreet/release/words.hpp"
#include "entropy/system_bits.hpp"
#include "release/above_threshold.hpp"
#include "selection/require_no_nan.hpp"
#include "selection/score_view.hpp"

namespace discreet::detail {

void require_above_threshold(bool may_be_nan, double scale) {
  require_sound_arithmetic();
  require(!may_be_nan, bad_parameter, "input domain elements must be non-nan");
  require_scale(scale);
}

std::optional<std::size_t> release_above_threshold(const Scores& scores, const Fraction& threshold,
                                                   double scale) {
  require_sound_arithmetic();
  require_scale(scale);
  // Also of those that no comparison would reach: whether a release fails must not be a matter of chance.
  require_no_nan(scores);
  return ScoresInside::visit(scores, [&]<Number T>(const ScoreView<T>& view) {
    const auto exact = std::views::iota(std::size_t{0}, view.size()) |
                       std::views::transform([&view](std::size_t i) {
                         return exact_fraction(finite_score(*view.at(i)));
                       });
    return sample_first_above(thread_bits(), exact, threshold, exact_fraction(scale));
  });
}

double above_threshold_map(double d_in, double d_range, double scale) {
  require_sound_arithmetic();
  require_distance(d_in);
  require_distance(d_range);
  return inf_distance_in_scales(inf_add(d_in, d_range), scale);
}

}  // namespace discreet::detail

namespace discreet {
namespace {

void require_planned_size(const AboveThresholdRelease::Plan& plan, const Scores& scores) {
  require(scores.size() == plan.facts.scores, outside_domain,
          "there must be as many scores as the plan has");
}

}  // namespace

AboveThresholdRelease::Plan AboveThresholdRelease::plan(const AboveThresholdRequest& request,
                                                        const Facts& facts,
                                                        const Budget* /*budget*/,
                                                        const Progress& /*progress*/) {
  require_sound_arithmetic();
  require(request.threshold.has_value(), bad_parameter, "a release needs a threshold");
  require(std::isfinite(*request.threshold), bad_parameter, "the threshold must be finite");
  require(std::isfinite(request.sensitivity) && request.sensitivity > 0, bad_parameter,
          "a sensitivity must be finite and above 0");
  require(request.monotonic == Monotonic::yes || request.monotonic == Monotonic::no, bad_parameter,
          "scores are monotonic or not");
  require(request.epsilon.has_value(), bad_parameter, "a release needs an epsilon");
  const Fraction epsilon = request.epsilon->exact();
  const double target = neg_inf_double_of(epsilon);
  require(target > 0, bad_parameter, "an epsilon must be above 0");
  const double range = LInfDistance<double>{request.monotonic}.range_distance(request.sensitivity);
  Plan out;
  out.threshold = *request.threshold;
  out.scale = inf_div(inf_add(request.sensitivity, range), target);
  require(std::isfinite(out.scale), bad_parameter, "no finite scale keeps to the epsilon");
  out.facts = facts;
  out.sensitivity = request.sensitivity;
  out.monotonic = request.monotonic;
  out.what = request.what;
  out.cost.epsilon = epsilon;
  out.promise.epsilon = epsilon;
  const double rho =
      pure_to_zcdp(detail::above_threshold_map(request.sensitivity, range, out.scale));
  if (std::isfinite(rho)) {
    out.cost.rho = inf_amount(rho);
  }
  return out;
}

Bill AboveThresholdRelease::bill(const Plan& plan) {
  const auto exact_text = [](double value) { return amount_text(shortest_amount(value)); };
  const std::string sign = std::signbit(plan.threshold) ? "-" : "";
  return {plan.what,
          plan.cost,
          {{"threshold", sign + exact_text(std::abs(plan.threshold))},
           {"scale", exact_text(plan.scale)},
           {"candidates", std::to_string(plan.facts.scores)},
           {"sensitivity", exact_text(plan.sensitivity)},
           {"monotonic", std::string{to_string(plan.monotonic)}},
           {"promise", promise_in_words(plan.promise)}}};
}

void AboveThresholdRelease::require_input(const Plan& plan, const Scores& scores) {
  require_sound_arithmetic();
  require_planned_size(plan, scores);
  detail::require_no_nan(scores);
}

std::optional<std::size_t> AboveThresholdRelease::draw(const Plan& plan, const Scores& scores) {
  require_planned_size(plan, scores);
  return detail::release_above_threshold(scores, exact_fraction(plan.threshold), plan.scale);
}

std::optional<std::size_t> above_threshold(const Scores& scores,
                                           const AboveThresholdRequest& request) {
  return plan_release<AboveThresholdRelease>(request, {scores.size()}).release(scores).output;
}

Released<AboveThresholdRelease> above_threshold(const Scores& scores,
                                                const AboveThresholdRequest& request,
                                                Account& account) {
  return plan_release<AboveThresholdRelease>(request, {scores.size()}, &account).release(scores);
}

}  // namespace discreet
