#pragma once

#include <cstdint>
#include <utility>

#include "discreet/accounting/budget.hpp"
#include "discreet/error.hpp"
#include "discreet/release/account.hpp"
#include "entropy/system_bits.hpp"

namespace discreet::testing {

/// A budget in memory, which notes what it is asked and how many words had been drawn when it was charged.
class NotedAccount final : public Account {
 public:
  explicit NotedAccount(Budget budget) : filter_(std::move(budget)) {}

  Budget budget() override { return filter_.budget(); }
  void preview(const Bill& bill) override {
    ++previews;
    require(filter_.admits(filter_.price(bill.cost)), over_budget, "it does not fit");
  }
  Receipt charge(const Bill& bill) override {
    require(filter_.admits(filter_.price(bill.cost)), over_budget, "it does not fit");
    filter_.add(filter_.price(bill.cost));
    last = bill;
    words = thread_bits().tally().words;
    Receipt out;
    out.sequence = ++charges;
    out.charged = filter_.price(bill.cost);
    out.left = filter_.left();
    return out;
  }

  int previews = 0;
  int charges = 0;
  std::uint64_t words = 0;
  Bill last;

 private:
  Filter filter_;
};

}  // namespace discreet::testing
