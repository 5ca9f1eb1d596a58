#include "discreet/ledger/ways_to_pay.hpp"

#include "discreet/accounting/budget.hpp"

namespace discreet {
namespace {

std::vector<std::optional<Pay>> ways(const AskedPrivacy& asked, const Dataset& dataset) {
  if (dataset.accountant == Accountant::mixed && !asked.pay && asked.delta.value_or(0) > 0) {
    return {Pay::rho, Pay::epsilon};
  }
  return {asked.pay};
}

}  // namespace

std::vector<WayToPay> ways_to_pay(const SelectionTask& task, const AskedPrivacy& asked,
                                  const DatasetState& state, const Progress& progress) {
  const auto choices = ways(asked, state.dataset);
  std::vector<WayToPay> out;
  for (const std::optional<Pay>& pay : choices) {
    const auto part = [&](double done) {
      if (progress) {
        progress((static_cast<double>(out.size()) + done) / static_cast<double>(choices.size()));
      }
    };
    AskedPrivacy one = asked;
    one.pay = pay;
    WayToPay way{plan_release(task, one, state.dataset, part), {}, {}};
    Filter filter{budget_of(state.dataset)};
    filter.add(state.spent);
    way.charged = filter.price(way.plan.cost);
    if (filter.admits(way.charged)) {
      filter.add(way.charged);
      way.left = filter.left();
    }
    out.push_back(way);
  }
  return out;
}

}  // namespace discreet
