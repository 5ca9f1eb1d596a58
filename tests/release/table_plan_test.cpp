#include <cstdint>
#include <functional>
#include <limits>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "accounting/amounts.hpp"
#include "release/table_requests.hpp"

namespace discreet {
namespace {
namespace table_plan {

using Facts = TableRelease::Facts;
using testing::amounts;
using testing::asked;
using testing::from_a_list;
using testing::from_the_data;
using testing::kind_of;
using testing::with_counts;

TEST(TablePlan, RefusesWhatItCannotPlan) {
  const auto refused = [](const std::function<void(TableRequest&)>& change,
                          const Facts& facts = from_the_data) {
    TableRequest request = asked();
    change(request);
    return kind_of([&] { (void)TableRelease::plan(request, facts); }) == bad_parameter;
  };
  using Request = TableRequest;
  EXPECT_TRUE(refused([](Request& r) { r.k = 0; }));
  EXPECT_TRUE(refused([](Request& r) { r.delta.reset(); }));
  EXPECT_TRUE(refused([](Request& r) { r.delta = 0; }));
  EXPECT_TRUE(refused([](Request& r) { r.delta = 1; }));
  EXPECT_TRUE(refused([](Request& r) { r.delta = -1e-6; }));
  EXPECT_TRUE(refused([](Request& r) { r.epsilon = 0; }));
  EXPECT_TRUE(refused([](Request& r) { r.epsilon = -1; }));
  EXPECT_TRUE(refused([](Request& r) { r.epsilon = std::numeric_limits<double>::quiet_NaN(); }));
  EXPECT_TRUE(refused([](Request& r) { r.epsilon = std::numeric_limits<double>::infinity(); }));
  EXPECT_TRUE(refused([](Request& r) { r.epsilon.reset(); }));
  EXPECT_TRUE(refused([](Request& r) { r.rho = 1; }));
  EXPECT_TRUE(refused([](Request& r) { r.limit = 9; }));
  EXPECT_TRUE(refused([](Request& r) { r.limit = r.items_per_unit = 20; }));
  EXPECT_TRUE(refused([](Request& r) { r.items_per_unit = 0; }));
  EXPECT_TRUE(refused([](Request& r) { r.bound = Bound::by_nature; }));
  EXPECT_TRUE(refused([](Request& r) { r.optimize = Optimize::min; }));
  EXPECT_TRUE(refused([](Request& r) { r.contribution = {-1, 1}; }));
  EXPECT_TRUE(refused([](Request& r) { r.contribution = {2, 1}; }));
  EXPECT_TRUE(refused([](Request& r) { r.contribution = {0, 0}; }));
  EXPECT_TRUE(refused([](Request& r) { r.threshold_share = 0; }));
  EXPECT_TRUE(refused([](Request& r) { r.threshold_share = 1; }));
  EXPECT_TRUE(refused([](Request& r) { r.groups_per_unit = 0; }, {.groups = 2}));
  EXPECT_TRUE(refused([](Request& r) { r.groups_per_unit = 2; }));
  EXPECT_TRUE(refused([](Request&) {}, {.groups = 0}));
  EXPECT_TRUE(refused([](Request& r) { r.pay = Pay::epsilon; }));
  EXPECT_TRUE(refused([](Request& r) { r.k = 501; }, from_a_list));
  EXPECT_TRUE(refused([](Request& r) { r.limit = 100; }, from_a_list));
  EXPECT_TRUE(refused([](Request& r) { r.items_per_unit = 5; }, from_a_list));
  EXPECT_TRUE(refused([](Request& r) { r.threshold_share = 0.5; }, from_a_list));
  for (const double share : {0.0, 1.0, 2.0, -0.5}) {
    EXPECT_TRUE(refused([&](Request& r) { r.counts = CountsRequest{.share = share}; }));
    EXPECT_TRUE(refused([&](Request& r) { r.counts = CountsRequest{.confidence = share}; }));
  }
  EXPECT_TRUE(refused(
      [](Request& r) {
        r.counts = CountsRequest{};
        r.optimize = Optimize::min;
      },
      from_a_list));
}

// A release knows how many items are listed only after the charge, and must not refuse anything then.
TEST(TablePlan, NumbersThatCouldBeRefusedLaterAreRefusedNow) {
  for (const char* epsilon : {"1e-9", "1e-10", "4e-11", "2e-11", "1e-11", "1e-12"}) {
    TableRequest request = with_counts(asked());
    request.delta.reset();
    request.epsilon = epsilon;
    TableRelease::Plan plan;
    try {
      plan = TableRelease::plan(request, from_a_list);
    } catch (const Error&) {
      continue;
    }
    for (std::uint64_t items = 0; items <= request.k; ++items) {
      plan.counts->items = items;
      EXPECT_NO_THROW((void)plan_noisy_counts(*plan.counts)) << epsilon << " " << items;
    }
  }
}

TEST(TablePlan, PureBudgetsListOnlyWhatIsPublic) {
  const Budget pure = make_budget(amounts("1", {}, {}));
  EXPECT_EQ(kind_of([&] { (void)TableRelease::plan(asked(), from_the_data, &pure); }),
            bad_parameter);
  TableRequest request = with_counts(asked());
  request.delta.reset();
  EXPECT_EQ(TableRelease::plan(request, from_a_list, &pure).cost.epsilon, Fraction{1});
}

TEST(TablePlan, TheLedgerIsToldHowTheTableWasMade) {
  TableRequest request = with_counts(asked());
  request.groups_per_unit = 2;
  const Bill bill = TableRelease::bill(TableRelease::plan(request, {.groups = 7}));
  std::set<std::string> names;
  for (const auto& [name, value] : bill.parameters) {
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_FALSE(value.empty()) << name;
  }
  for (const char* name :
       {"k", "list", "law", "scale", "limit", "table_slack", "counts_share", "confidence",
        "counts_noise", "groups", "groups_per_unit", "lower", "upper", "neighbors", "promise"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
}

}  // namespace table_plan
}  // namespace
}  // namespace discreet
