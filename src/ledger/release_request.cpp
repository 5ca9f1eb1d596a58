#include "discreet/ledger/release_request.hpp"

#include "discreet/accounting/amount.hpp"
#include "discreet/ledger/words.hpp"

namespace discreet {

ChargeRequest release_request(const ReleaseName& name, const SelectionTask& task, Optimize optimize,
                              const ReleasePlan& plan) {
  const auto exact = [](double value) { return amount_text(shortest_amount(value)); };
  ChargeRequest out{name.dataset,
                    name.what,
                    name.asked_by,
                    plan.cost,
                    {{"law", std::string{to_string(plan.law)}},
                     {"scale", exact(plan.scale)},
                     {"k", std::to_string(task.k)},
                     {"candidates", std::to_string(task.candidates)},
                     {"sensitivity", exact(task.sensitivity)},
                     {"monotonic", task.monotonic == Monotonic::yes ? "yes" : "no"},
                     {"optimize", optimize == Optimize::min ? "min" : "max"},
                     {"promise", promise_in_words(plan.promise)}}};
  if (plan.pay) {
    out.parameters.emplace_back("pay", to_string(*plan.pay));
  }
  return out;
}

}  // namespace discreet
