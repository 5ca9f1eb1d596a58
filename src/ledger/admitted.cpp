#include "ledger/admitted.hpp"

#include "discreet/error.hpp"
#include "discreet/release/words.hpp"

namespace discreet {
namespace detail {

Filter filter_after(const Budget& budget, const Amounts& spent) {
  Filter out{budget};
  out.add(spent);
  return out;
}

Amounts admitted(const Filter& filter, const Amounts& cost) {
  Amounts priced = filter.price(cost);
  if (!filter.admits(priced)) {
    throw Error{over_budget, refusal_in_words(filter, priced)};
  }
  return priced;
}

Amounts admitted_by_group(const std::string& group, const std::optional<Decision>& closed,
                          const Filter& filter, const Amounts& cost) {
  try {
    require_open(closed);
    return admitted(filter, cost);
  } catch (const Error& error) {
    throw Error{error.kind(), "the group " + group + ": " + error.what()};
  }
}

}  // namespace detail

namespace {

using detail::admitted;
using detail::admitted_by_group;
using detail::filter_after;

// Of an amount that a group does not add up the dataset alone says what is left.
std::optional<Fraction> lesser(const std::optional<Fraction>& own,
                               const std::optional<Fraction>& group) {
  return own && group && *group < *own ? group : own;
}

Amounts lesser(const Amounts& own, const Amounts& group) {
  return {lesser(own.epsilon, group.epsilon), lesser(own.delta, group.delta),
          lesser(own.rho, group.rho),         lesser(own.slack, group.slack),
          lesser(own.steps, group.steps),     own.step};
}

Amounts nothing_of(const Amounts& left) {
  Amounts none = left;
  for (auto* const amount : {&none.epsilon, &none.delta, &none.rho, &none.slack, &none.steps}) {
    *amount = *amount ? std::optional{Fraction{0}} : std::nullopt;
  }
  return none;
}

}  // namespace

Amounts rest_of(const DatasetState& state) {
  const auto& group = state.in_group;
  if (state.closed || (group && group->closed)) {
    return nothing_of(state.left);
  }
  return group ? lesser(state.left, group->left) : state.left;
}

Afterwards after_charge(const DatasetState& state, const Amounts& cost) {
  require_open(state.closed);
  Filter filter = filter_after(state.limit, state.spent);
  Afterwards out{admitted(filter, cost), {}};
  filter.add(out.charged);
  out.left = filter.left();
  if (const auto& group = state.in_group) {
    Filter whole = filter_after(group->limit, group->spent);
    whole.add(admitted_by_group(group->group.name, group->closed, whole, cost));
    out.left = lesser(out.left, whole.left());
  }
  return out;
}

}  // namespace discreet
