#include "discreet/release/above_threshold.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "accounting/amounts.hpp"
#include "discreet/accounting/convert.hpp"
#include "discreet/mechanisms/above_threshold.hpp"
#include "entropy/system_bits.hpp"
#include "support/expect_error.hpp"

namespace discreet {
namespace {
namespace above_threshold_release {

using Doubles = std::numeric_limits<double>;
using Request = AboveThresholdRequest;
using testing::amounts;
using testing::kind_of;

const Request usual{.threshold = 10, .epsilon = 1.0, .sensitivity = 1};

/// An account that notes what it is asked and how many words had been drawn when it was charged.
class NotedAccount final : public Account {
 public:
  explicit NotedAccount(Budget budget) : filter_(std::move(budget)) {}

  Budget budget() override { return filter_.budget(); }
  void preview(const Bill& bill) override {
    require(filter_.admits(filter_.price(bill.cost)), over_budget, "it does not fit");
  }
  Receipt charge(const Bill& bill) override {
    preview(bill);
    filter_.add(filter_.price(bill.cost));
    last = bill;
    words = thread_bits().tally().words;
    Receipt out;
    out.sequence = ++charges;
    return out;
  }

  int charges = 0;
  std::uint64_t words = 0;
  Bill last;

 private:
  Filter filter_;
};

TEST(AboveThresholdRelease, FindsTheFirstWhereScoresAreFarFromTheThreshold) {
  EXPECT_EQ(above_threshold(std::vector<double>{-1e9, 1e9, 2e9}, usual), 1U);
  EXPECT_EQ(above_threshold(std::vector<std::int64_t>{-900'000'000}, usual), std::nullopt);
  EXPECT_EQ(above_threshold(std::vector<double>{}, usual), std::nullopt);
}

TEST(AboveThresholdRelease, KeepsToTheEpsilonWithTheLeastScale) {
  for (const Monotonic monotonic : {Monotonic::yes, Monotonic::no}) {
    for (const double epsilon : {1.0, 0.1, 1.0 / 3, 1e-9, 700.0}) {
      for (const double sensitivity : {1.0, 0.3, 1e12}) {
        const auto plan = AboveThresholdRelease::plan({.threshold = -0.5,
                                                       .epsilon = epsilon,
                                                       .sensitivity = sensitivity,
                                                       .monotonic = monotonic},
                                                      {3});
        const auto map_at = [&](double scale) {
          return make_above_threshold(VectorDomain{AtomDomain<double>{Nan::excluded}},
                                      LInfDistance<double>{monotonic}, MaxDivergence{}, -0.5, scale)
              .map(sensitivity);
        };
        EXPECT_LE(map_at(plan.scale), epsilon);
        EXPECT_GT(map_at(plan.scale * (1 - 1e-14)), epsilon);
        EXPECT_EQ(plan.cost.epsilon, shortest_amount(epsilon));
        EXPECT_GE(inf_double_of(*plan.cost.rho), pure_to_zcdp(map_at(plan.scale)));
      }
    }
  }
}

TEST(AboveThresholdRelease, RefusesWhatCannotBePlanned) {
  const std::vector<double> x{1, 2};
  const auto refuses = [&](const Request& request) {
    EXPECT_EQ(kind_of([&] { return above_threshold(x, request); }), bad_parameter);
  };
  refuses({});
  refuses({.epsilon = 1.0, .sensitivity = 1});
  refuses({.threshold = 1, .sensitivity = 1});
  refuses({.threshold = 1, .epsilon = 1.0});
  for (const double bad : {Doubles::quiet_NaN(), Doubles::infinity(), -Doubles::infinity()}) {
    refuses({.threshold = bad, .epsilon = 1.0, .sensitivity = 1});
    refuses({.threshold = 1, .epsilon = bad, .sensitivity = 1});
    refuses({.threshold = 1, .epsilon = 1.0, .sensitivity = bad});
  }
  for (const double bad : {0.0, -0.0, -1.0, -Doubles::denorm_min()}) {
    refuses({.threshold = 1, .epsilon = bad, .sensitivity = 1});
    refuses({.threshold = 1, .epsilon = 1.0, .sensitivity = bad});
  }
  refuses({.threshold = 1, .epsilon = 1e-300, .sensitivity = 1e300});
  refuses({.threshold = 1, .epsilon = "1e-390", .sensitivity = 1});
  refuses({.threshold = 1, .epsilon = 1.0, .sensitivity = Doubles::max()});
  Request neither = usual;
  neither.monotonic = static_cast<Monotonic>(7);
  refuses(neither);
}

TEST(AboveThresholdRelease, ChargesBeforeItDrawsAndNotForWhatItRefuses) {
  NotedAccount account{{Accountant::pure, amounts("2")}};
  const std::uint64_t before = thread_bits().tally().words;
  const auto out = above_threshold(std::vector<double>{11, 9}, usual, account);
  EXPECT_EQ(account.words, before);
  EXPECT_GT(thread_bits().tally().words, before);
  EXPECT_EQ(out.receipt->sequence, 1);
  EXPECT_EQ(account.last.what, "above_threshold");
  EXPECT_EQ(account.last.parameters.front(),
            (std::pair<std::string, std::string>{"threshold", "10"}));
  expect_error(outside_domain, [&] {
    return above_threshold(std::vector<double>{1e99, Doubles::quiet_NaN()}, usual, account);
  });
  const auto planned = plan_release<AboveThresholdRelease>(usual, {2}, &account);
  expect_error(outside_domain, [&] { return planned.release(std::vector<double>{1}); });
  EXPECT_EQ(account.charges, 1);
  EXPECT_NO_THROW((void)planned.release(std::vector<double>{1, 2}));
  expect_error(over_budget, [&] { return planned.release(std::vector<double>{1, 2}); });
}

TEST(AboveThresholdRelease, DrawsNothingForWhatItRefusesWhereNobodyPays) {
  const std::uint64_t before = thread_bits().tally().words;
  const auto planned = plan_release<AboveThresholdRelease>(usual, {2});
  expect_error(outside_domain, [&] { return planned.release(std::vector<double>{1}); });
  expect_error(outside_domain,
               [&] { return planned.release(std::vector<double>{1e99, Doubles::quiet_NaN()}); });
  EXPECT_EQ(thread_bits().tally().words, before);
  EXPECT_NO_THROW((void)planned.release(std::vector<double>{1, 2}));
}

}  // namespace above_threshold_release
}  // namespace
}  // namespace discreet
