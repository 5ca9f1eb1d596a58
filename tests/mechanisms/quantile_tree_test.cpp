#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/mechanisms/quantiles.hpp"
#include "mechanisms/quantile_plan.hpp"
#include "support/quantile_cases.hpp"

namespace discreet {
namespace {
namespace quantile_trees {

using testing::even_quantiles;
using testing::some_quantiles;

TEST(QuantileTree, HoldsEveryQuantileBetweenItsEndsInTheFewestLevels) {
  for (const auto& quantiles : some_quantiles()) {
    const auto nodes = detail::quantile_tree(quantiles);
    ASSERT_EQ(nodes.size(), quantiles.size());
    EXPECT_EQ(nodes.front().height,
              std::ceil(std::log2(static_cast<double>(quantiles.size() + 1)) - 1e-12));
    std::vector<bool> found(quantiles.size());
    for (std::size_t place = 0; place < nodes.size(); ++place) {
      const QuantileNode& node = nodes[place];
      EXPECT_FALSE(found.at(node.quantile));
      found[node.quantile] = true;
      const auto end = [&](const std::optional<std::size_t>& of, int otherwise) {
        return of ? quantiles[nodes[*of].quantile] : Fraction{otherwise};
      };
      const Fraction low = end(node.lower_end, 0);
      const Fraction high = end(node.upper_end, 1);
      EXPECT_LT(low, quantiles[node.quantile]);
      EXPECT_LT(quantiles[node.quantile], high);
      EXPECT_EQ(node.relative, Fraction{(quantiles[node.quantile] - low) / (high - low)});
      EXPECT_LE(node.relative.get_den(), 4096);
      std::uint64_t below = 0;
      if (node.left) {
        EXPECT_GT(*node.left, place);
        EXPECT_EQ(nodes[*node.left].lower_end, node.lower_end);
        EXPECT_EQ(nodes[*node.left].upper_end, place);
        below = std::max(below, nodes[*node.left].height);
      }
      if (node.right) {
        EXPECT_GT(*node.right, place);
        EXPECT_EQ(nodes[*node.right].upper_end, node.upper_end);
        EXPECT_EQ(nodes[*node.right].lower_end, place);
        below = std::max(below, nodes[*node.right].height);
      }
      EXPECT_EQ(node.height, below + 1);
    }
  }
}

TEST(QuantileTree, TakesTheQuantileNearestToTheMiddleThatLeavesRoom) {
  const auto relative = [](const std::vector<Fraction>& quantiles) {
    std::vector<Fraction> out;
    for (const QuantileNode& node : detail::quantile_tree(quantiles)) {
      out.push_back(node.relative);
    }
    return out;
  };
  using List = std::vector<Fraction>;
  EXPECT_EQ(relative(even_quantiles(3)), (List{{1, 2}, {1, 2}, {1, 2}}));
  // Of two the upper: two thirds of all, then a half of what is below it.
  EXPECT_EQ(relative(even_quantiles(2)), (List{{2, 3}, {1, 2}}));
  // Of two the outer: 0.2 and 0.8 before 0.3 and 0.7.
  EXPECT_EQ(relative(even_quantiles(9)),
            (List{{1, 2}, {2, 5}, {1, 2}, {1, 3}, {1, 2}, {3, 5}, {2, 3}, {1, 2}, {1, 2}}));
  // The median leaves three on its left, which two levels hold; of these, only the middle one leaves room.
  EXPECT_EQ(relative({{1, 100}, {1, 50}, {3, 100}, {1, 2}}),
            (List{{1, 2}, {1, 25}, {1, 2}, {1, 48}}));
  // Three in two levels: the median is not in the middle of them.
  EXPECT_EQ(relative({{1, 2}, {3, 4}, {7, 8}}), (List{{3, 4}, {2, 3}, {1, 2}}));
}

}  // namespace quantile_trees
}  // namespace
}  // namespace discreet
