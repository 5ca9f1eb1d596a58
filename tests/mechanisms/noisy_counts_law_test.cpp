// The laws of noisy counts of neighbours, exactly; releases against them; how often intervals hold.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <gmpxx.h>
#include <gtest/gtest.h>
#include <mpfr.h>

#include "accounting/noise_spread.hpp"
#include "discreet/mechanisms/noisy_counts.hpp"
#include "numbers/big_interval.hpp"
#include "support/frequency.hpp"
#include "support/hoeffding.hpp"
#include "support/noise_law.hpp"
#include "support/oracle.hpp"

namespace discreet {
namespace {
namespace noisy_counts_law {

using Plan = NoisyCountsPlan;
using Request = NoisyCountsRequest;
using Numbers = std::vector<std::int64_t>;
using Change = std::vector<Fraction>;
using PerUnit = std::optional<std::uint64_t>;
using Shape = detail::IntegerNoise::Shape;
using testing::NoiseLaw;
using testing::Oracle;

constexpr CountNoise laplace = CountNoise::discrete_laplace;
constexpr CountNoise gaussian = CountNoise::discrete_gaussian;

/// All that one unit can add to j items, of which it has at most so many.
std::vector<Numbers> units_of(std::size_t j, PerUnit most, const Contribution& contribution) {
  std::vector<std::pair<Numbers, std::uint64_t>> all{{{}, 0}};
  for (std::size_t i = 0; i < j; ++i) {
    std::vector<std::pair<Numbers, std::uint64_t>> longer;
    for (const auto& [before, items] : all) {
      longer.emplace_back(before, items);
      longer.back().first.push_back(0);
      for (std::int64_t t = contribution.lower; t <= contribution.upper; ++t) {
        longer.emplace_back(before, items + 1);
        longer.back().first.push_back(t);
      }
    }
    all = std::move(longer);
  }
  std::vector<Numbers> out;
  for (const auto& [added, items] : all) {
    if (!most || items <= *most) {
      out.push_back(added);
    }
  }
  return out;
}

Numbers sum(Numbers x, const Numbers& y) {
  std::ranges::transform(x, y, x.begin(), std::plus<>{});
  return x;
}

/// How the numbers that get noise change between neighbours: each change that occurs, with the scale of its noise.
template <class Body>
void for_neighbours(const Request& request, const Plan& plan, Body body) {
  const Numbers base{40, 7, 3};
  const Numbers x(base.begin(), base.begin() + static_cast<std::ptrdiff_t>(plan.items));
  constexpr std::uint64_t n = 50;
  const auto most = request.bound == Bound::by_nature ? request.items_per_unit : std::nullopt;
  const auto units = units_of(x.size(), most, request.contribution);
  const auto compare = [&](const std::vector<mpz_class>& one, const std::vector<mpz_class>& two) {
    Change change;
    std::ranges::transform(one, two, std::back_inserter(change),
                           [](const mpz_class& a, const mpz_class& b) { return Fraction{b - a}; });
    body(change);
  };
  for (const Numbers& unit : units) {
    if (request.neighbors == Neighbors::add_remove) {
      compare(detail::noiseless(x, n, plan), detail::noiseless(sum(x, unit), n + 1, plan));
    } else {
      for (const Numbers& other : units) {
        compare(detail::noiseless(sum(x, unit), n, plan),
                detail::noiseless(sum(x, other), n, plan));
      }
    }
  }
}

Fraction scale_at(const Plan& plan, std::size_t i) {
  return i < plan.items ? *plan.item_scale : *plan.units_scale;
}

/// The greatest ln of P(o)/Q(o) over all outputs o. Between and beyond the two centres ln of the ratio is a line, so that
/// it is greatest at a centre; outputs are tuples of integers, and what each adds is without rounding.
Fraction max_divergence(const Plan& plan, const Change& change) {
  Fraction most = 0;
  for (std::size_t i = 0; i < change.size(); ++i) {
    Fraction greatest = 0;
    for (const Fraction& o : {Fraction{0}, change[i]}) {
      const Fraction difference = abs(o - change[i]) - abs(o);
      greatest = std::max(greatest, Fraction{difference / scale_at(plan, i)});
    }
    most += greatest;
  }
  return most;
}

template <class Check>
void for_small_requests(CountNoise noise, Check check) {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const std::uint64_t items : {0U, 1U, 2U, 3U}) {
      for (const PerUnit per_unit : {PerUnit{}, PerUnit{1}, PerUnit{2}}) {
        for (const Bound bound : {Bound::by_nature, Bound::by_leaving_out}) {
          for (const Contribution contribution :
               {Contribution{0, 1}, Contribution{1, 1}, Contribution{0, 3}, Contribution{-1, 2},
                Contribution{-2, -1}, Contribution{-1, 1}}) {
            check(Request{.noise = noise,
                          .budget = Fraction{1, 2},
                          .items = items,
                          .neighbors = neighbors,
                          .contribution = contribution,
                          .items_per_unit = per_unit,
                          .bound = bound});
          }
        }
      }
    }
  }
}

/// Whether some unit moves as much as is charged for. Not where replacing moves an item by W only if both units have it.
bool is_sharp(const Request& request) {
  const bool bounded = request.items_per_unit && request.bound == Bound::by_nature;
  const bool both_signs = request.contribution.lower < 0 && request.contribution.upper > 0;
  return request.neighbors == Neighbors::add_remove || !(bounded && both_signs);
}

TEST(NoisyCountsLaw, CostsAsMuchAsItsWorstNeighboursWithLaplaceNoise) {
  for_small_requests(laplace, [](const Request& request) {
    const Plan plan = plan_noisy_counts(request);
    Fraction worst = 0;
    for_neighbours(request, plan, [&](const Change& change) {
      worst = std::max(worst, max_divergence(plan, change));
    });
    EXPECT_LE(worst, *plan.cost.epsilon);
    EXPECT_LE(worst, Fraction(1, 2));
    if (is_sharp(request)) {
      EXPECT_EQ(worst, detail::exact_counts_cost(plan));
    }
  });
}

/// D_alpha of noise moved by an integer from noise that is not, for one coordinate.
Oracle renyi(const NoiseLaw& law, std::int64_t t, double alpha) {
  Oracle total{0.0};
  for (std::int64_t z = 1 - law.end() + t; z < law.end(); ++z) {
    total = total + pow(law.at(z - t), Oracle{alpha}) * pow(law.at(z), Oracle{1 - alpha});
  }
  return log(total) / Oracle{alpha - 1};
}

TEST(NoisyCountsLaw, CostsAtLeastItsWorstNeighboursWithGaussianNoise) {
  for_small_requests(gaussian, [](const Request& request) {
    const Plan plan = plan_noisy_counts(request);
    Fraction worst = 0;
    for_neighbours(request, plan, [&](const Change& change) {
      Fraction rho = 0;
      for (std::size_t i = 0; i < change.size(); ++i) {
        rho += change[i] * change[i] / (2 * scale_at(plan, i));
      }
      worst = std::max(worst, rho);
    });
    EXPECT_LE(worst, *plan.cost.rho);
    EXPECT_LE(worst, Fraction(1, 2));
    if (is_sharp(request)) {
      EXPECT_EQ(worst, detail::exact_counts_cost(plan));
    }
  });
}

// What the sums above stand on: t^2 / (2 sigma^2) bounds D_alpha / alpha, and is reached where the noise is not tiny.
TEST(NoisyCountsLaw, HasTheRenyiDivergencesOfGaussianNoise) {
  for (const Fraction& variance : {Fraction{1, 4}, Fraction{1}, Fraction{10, 3}, Fraction{25}}) {
    const NoiseLaw law{{Shape::gaussian, variance}};
    for (const std::int64_t t : {1, 2}) {
      const Fraction rho = exact_fraction(t) * exact_fraction(t) / (2 * variance);
      BigFloat exact{512};
      mpfr_set_q(exact.get(), rho.get_mpq_t(), MPFR_RNDN);
      for (const double alpha : {1.25, 2.0, 3.5}) {
        const Oracle share = renyi(law, t, alpha) / (Oracle{alpha} * Oracle::copy(exact));
        EXPECT_LE(share, Oracle{1 + 1e-15});
        if (variance >= 1) {
          EXPECT_GE(share, Oracle{1 - 1e-6});
        }
      }
    }
  }
}

BigInterval enclosed(const Oracle& value) {
  BigInterval out{512};
  mpfr_set(out.lo.get(), value.get(), MPFR_RNDD);
  mpfr_set(out.hi.get(), value.get(), MPFR_RNDU);
  return out;
}

using Signs = std::array<int, 3>;

/// The signs of three independent noises.
std::map<Signs, BigInterval> law_of_signs(const std::array<NoiseLaw, 3>& noises) {
  std::map<Signs, BigInterval> out;
  const auto chance = [&](std::size_t i, int sign) {
    return sign == 0 ? noises[i].at(0) : noises[i].at_least(1);
  };
  for (const int a : {-1, 0, 1}) {
    for (const int b : {-1, 0, 1}) {
      for (const int c : {-1, 0, 1}) {
        out.emplace(Signs{a, b, c}, enclosed(chance(0, a) * chance(1, b) * chance(2, c)));
      }
    }
  }
  return out;
}

Shape shape_of(CountNoise noise) { return noise == laplace ? Shape::laplace : Shape::gaussian; }

// frequency.hpp states the rate of false alarms. A shift of 0.02 of any combination of signs is seen, and so are noises
// that are shared, left out or of another's scale.
TEST(NoisyCountsLaw, IsThatOfReleases) {
  constexpr std::size_t draws = 30'000;
  for (const CountNoise noise : {laplace, gaussian}) {
    const Plan plan = plan_noisy_counts(
        {.noise = noise, .budget = Fraction{9}, .items = 3, .contribution = {-1, 4}});
    ASSERT_EQ(plan.way, CountWay::correlated);
    const NoiseLaw items{{shape_of(noise), *plan.item_scale}};
    const NoiseLaw units{{shape_of(noise), *plan.units_scale}};
    std::map<Signs, std::size_t> seen;
    for (std::size_t draw = 0; draw < draws; ++draw) {
      const NoisyCounts out = noisy_counts(Numbers{5, -2, 0}, 30, plan);
      const Fraction n = out.units->estimate;
      // 2x - 3n, as it was released, less what it was without noise.
      const Fraction first = 2 * out.items.at(0).estimate - 3 * n - (10 - 90);
      const Fraction second = 2 * out.items.at(1).estimate - 3 * n - (-4 - 90);
      ++seen[{sgn(first), sgn(second), sgn(n - 30)}];
    }
    testing::expect_frequencies(seen, draws, law_of_signs({items, items, units}));
  }
}

/// How often the interval of the first number held, in so many releases.
double held(const Plan& plan, std::size_t draws) {
  std::size_t covered = 0;
  const Numbers x(plan.items, 100);
  for (std::size_t draw = 0; draw < draws; ++draw) {
    const NoisyCount first = noisy_counts(x, 1000, plan).items.at(0);
    covered += first.low <= 100 && 100 <= first.high ? 1 : 0;
  }
  return static_cast<double>(covered) / static_cast<double>(draws);
}

// Against the chance that is computed from the laws, so that an interval that is too wide is seen as well; hoeffding.hpp
// states the rate of false alarms.
TEST(NoisyCountsLaw, HasIntervalsThatHoldAsOftenAsTheySay) {
  constexpr std::size_t draws = 20'000;
  for (const CountNoise noise : {laplace, gaussian}) {
    for (const PerUnit per_unit : {PerUnit{}, PerUnit{1}}) {
      const Plan plan = plan_noisy_counts({.noise = noise,
                                           .budget = Fraction{1, 2},
                                           .items = 4,
                                           .items_per_unit = per_unit,
                                           .bound = Bound::by_nature,
                                           .confidence = 0.8});
      const bool correlated = plan.way == CountWay::correlated;
      EXPECT_EQ(correlated, !per_unit);
      const NoiseLaw items{{shape_of(noise), *plan.item_scale}};
      const Fraction width = plan.each * (correlated ? 2 : 1);
      const auto q = std::int64_t{width.get_num().get_si()};
      ASSERT_EQ(width.get_den(), 1);
      const auto failing = [&](std::int64_t at) {
        return correlated
                   ? testing::beyond(items, NoiseLaw{{shape_of(noise), *plan.units_scale}}, 1, at)
                   : testing::beyond(items, at);
      };
      EXPECT_LE(failing(q), Oracle{0.2});
      EXPECT_GT(failing(q - 1), Oracle{0.2});
      EXPECT_NEAR(held(plan, draws), 1 - failing(q).nearest(), stray(draws, 4));
    }
  }
}

}  // namespace noisy_counts_law
}  // namespace
}  // namespace discreet
