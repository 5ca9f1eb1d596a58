#include "discreet/ledger/dataset.hpp"

#include <gtest/gtest.h>

#include "accounting/amounts.hpp"

namespace discreet {
namespace {

using testing::amounts;
using testing::kind_of;

TEST(MakeDataset, RefusesNeighboursThatACastMade) {
  EXPECT_EQ(kind_of([] { make_dataset("d", "person", static_cast<Neighbors>(7), amounts("1")); }),
            bad_parameter);
}

TEST(MakeDataset, RefusesNamesThatCannotBeShown) {
  for (const char* name : {"", "two\nlines", "\xFF"}) {
    EXPECT_EQ(kind_of([&] { make_dataset(name, "u", Neighbors::replace, amounts("1")); }),
              bad_parameter);
    EXPECT_EQ(kind_of([&] { make_dataset("d", name, Neighbors::replace, amounts("1")); }),
              bad_parameter);
  }
}

}  // namespace
}  // namespace discreet
