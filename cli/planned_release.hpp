#pragma once

#include <optional>
#include <string>

#include "discreet/accounting/budget.hpp"
#include "discreet/error.hpp"
#include "discreet/ledger/charge.hpp"
#include "discreet/release/release.hpp"
#include "discreet/release/words.hpp"
#include "json.hpp"
#include "write_amounts.hpp"

namespace discreet::cli {

/// A release as it would be, and what would be left.
template <ReleaseKind K>
struct PlannedRelease {
  typename K::Plan plan;
  std::optional<DatasetState> state = {};  ///< of the dataset that would be charged
  Amounts charged = {};                    ///< in its own terms
  Amounts left = {};
};

/// What the refusal of a plan adds where paying in epsilon would do.
template <ReleaseKind K>
std::string other_way(typename K::Request request, const typename K::Facts& facts,
                      const DatasetState& state) {
  if (state.limit.accountant != Accountant::mixed || request.pay || !request.epsilon ||
      !request.delta) {
    return "";
  }
  request.pay = Pay::epsilon;
  const typename K::Plan plan = K::plan(request, facts, &state.limit, {});
  try {
    static_cast<void>(after_charge(state, plan.cost));
  } catch (const Error&) {
    return "";
  }
  return "; --pay epsilon would do";
}

/// The plan by the budget of the dataset, if there is one.
///
/// Throws    what K::plan throws; Error{over_budget} if the budget does not cover it.
template <ReleaseKind K>
PlannedRelease<K> planned_release(const typename K::Request& request,
                                  const typename K::Facts& facts,
                                  const std::optional<DatasetState>& state,
                                  const Progress& progress) {
  if (!state) {
    return {K::plan(request, facts, nullptr, progress)};
  }
  const Budget budget = budget_of(state->dataset);
  PlannedRelease<K> out{K::plan(request, facts, &budget, progress), state};
  try {
    const Afterwards after = after_charge(*state, out.plan.cost);
    out.charged = after.charged;
    out.left = after.left;
  } catch (const Error& error) {
    if (error.kind() != over_budget) {
      throw;
    }
    throw Error{over_budget, error.what() + other_way<K>(request, facts, *state)};
  }
  return out;
}

/// The members from "dataset" to "left" of a plan: what it costs and promises, and what a dataset would be charged.
template <ReleaseKind K>
void write_payment(Json& json, const PlannedRelease<K>& planned) {
  json.name("dataset");
  planned.state ? json.text(planned.state->dataset.name) : json.null();
  json.name("accountant");
  planned.state ? json.text(to_string(planned.state->dataset.accountant)) : json.null();
  json.name("cost");
  write_amounts(json, planned.plan.cost, Shorten::up);
  json.name("promise");
  write_amounts(json, planned.plan.promise, Shorten::up);
  json.name("charged");
  planned.state ? write_amounts(json, planned.charged, Shorten::up) : void(json.null());
  json.name("left");
  planned.state ? write_amounts(json, planned.left, Shorten::down) : void(json.null());
}

}  // namespace discreet::cli
