// What whoever answers for a budget decides: that nothing more is charged, or less than was promised.
#include "discreet/accounting/amount.hpp"
#include "discreet/error.hpp"
#include "discreet/ledger/ledger.hpp"
#include "ledger/chain.hpp"
#include "ledger/decision_records.hpp"
#include "ledger/names.hpp"
#include "ledger/open_ledger.hpp"
#include "ledger/records.hpp"

namespace discreet {
namespace {

void require_reason(const std::string& reason) {
  detail::require_name(
      reason, "a reason is 1 to 200 bytes of UTF-8 without control or invisible characters");
}

// What is left of the present limit where nothing else was said; the rho of a mixed one, and how many steps there are,
// follow from the rest.
Budget lesser_budget(const Budget& limit, const Amounts& lesser) {
  require(!lesser.rho || limit.accountant != Accountant::mixed, bad_parameter,
          "under mixed an epsilon or a delta is lowered, and the rho follows");
  require(!lesser.steps && !lesser.step, bad_parameter,
          "under steps an epsilon or a delta is lowered, and how many steps there are follows");
  const Amounts now = detail::said_of(limit);
  const Amounts asked{lesser.epsilon ? lesser.epsilon : now.epsilon,
                      lesser.delta ? lesser.delta : now.delta,
                      lesser.rho ? lesser.rho : now.rho,
                      lesser.slack ? lesser.slack : now.slack,
                      std::nullopt,
                      now.step};
  Budget out = make_budget(asked, limit.accountant);
  // An account that has become tighter since must not raise it.
  const auto keep_lesser = [](std::optional<Fraction>& found, const std::optional<Fraction>& old) {
    if (found && old && *found > *old) {
      found = old;
    }
  };
  if (limit.accountant == Accountant::mixed) {
    keep_lesser(out.amounts.rho, limit.amounts.rho);
  }
  keep_lesser(out.amounts.steps, limit.amounts.steps);
  return out;
}

// The lesser budget of what is lowered.
Amounts lowered_budget(const detail::DecidedFilter& filter, const Filter& whole,
                       const Amounts& asked) {
  const Budget lesser = lesser_budget(filter.budget(), asked);
  require(lesser != filter.budget(), bad_parameter,
          "the budget is lowered by nothing: say what it may spend from now on");
  static_cast<void>(whole.lowered(lesser));
  return lesser.amounts;
}

}  // namespace

void Ledger::close_dataset(const std::string& dataset, const std::string& reason) {
  require_reason(reason);
  self_->write([&] {
    self_->require_witness();
    self_->open_filter(dataset);
    return detail::Record{"close", dataset,
                          detail::decision_facts({.user = self_->user(), .reason = reason})};
  });
}

void Ledger::close_group(const std::string& group, const std::string& reason) {
  require_reason(reason);
  self_->write([&] {
    self_->require_witness();
    const detail::GroupFilter& filter = self_->open_group(group);
    return detail::Record{"close", "",
                          detail::decision_facts({.user = self_->user(),
                                                  .reason = reason,
                                                  .group = group,
                                                  .charges = filter.charges()})};
  });
}

void Ledger::lower_budget(const std::string& dataset, const Amounts& budget,
                          const std::string& reason) {
  require_reason(reason);
  const Amounts asked = checked_amounts(budget);
  self_->write([&] {
    self_->require_witness();
    const detail::DatasetFilter& filter = self_->open_filter(dataset);
    return detail::Record{
        "lower", dataset,
        detail::decision_facts({.user = self_->user(),
                                .reason = reason,
                                .budget = lowered_budget(filter, filter, asked)})};
  });
}

void Ledger::lower_group(const std::string& group, const Amounts& budget,
                         const std::string& reason) {
  require_reason(reason);
  const Amounts asked = checked_amounts(budget);
  self_->write([&] {
    self_->require_witness();
    const detail::GroupFilter& filter = self_->open_group(group);
    return detail::Record{
        "lower", "",
        detail::decision_facts({.user = self_->user(),
                                .reason = reason,
                                .budget = lowered_budget(filter, filter.whole(), asked),
                                .group = group})};
  });
}

}  // namespace discreet
