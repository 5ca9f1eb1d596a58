#include "discreet/error.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace discreet {
namespace {

TEST(Error, CarriesItsKindAndTheRule) {
  try {
    require(false, bad_distance, "d_in must not be negative");
    FAIL() << "require let a broken rule pass";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), bad_distance);
    EXPECT_STREQ(error.what(), "d_in must not be negative");
  }
}

TEST(Error, RequireIsSilentWhenTheRuleHolds) { EXPECT_NO_THROW(require(true, bug, "never said")); }

TEST(Error, EveryKindHasItsOwnName) {
  std::set<std::string> names;
  for (const ErrorKind kind : {bad_parameter, outside_domain, bad_distance, over_budget, no_entropy,
                               ledger, charge_unknown, unsound_thread, bug}) {
    names.emplace(to_string(kind));
  }
  EXPECT_EQ(names.size(), 9U);
}

}  // namespace
}  // namespace discreet
