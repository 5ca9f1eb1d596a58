#include "discreet/release/top_k.hpp"

namespace discreet {
namespace {

// Each way by the plan that plan_of makes of a request.
template <class PlanOf>
std::vector<WayToPay> every_way(const TopKRequest& request, const Budget& budget,
                                const Amounts& spent, const Progress& progress,
                                const PlanOf& plan_of) {
  std::vector<std::optional<Pay>> choices{request.pay};
  if (budget.accountant == Accountant::mixed && !request.pay && request.delta &&
      request.delta->exact() > 0) {
    choices = {Pay::rho, Pay::epsilon};
  }
  std::vector<WayToPay> out;
  out.reserve(choices.size());
  for (const std::optional<Pay>& pay : choices) {
    const auto part = [&](double done) {
      if (progress) {
        progress((static_cast<double>(out.size()) + done) / static_cast<double>(choices.size()));
      }
    };
    TopKRequest one = request;
    one.pay = pay;
    WayToPay way{plan_of(one, part), {}, {}};
    Filter filter{budget};
    filter.add(spent);
    way.charged = filter.price(way.plan.cost);
    if (filter.admits(way.charged)) {
      filter.add(way.charged);
      way.left = filter.left();
    }
    out.push_back(way);
  }
  return out;
}

}  // namespace

std::vector<WayToPay> ways_to_pay(const TopKRequest& request, const TopKRelease::Facts& facts,
                                  const Budget& budget, const Amounts& spent,
                                  const Progress& progress) {
  return every_way(request, budget, spent, progress, [&](const auto& one, const auto& part) {
    return TopKRelease::plan(one, facts, &budget, part);
  });
}

std::vector<WayToPay> ways_to_pay(const TopKRowsRelease::Request& request,
                                  const TopKRowsRelease::Facts& facts, const Budget& budget,
                                  const Amounts& spent, const Progress& progress) {
  return every_way(request.row, budget, spent, progress, [&](const auto& one, const auto& part) {
    return TopKRowsRelease::plan({one, request.disjoint}, facts, &budget, part).row;
  });
}

}  // namespace discreet
