#include "interruption.hpp"

#include <gtest/gtest.h>

namespace discreet::cli {
namespace {

TEST(Interruption, OnlyWhatIsKnownToBeUnchargedIsCalledSo) {
  for (const ErrorKind kind :
       {bad_parameter, outside_domain, bad_distance, over_budget, no_entropy, ErrorKind::ledger}) {
    EXPECT_TRUE(leaves_uncharged(kind)) << to_string(kind);
  }
  for (const ErrorKind kind : {charge_unknown, unsound_thread, bug}) {
    EXPECT_FALSE(leaves_uncharged(kind)) << to_string(kind);
  }
}

}  // namespace
}  // namespace discreet::cli
