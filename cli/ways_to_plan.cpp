#include "ways_to_plan.hpp"

#include <string>

#include <fmt/format.h>

#include "discreet/error.hpp"
#include "discreet/release/words.hpp"

namespace discreet::cli {
namespace {

// Leaves what the group leaves too; whether there is a way to pay. What the group alone refuses is refused in its words.
bool require_group_too(const DatasetState& state, std::vector<WayToPay>& ways) {
  std::optional<Error> refusal;
  bool payable = false;
  for (WayToPay& way : ways) {
    try {
      if (way.left) {
        way.left = after_charge(state, way.plan.cost).left;
        payable = true;
      }
    } catch (const Error& error) {
      way.left.reset();
      refusal = refusal ? refusal : error;
    }
  }
  if (refusal && !payable) {
    throw Error{*refusal};
  }
  return payable;
}

}  // namespace

std::vector<WayToPay> ways_to_plan(const TopKRequest& request, std::uint64_t candidates,
                                   const std::optional<DatasetState>& state,
                                   const Progress& progress) {
  if (!state) {
    return {{TopKRelease::plan(request, {candidates}, nullptr, progress), {}, {}}};
  }
  auto out = ways_to_pay(request, {candidates}, budget_of(state->dataset), state->spent, progress);
  if (require_group_too(*state, out)) {
    return out;
  }
  const char* const joint = state->dataset.accountant == Accountant::mixed ? " or " : ", ";
  std::string costs;
  for (const WayToPay& way : out) {
    costs += costs.empty() ? "" : ", ";
    costs += amounts_in_words(way.charged, Shorten::up, joint);
    costs += out.size() > 1 ? fmt::format(" with --pay {}", to_string(*way.plan.pay)) : "";
  }
  Filter filter{budget_of(state->dataset)};
  filter.add(state->spent);
  throw Error{over_budget, refusal_in_words(filter, out.front().charged, costs)};
}

}  // namespace discreet::cli
