#include "pair_counter.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace discreet::cli {
namespace {

TEST(PairCounter, CountsEachUnitOnceForEachItem) {
  const std::vector<std::string> candidates{"a", "b", "c"};
  PairCounter counter{candidates};
  for (const auto& [unit, item] : std::vector<std::pair<std::string, std::string>>{
           {"p", "a"}, {"p", "a"}, {"q", "a"}, {"p", "b"}, {"q", "x"}, {"", "b"}}) {
    counter.add(unit, item);
  }
  EXPECT_EQ(counter.counts(), (std::vector<std::int64_t>{2, 2, 0}));
}

}  // namespace
}  // namespace discreet::cli
