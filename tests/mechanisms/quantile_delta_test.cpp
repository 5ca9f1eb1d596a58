// Quantiles under (epsilon, delta): the exact hockey-stick divergence of all small neighbours against the curve of as many
// bounded-range steps as the tree has levels.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/accounting/convert.hpp"
#include "support/quantile_laws.hpp"
#include "support/quantile_neighbours.hpp"
#include "support/quantile_settings.hpp"

namespace discreet {
namespace {
namespace quantile_delta {

using testing::Charge;
using testing::equally_spaced;
using testing::Grouped;
using testing::Masses;
using testing::QuantileLaws;
using testing::QuantileSetting;

using Joint = testing::RationalLaw::Joint;

/// The greatest share of the curve that any neighbours have, at seven epsilons below all that can be lost.
class Delta {
 public:
  Delta(const Charge& charge, std::size_t quantiles) {
    unsigned long step = 0;
    for (std::size_t node = 0; node < charge.tree.size(); ++node) {
      step = std::max(step, charge.power(node));
    }
    const auto levels = static_cast<unsigned long>(std::bit_width(quantiles));
    const double base = -std::log(charge.weights.base().get_d());
    for (unsigned long eighth = 0; eighth < 7; ++eighth) {
      const unsigned long power = eighth * levels * step / 8;
      factors_.emplace_back(1 / charge.weights.power(power));
      // A step slightly up and an epsilon slightly down: the curve is of the fractions or above.
      charged_.push_back(bounded_range_to_delta(static_cast<double>(step) * base * (1 + 1e-15),
                                                levels,
                                                static_cast<double>(power) * base * (1 - 1e-15)));
    }
  }

  void add(const Joint& p, const Joint& q) {
    for (std::size_t i = 0; i < factors_.size(); ++i) {
      const double found = std::max(testing::hockey_stick(p, q, factors_[i]),
                                    testing::hockey_stick(q, p, factors_[i]))
                               .get_d();
      EXPECT_LE(found, charged_[i]);
      share = std::max(share, found / charged_[i]);
      compared += 2;
    }
  }

  double share = 0;
  std::size_t compared = 0;

 private:
  std::vector<Fraction> factors_;  ///< e^epsilon
  std::vector<double> charged_;
};

/// The joint laws of columns, each computed once.
class Joints {
 public:
  explicit Joints(const QuantileSetting& at) : laws_(at, Law::exponential_mechanism) {}

  const Joint& operator()(const Masses& column) {
    const auto [found, fresh] = known_.try_emplace(column);
    if (fresh) {
      found->second = laws_(column).joint();
    }
    return found->second;
  }
  [[nodiscard]] Charge charge(Neighbors neighbors, Grouped grouped = Grouped::no) const {
    return laws_.charge(neighbors, grouped);
  }

 private:
  QuantileLaws laws_;
  std::map<Masses, Joint> known_;
};

// Exponents make every node's cost the same.
const std::vector<QuantileSetting> settings{
    {.cells = 5, .units = 5, .quantiles = {{1, 2}}, .base = {2, 3}},
    {.cells = 5, .units = 4, .quantiles = {{1, 4}}, .base = {4, 5}},
    {.cells = 4, .units = 3, .quantiles = {{1, 2}, {3, 4}}, .base = {1, 2}},
    {.cells = 3,
     .places = 2,
     .units = 2,
     .quantiles = {{1, 3}, {2, 3}},
     .base = {4, 5},
     .exponents = {1, 2}},
    {.cells = 6, .units = 2, .quantiles = equally_spaced(3), .base = {1, 2}},
    {.cells = 3,
     .weight = 2,
     .rows = 2,
     .units = 1,
     .quantiles = equally_spaced(3),
     .base = {2, 3}},
};

// 97,762 divergences, both ways.
TEST(QuantileDelta, IsWithinTheCurveOfItsLevels) {
  std::size_t compared = 0;
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const QuantileSetting& at : settings) {
      Joints joints{at};
      Delta delta{joints.charge(neighbors), at.quantiles.size()};
      testing::for_all_neighbours(at, neighbors, [&](const Masses& x, const Masses& y) {
        delta.add(joints(x), joints(y));
      });
      EXPECT_GT(delta.share, 0.5);
      compared += delta.compared;
    }
  }
  EXPECT_EQ(compared, 97'762U);
}

/// Two groups, drawn independently.
Joint both(const Joint& one, const Joint& other) {
  Joint out;
  for (const auto& [choices, chance] : one) {
    for (const auto& [more, also] : other) {
      std::vector<std::uint64_t> all = choices;
      all.insert(all.end(), more.begin(), more.end());
      out.emplace(std::move(all), chance * also);
    }
  }
  return out;
}

// The nodes of one level of both groups are one step: 64,400 divergences.
TEST(QuantileDelta, IsWithinTheCurveOfOneGroupForSeveral) {
  std::size_t compared = 0;
  for (const std::vector<Fraction>& quantiles :
       {std::vector<Fraction>{{1, 2}}, std::vector<Fraction>{{1, 2}, {3, 4}}}) {
    const QuantileSetting at{
        .cells = 3, .weight = 2, .units = 1, .quantiles = quantiles, .base = {1, 2}};
    Joints joints{at};
    Delta added{joints.charge(Neighbors::add_remove, Grouped::yes), quantiles.size()};
    Delta replaced{joints.charge(Neighbors::replace, Grouped::yes), quantiles.size()};
    const auto columns = testing::columns_of(testing::units_of(at.cells, 1, 1), at.cells, 2);
    for (const Masses& here : columns) {
      for (const Masses& there : columns) {
        const Joint without = both(joints(here), joints(there));
        std::vector<Joint>
            with;  // the cells of the two rows: one in each group, or both in one of them
        for (const Masses& row : testing::units_of(at.cells, 1, 1)) {
          for (const Masses& other : testing::units_of(at.cells, 1, 1)) {
            with.push_back(both(joints(testing::with_unit(here, row)),
                                joints(testing::with_unit(there, other))));
          }
          with.push_back(
              both(joints(testing::with_unit(testing::with_unit(here, row), row)), joints(there)));
        }
        for (std::size_t x = 0; x < with.size(); ++x) {
          added.add(without, with[x]);
          if (x > 0) {
            replaced.add(with[x - 1], with[x]);
          }
        }
      }
    }
    EXPECT_GT(added.share, 0.5);
    EXPECT_GT(replaced.share, 0.5);
    compared += added.compared + replaced.compared;
  }
  EXPECT_EQ(compared, 64'400U);
}

}  // namespace quantile_delta
}  // namespace
}  // namespace discreet
