#include "staged_account.hpp"

#include <memory>
#include <optional>

#include <gtest/gtest.h>

#include "accounting/amounts.hpp"
#include "discreet/error.hpp"
#include "interruption.hpp"

namespace discreet::cli {
namespace {
namespace staged_account {

/// An account whose charge ends as it is told, and that notes the stage meanwhile.
class Told final : public Account {
 public:
  Told(std::optional<ErrorKind> fault, Stage& seen) : fault_(fault), seen_(seen) {}

  Budget budget() override { return make_budget(testing::amounts("1")); }
  void preview(const Bill& /*bill*/) override {}
  Receipt charge(const Bill& /*bill*/) override {
    seen_ = stage();
    if (fault_) {
      throw Error{*fault_, "as told"};
    }
    return {};
  }

 private:
  std::optional<ErrorKind> fault_;
  Stage& seen_;
};

// The stage after a charge that ended so; during it, it must be charging.
Stage after(std::optional<ErrorKind> fault) {
  enter(Stage::uncharged);
  Stage seen = Stage::delivered;
  StagedAccount account{std::make_unique<Told>(fault, seen)};
  try {
    (void)account.charge({});
    EXPECT_FALSE(fault);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), fault);
  }
  EXPECT_EQ(seen, Stage::charging);
  const Stage out = stage();
  enter(Stage::uncharged);
  return out;
}

TEST(StagedAccount, SaysWhetherSomethingWasCharged) {
  EXPECT_EQ(after(std::nullopt), Stage::charged);
  EXPECT_EQ(after(ErrorKind::over_budget), Stage::uncharged);
  EXPECT_EQ(after(ErrorKind::ledger), Stage::uncharged);
}

// Whoever cannot tell must not say that nothing was charged.
TEST(StagedAccount, CountsWhatNobodyKnowsAsPerhapsCharged) {
  EXPECT_EQ(after(ErrorKind::charge_unknown), Stage::charging);
  EXPECT_EQ(after(ErrorKind::bug), Stage::charging);
}

}  // namespace staged_account
}  // namespace
}  // namespace discreet::cli
