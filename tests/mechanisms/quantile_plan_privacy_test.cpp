// Plans of quantiles against what is drawn by them: the decisions of all small neighbours are walked, and none may
// differ by more than what was asked for.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <mpfr.h>

#include "discreet/mechanisms/quantiles.hpp"
#include "mechanisms/quantile_plan.hpp"
#include "mechanisms/quantile_tree.hpp"
#include "support/limited_domain_law.hpp"
#include "support/neighbours.hpp"
#include "support/quantile_neighbours.hpp"
#include "support/quantile_settings.hpp"
#include "support/quantile_walk.hpp"

namespace discreet {
namespace {
namespace quantile_plan_privacy {

using testing::equally_spaced;
using testing::Masses;
using testing::QuantileCellsLaw;
using testing::QuantileSetting;

// Divergences in doubles lose less.
constexpr double rounding = 1e-9;

/// The laws of what the code draws by a plan, each walked once.
class WalkedLaws {
 public:
  WalkedLaws(const QuantilePlan& plan, std::size_t places, std::uint64_t weight)
      : plan_(plan), places_(places), weight_(weight) {}

  const QuantileCellsLaw& operator()(const Masses& cells) {
    const auto [at, fresh] = known_.try_emplace(cells);
    if (fresh) {
      const MassColumn column = testing::column_of(cells);
      const detail::PlacedMass mass{column, cells.size(), places_};
      at->second = testing::walk_nodes(
          [&](auto& decide) { return detail::draw_quantiles(decide, mass, plan_.nodes, weight_); });
    }
    return at->second;
  }

 private:
  const QuantilePlan& plan_;
  std::size_t places_;
  std::uint64_t weight_;
  std::map<Masses, QuantileCellsLaw> known_;
};

const std::vector<QuantileSetting> drawn{
    {.cells = 4, .units = 2, .quantiles = {{1, 2}}, .base = 1},
    {.cells = 4, .weight = 2, .rows = 2, .units = 1, .quantiles = {{3, 4}}, .base = 1},
    {.cells = 3, .places = 2, .units = 2, .quantiles = {{1, 2}, {3, 4}}, .base = 1},
    {.cells = 4, .units = 1, .quantiles = {{1, 3}, {1, 2}}, .base = 1},
    {.cells = 4, .units = 1, .quantiles = equally_spaced(3), .base = 1},
    {.cells = 2,
     .places = 2,
     .weight = 2,
     .rows = 2,
     .units = 1,
     .quantiles = equally_spaced(3),
     .base = 1},
};

/// How the laws of neighbours compare with a target: the greatest share of it.
struct Compared {
  double share = 0;
  std::size_t pairs = 0;
};

/// share(p, q) of the laws of all neighbours, both ways.
template <class Share>
Compared compare(Neighbors neighbors, const Target& target, const Share& share) {
  Compared out;
  for (const QuantileSetting& at : drawn) {
    const QuantilePlan plan = detail::calibrate_quantiles_by(
        Law::exponential_mechanism, at.quantiles, target, {neighbors}, at.cells, {});
    WalkedLaws laws{plan, at.places, at.weight};
    testing::for_all_neighbours(at, neighbors, [&](const Masses& x, const Masses& y) {
      out.share = std::max({out.share, share(laws(x), laws(y)), share(laws(y), laws(x))});
      ++out.pairs;
    });
  }
  return out;
}

void expect_kept(const Compared& found, Neighbors neighbors, double reached) {
  EXPECT_LE(found.share, 1 + rounding);
  EXPECT_GT(found.share, reached);
  EXPECT_EQ(found.pairs, neighbors == Neighbors::add_remove ? 304U : 1'221U);
}

TEST(QuantilePlanPrivacy, KeepsWhatIsDrawnToAnEpsilon) {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const double epsilon : {1.0, 6.0}) {
      const auto found = compare(neighbors, PureCost{epsilon},
                                 [&](const QuantileCellsLaw& p, const QuantileCellsLaw& q) {
                                   return testing::max_divergence(p, q) / epsilon;
                                 });
      expect_kept(found, neighbors, 0.5);
    }
  }
}

double renyi(const QuantileCellsLaw& p, const QuantileCellsLaw& q, double order) {
  double sum = 0;
  for (const auto& [cells, chance] : p) {
    const double other = mpfr_get_d(q.at(cells).lo.get(), MPFR_RNDN);
    sum += other * std::pow(mpfr_get_d(chance.lo.get(), MPFR_RNDN) / other, order);
  }
  return std::log(sum) / (order - 1);
}

TEST(QuantilePlanPrivacy, KeepsWhatIsDrawnToARho) {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const double rho : {0.1, 2.0}) {
      const auto found = compare(neighbors, ZcdpCost{rho},
                                 [&](const QuantileCellsLaw& p, const QuantileCellsLaw& q) {
                                   double most = 0;
                                   for (const double order : testing::Difference::orders) {
                                     most = std::max(most, renyi(p, q, order) / (order * rho));
                                   }
                                   return most;
                                 });
      expect_kept(found, neighbors, 0.4);
    }
  }
}

TEST(QuantilePlanPrivacy, KeepsWhatIsDrawnToAnEpsilonAndADelta) {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const ApproximateCost& target : {ApproximateCost{0.5, 0.1}, ApproximateCost{0, 0.3}}) {
      const auto found =
          compare(neighbors, target, [&](const QuantileCellsLaw& p, const QuantileCellsLaw& q) {
            return testing::hockey_stick(p, q, target.epsilon) / target.delta;
          });
      expect_kept(found, neighbors, 0.4);
    }
  }
}

}  // namespace quantile_plan_privacy
}  // namespace
}  // namespace discreet
