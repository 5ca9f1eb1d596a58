#include "discreet/ledger/release_request.hpp"

#include <gtest/gtest.h>

#include "discreet/accounting/amount.hpp"
#include "discreet/ledger/text.hpp"

namespace discreet {
namespace {

TEST(ReleaseRequest, SaysHowTheReleaseIsMade) {
  const SelectionTask task{5, 1, Monotonic::yes, 1000};
  AskedPrivacy asked;
  asked.epsilon = parse_amount("0.2");
  const ReleasePlan plan = plan_release(task, asked, {});
  const ChargeRequest request =
      release_request({"visits", "top-k", "somebody"}, task, Optimize::min, plan);
  EXPECT_EQ(request.dataset, "visits");
  EXPECT_EQ(request.what, "top-k");
  EXPECT_EQ(request.asked_by, "somebody");
  EXPECT_EQ(request.cost, plan.cost);
  const Parameters expected{{"law", "permute-and-flip"},
                            {"scale", amount_text(shortest_amount(plan.scale))},
                            {"k", "5"},
                            {"candidates", "1000"},
                            {"sensitivity", "1"},
                            {"monotonic", "yes"},
                            {"optimize", "min"},
                            {"promise", "0.2-differentially private"}};
  EXPECT_EQ(request.parameters, expected);
}

TEST(UserName, IsNeverEmpty) { EXPECT_FALSE(user_name().empty()); }

}  // namespace
}  // namespace discreet
