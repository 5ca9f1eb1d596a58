// One quantile: the exact laws of all small neighbours, as fractions, against what is charged for them.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/accounting/convert.hpp"
#include "support/quantile_laws.hpp"
#include "support/quantile_neighbours.hpp"

namespace discreet {
namespace {
namespace quantile_single {

using testing::Charge;
using testing::LawTree;
using testing::Masses;
using testing::RationalLaw;
using testing::RationalWeights;

const std::vector<Fraction> quantiles{{1, 10}, {1, 4}, {1, 2}, {2, 3}, {9, 10}};
using testing::Difference;
using testing::Shares;

/// All log-ratios are in one interval of that length.
void expect_bounded_range(const Difference& found, const Charge& charge) {
  EXPECT_LE(found.up * found.down, charge.ratio());
}

/// Every column of at most five units (four, of four cells), and every unit that is added to it or replaced.
Shares greatest_shares(Law law) {
  Shares out;
  const auto compare = [&](const RationalLaw& p, const RationalLaw& q, const Charge& charge) {
    const Difference found = Difference::between(p, q);
    if (law == Law::exponential_mechanism) {
      expect_bounded_range(found, charge);
    }
    out.add(found, charge);
  };
  for (const Fraction& quantile : quantiles) {
    const LawTree tree = testing::law_tree({quantile});
    for (const Fraction& base : {Fraction{1, 2}, Fraction{9, 10}}) {
      const RationalWeights weights{base};
      const Charge added{tree, weights, 1, law};
      const Charge replaced{tree, weights, 1, law, Neighbors::replace};
      for (std::size_t cells = 2; cells <= 4; ++cells) {
        const auto units = testing::units_of(cells, 1, 1);
        for (const Masses& column : testing::columns_of(units, cells, cells < 4 ? 5 : 4)) {
          const RationalLaw without{tree, weights, law, column, 1};
          std::vector<RationalLaw> with;
          for (const Masses& unit : units) {
            with.emplace_back(tree, weights, law, testing::with_unit(column, unit), 1);
          }
          for (std::size_t x = 0; x < cells; ++x) {
            compare(without, with[x], added);
            for (std::size_t y = 0; y < x; ++y) {
              compare(with[x], with[y], replaced);
            }
          }
        }
      }
    }
  }
  return out;
}

// 10,990 pairs of laws each; of so few cells none lose all of it.
TEST(QuantileSingleLaw, IsWithinItsRangeByTheExponentialMechanism) {
  const Shares found = greatest_shares(Law::exponential_mechanism);
  found.expect_reach(0.75, 0.7);
  EXPECT_EQ(found.pairs, 10'990U);
}

TEST(QuantileSingleLaw, IsWithinItsRangeByPermuteAndFlip) {
  const Shares found = greatest_shares(Law::permute_and_flip);
  found.expect_reach(0.8, 0.35);
  EXPECT_EQ(found.pairs, 10'990U);
}

// Many cells beyond the median have most of the chance, and the unit brings all of them nearer.
TEST(QuantileSingleLaw, LosesAllOfItsEpsilonWithManyCells) {
  const LawTree tree = testing::law_tree({{1, 2}});
  const RationalWeights weights{Fraction{1, 2}};
  for (const auto& [law, cells, share] :
       {std::tuple{Law::exponential_mechanism, 500U, 0.99}, {Law::permute_and_flip, 20U, 0.9}}) {
    Masses column(cells);
    column[1] = 1;
    const RationalLaw without{tree, weights, law, column, 1};
    column.back() = 1;
    const RationalLaw with{tree, weights, law, column, 1};
    Shares found;
    found.add(Difference::between(without, with), {tree, weights, 1, law});
    found.expect_reach(share, 0);
  }
}

// The counterexample of proofs/mechanisms/quantile_range.md.
TEST(QuantileSingleLaw, NeedsTheRhoOfItsOwnLaw) {
  const LawTree tree = testing::law_tree({{1, 2}});
  const RationalWeights weights{Fraction{100, 101}};
  const RationalLaw without{tree, weights, Law::permute_and_flip, {0, 1, 0}, 1};
  const RationalLaw with{tree, weights, Law::permute_and_flip, {1, 1, 0}, 1};
  const double epsilon = 2 * std::log(1.01);
  const double most = std::max(testing::renyi_divergence(without, with, 2),
                               testing::renyi_divergence(with, without, 2));
  EXPECT_GT(most, 1.4 * 2 * bounded_range_to_zcdp(epsilon));
  EXPECT_LE(most, 2 * permute_and_flip_to_zcdp(epsilon));
}

// At every distance from the quantile permute-and-flip is as far off or farther no more often.
TEST(QuantileSingleLaw, PermuteAndFlipErrsNoMoreThanTheExponentialMechanism) {
  std::size_t tails = 0;
  for (const Fraction& quantile : quantiles) {
    const LawTree tree = testing::law_tree({quantile});
    for (const Fraction& base : {Fraction{1, 2}, Fraction{9, 10}}) {
      const RationalWeights weights{base};
      for (std::size_t cells = 2; cells <= 5; ++cells) {
        for (const Masses& column : testing::columns_of(testing::units_of(cells, 1, 1), cells, 5)) {
          const testing::Gaps gaps = testing::cell_gaps(column, tree[0].num, tree[0].den);
          const RationalLaw range{tree, weights, Law::exponential_mechanism, column, 1};
          const RationalLaw flip{tree, weights, Law::permute_and_flip, column, 1};
          for (const long far : gaps) {
            Fraction more{0};
            for (std::size_t i = 0; i < cells; ++i) {
              if (gaps[i] >= far) {
                more += range.at(0, 0, cells)[i] - flip.at(0, 0, cells)[i];
              }
            }
            EXPECT_GE(more, 0);
            ++tails;
          }
        }
      }
    }
  }
  EXPECT_EQ(tails, 19'740U);
}

}  // namespace quantile_single
}  // namespace
}  // namespace discreet
