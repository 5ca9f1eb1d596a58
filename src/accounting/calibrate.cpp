#include "discreet/accounting/calibrate.hpp"

#include <cmath>

#include "accounting/allowed_step.hpp"
#include "accounting/arguments.hpp"
#include "accounting/calibrate.hpp"
#include "accounting/lattice.hpp"
#include "accounting/law_account.hpp"
#include "accounting/reals.hpp"
#include "discreet/accounting/accuracy.hpp"
#include "discreet/numbers/rounding.hpp"
#include "numbers/interval.hpp"

namespace discreet {
namespace {

void check(const PureCost& target) {
  require(std::isfinite(target.epsilon) && target.epsilon > 0, bad_parameter,
          "a target epsilon must be finite and above 0");
}
void check(const ZcdpCost& target) {
  require(std::isfinite(target.rho) && target.rho > 0, bad_parameter,
          "a target rho must be finite and above 0");
}
void check(const ApproximateCost& target) {
  detail::require_epsilon(target.epsilon);
  detail::require_delta(target.delta);
  require(std::isfinite(target.epsilon) && target.delta < 1 && target.epsilon + target.delta > 0,
          bad_parameter,
          "a target epsilon must be finite, its delta below 1, and one of them above 0");
}

double times(std::uint64_t k, double each) {
  const detail::Reals real{128};
  return detail::inf_double(real.count(k) * real(each));
}

// What k selections cost at a step that is not above the allowed one.
Target cost_of(Law law, std::uint64_t k, double step, const Target& target, double delta) {
  if (std::holds_alternative<PureCost>(target)) {
    return PureCost{times(k, step)};
  }
  if (std::holds_alternative<ZcdpCost>(target)) {
    return ZcdpCost{times(k, detail::inf_rho(law, step))};
  }
  return ApproximateCost{std::get<ApproximateCost>(target).epsilon, delta};
}

bool within(const Target& cost, const Target& target) {
  if (const auto* pure = std::get_if<PureCost>(&cost)) {
    return pure->epsilon <= std::get<PureCost>(target).epsilon;
  }
  if (const auto* zcdp = std::get_if<ZcdpCost>(&cost)) {
    return zcdp->rho <= std::get<ZcdpCost>(target).rho;
  }
  return std::get<ApproximateCost>(cost).delta <= std::get<ApproximateCost>(target).delta;
}

// Which of the two laws to plan, if not both.
class BetterLaw {
 public:
  BetterLaw(std::uint64_t k, const Target& target, double range, std::uint64_t candidates)
      : k_(k), range_(range) {
    const auto* const most = std::get_if<ApproximateCost>(&target);
    if (most != nullptr && most->delta > 0 && k > 1) {
      target_ = *most;
      exponential_each_ = expected_error(Law::exponential_mechanism, candidates, 1);
      flip_each_ = expected_error(Law::permute_and_flip, candidates, 1);
    }
  }

  // Whether permute-and-flip is worth planning first: with equal parts of epsilon, which needs no delta, it may err less.
  // For more selections it seldom does.
  [[nodiscard]] bool may_flip(const Progress& progress) const {
    constexpr std::uint64_t few = 30;
    const double pure = flip_each_ * range_ * static_cast<double>(k_) / target_.epsilon;
    return k_ <= few && delta_at(Law::exponential_mechanism, pure, progress).upper > target_.delta;
  }

  // Whether a law, to err no more than that, would have to take a step at which its account says more than the target.
  // Where its coarse bracket leaves that open, so does the answer.
  [[nodiscard]] bool loses(Law law, double error, const Progress& progress) const {
    // From one candidate neither errs, and permute-and-flip's account of many selections takes longer.
    if (law == Law::permute_and_flip && target_.delta > 0 && flip_each_ == 0) {
      return true;
    }
    const Bracket delta = delta_at(law, error, progress);
    return delta.lower > target_.delta ||
           (law == Law::permute_and_flip && k_ > detail::most_recursion_steps &&
            delta.upper > target_.delta);
  }

