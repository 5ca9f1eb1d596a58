#include "discreet/release/top_k.hpp"

#include <utility>

#include "discreet/error.hpp"
#include "discreet/numbers/rounding.hpp"
#include "discreet/release/words.hpp"
#include "release/plan_memory.hpp"
#include "release/top_k_plan.hpp"
#include "selection/require_no_nan.hpp"

namespace discreet {
namespace {

using Facts = TopKRelease::Facts;
using Plan = TopKRelease::Plan;

void require_as_many(const Facts& facts, const Scores& scores) {
  require(scores.size() == facts.candidates, outside_domain,
          "there must be as many scores as the plan has candidates");
}

// What the request alone decides, and no account depends on, does not come from the plan that is remembered.
Selection finished(const Selection& known, const TopKRequest& request) {
  return {known.law, known.scale, request.k, request.optimize, request.threads};
}

TopKRequest for_one(const TopKRequest& request, const Scores& scores) {
  require(request.k == 1, bad_parameter, "noisy_max releases one index");
  require(scores.size() > 0, outside_domain, "there must be a score");
  TopKRequest out = request;
  out.what = "noisy_max";
  return out;
}

}  // namespace

Plan TopKRelease::plan(const TopKRequest& request, const Facts& facts, const Budget* budget,
                       const Progress& progress) {
  require_sound_arithmetic();
  detail::PlanMemory& memory = detail::PlanMemory::of_this_thread();
  const Plan* known = memory.find(request, facts, budget);
  if (known == nullptr) {
    known = &memory.keep(request, facts, budget,
                         detail::made_top_k_plan(request, facts, request.k, budget, progress));
  }
  require_optimize(request.optimize);
  return detail::finished_top_k_plan(*known, request, facts);
}

std::optional<Selection> TopKRelease::try_remembered(const TopKRequest& request, const Facts& facts,
                                                     const Budget* budget) {
  const Plan* const known = detail::PlanMemory::of_this_thread().find(request, facts, budget);
  return known == nullptr ? std::nullopt : std::optional{finished(known->selection, request)};
}

Bill TopKRelease::bill(const Plan& plan) {
  const auto exact_text = [](double value) { return amount_text(shortest_amount(value)); };
  const Selection& selection = plan.selection;
  Bill out{plan.what,
           plan.cost,
           {{"law", std::string{to_string(selection.law)}},
            {"scale", exact_text(selection.scale)},
            {"k", std::to_string(selection.k)},
            {"candidates", std::to_string(plan.facts.candidates)},
            {"sensitivity", exact_text(plan.sensitivity)},
            {"monotonic", std::string{to_string(plan.monotonic)}},
            {"optimize", std::string{to_string(selection.optimize)}},
            {"promise", promise_in_words(plan.promise)}}};
  if (plan.pay) {
    out.parameters.emplace_back("pay", to_string(*plan.pay));
  }
  return out;
}

void TopKRelease::require_input(const Plan& plan, const Scores& scores) {
  require_sound_arithmetic();  // noisy_top_k asks too, when the charge is made
  require_as_many(plan.facts, scores);
  detail::require_no_nan(scores);
}

std::vector<std::size_t> TopKRelease::draw(const Plan& plan, const Scores& scores) {
  require_as_many(plan.facts, scores);
  return noisy_top_k(scores, plan.selection);
}

std::vector<std::size_t> top_k(const Scores& scores, const TopKRequest& request) {
  const Facts facts{scores.size()};
  // A plan is copied with its exact amounts, which takes longer than a small release; where nobody pays, nobody reads
  // them.
  if (const auto known = TopKRelease::try_remembered(request, facts)) {
    return noisy_top_k(scores, *known);
  }
  return plan_release<TopKRelease>(request, facts).release(scores).output;
}

Released<TopKRelease> top_k(const Scores& scores, const TopKRequest& request, Account& account) {
  return plan_release<TopKRelease>(request, {scores.size()}, &account).release(scores);
}

std::size_t noisy_max(const Scores& scores, const TopKRequest& request) {
  return top_k(scores, for_one(request, scores)).front();
}

Released<TopKRelease> noisy_max(const Scores& scores, const TopKRequest& request,
                                Account& account) {
  return top_k(scores, for_one(request, scores), account);
}

}  // namespace discreet