 private:
  // A coarse bracket of delta where a law errs so much.
  [[nodiscard]] Bracket delta_at(Law law, double error, const Progress& progress) const {
    const double each = law == Law::permute_and_flip ? flip_each_ : exponential_each_;
    const double step = range_ / (error / each) * (1 - 1e-6);
    if (!(each > 0) || !std::isfinite(step) || !(step > 0)) {
      return {0, 0};
    }
    return detail::account_of(law).delta(step, k_, target_.epsilon, detail::Effort::coarse,
                                         progress);
  }

  std::uint64_t k_;
  double range_;
  ApproximateCost target_{};
  double exponential_each_ = 0;
  double flip_each_ = 0;
};

}  // namespace

TopKPlan detail::calibrate_law(Law law, std::uint64_t k, const Target& target, double range,
                               std::uint64_t candidates, const Progress& progress) {
  std::visit([](const auto& one) { check(one); }, target);
  const detail::AllowedStep allowed = detail::allowed_step(law, k, target, progress);
  require(allowed.given > 0, bad_parameter,
          "a target must be large enough for a cost above 0 per selection");
  // Both quotients round up, and the second is the least double not below range / scale, so it
  // does not exceed what is allowed.
  double scale = inf_div(range, allowed.given);
  double step = inf_div(range, scale);
  Target cost = cost_of(law, k, step, target, allowed.delta);
  while (std::isfinite(scale) && (step > allowed.given || !within(cost, target))) {
    scale = next_up(scale);
    step = inf_div(range, scale);
    cost = cost_of(law, k, step, target, allowed.delta);
  }
  require(std::isfinite(scale), bad_parameter, "no finite scale keeps to the target");
  return {law,
          scale,
          step,
          cost,
          expected_error(law, candidates, scale),
          {allowed.given, allowed.ceiling}};
}

TopKPlan calibrate_top_k(std::uint64_t k, const Target& target, double sensitivity,
                         Monotonic monotonic, std::uint64_t candidates, const Progress& progress) {
  require(k >= 1 && k <= candidates, bad_parameter,
          "there must be at least one selection and as many candidates as selections");
  return detail::calibrate_selections(k, target, sensitivity, monotonic, candidates, progress);
}

TopKPlan detail::calibrate_selections(std::uint64_t selections, const Target& target,
                                      double sensitivity, Monotonic monotonic,
                                      std::uint64_t candidates, const Progress& progress) {
  require(std::isfinite(sensitivity) && sensitivity > 0, bad_parameter,
          "a sensitivity must be finite and above 0");
  const double range = LInfDistance<double>{monotonic}.range_distance(sensitivity);
  require(std::isfinite(range), bad_parameter, "twice the sensitivity must be finite");
  const auto part = [&](double begin, double length) {
    return Progress{progress ? Progress{[&progress, begin, length](double done) {
      progress(begin + length * done);
    }}
                             : Progress{}};
  };
  const auto by = [&](Law law, const Progress& report) {
    return detail::calibrate_law(law, selections, target, range, candidates, report);
  };
  const BetterLaw better{selections, target, range, candidates};
  if (better.may_flip(part(0, 0))) {
    const TopKPlan flip = by(Law::permute_and_flip, part(0, 0.2));
    if (better.loses(Law::exponential_mechanism, flip.expected_error, part(0.2, 0))) {
      return flip;
    }
    const TopKPlan plan = by(Law::exponential_mechanism, part(0.2, 0.8));
    return flip.expected_error <= plan.expected_error ? flip : plan;
  }
  const TopKPlan plan = by(Law::exponential_mechanism, part(0, 0.8));
  if (better.loses(Law::permute_and_flip, plan.expected_error, part(0.8, 0))) {
    return plan;
  }
  const TopKPlan flip = by(Law::permute_and_flip, part(0.8, 0.2));
  return flip.expected_error <= plan.expected_error ? flip : plan;
}

}  // namespace discreet
