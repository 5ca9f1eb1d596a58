// The maps against an independent computation: exact rationals of GMP, rounded up once at the end
// by MPFR.
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gmpxx.h>
#include <gtest/gtest.h>
#include <mpfr.h>

#include "discreet/mechanisms/noisy_max.hpp"
#include "discreet/mechanisms/noisy_top_k.hpp"
#include "discreet/mechanisms/report_noisy_max_gumbel.hpp"
#include "discreet/mechanisms/top_k_measure.hpp"
#include "support/expect_error.hpp"
#include "support/extremes.hpp"
#include "support/score_types.hpp"
#include "support/unusual_scores.hpp"

namespace discreet {
namespace {

using Doubles = std::numeric_limits<double>;
constexpr double nan = Doubles::quiet_NaN();

double round_up(const mpq_class& exact) {
  mpfr_t rounded;
  mpfr_init2(rounded, 53);
  mpfr_set_q(rounded, exact.get_mpq_t(), MPFR_RNDU);
  const double value = mpfr_get_d(rounded, MPFR_RNDU);
  mpfr_clear(rounded);
  return value;
}

// a - 1 - ln a with a = eta / (1 - e^-eta), to hundreds of bits beyond what cancels.
mpq_class bounded_range_constant(const mpq_class& eta) {
  mpfr_t a;
  mpfr_t b;
  mpfr_inits2(12000, a, b, static_cast<mpfr_ptr>(nullptr));
  mpfr_set_q(a, eta.get_mpq_t(), MPFR_RNDN);
  mpfr_neg(b, a, MPFR_RNDN);
  mpfr_expm1(b, b, MPFR_RNDN);
  mpfr_div(a, a, b, MPFR_RNDN);
  mpfr_neg(a, a, MPFR_RNDN);
  mpfr_log(b, a, MPFR_RNDN);
  mpfr_sub_ui(a, a, 1, MPFR_RNDN);
  mpfr_sub(a, a, b, MPFR_RNDN);
  mpq_class rho;
  mpfr_get_q(rho.get_mpq_t(), a);
  mpfr_clears(a, b, static_cast<mpfr_ptr>(nullptr));
  return rho;
}

enum class Currency { pure, zcdp, range };

mpq_class exact_cost(Currency law, const mpq_class& d_range, double scale, std::size_t k) {
  const mpq_class eta = d_range / mpq_class(scale);
  const mpq_class rounds(static_cast<unsigned long>(k));
  switch (law) {
    case Currency::pure:
      return rounds * eta;
    case Currency::zcdp:
      return rounds * bounded_range_constant(eta);
    case Currency::range:
      return (2 * rounds - 1) * eta;
  }
  return 0;
}

/// At least the exact cost, and no more than a few roundings above it, one selection's among them.
void expect_certified(double cost, const mpq_class& exact, std::size_t k) {
  if (cost == infinity) {
    EXPECT_EQ(round_up(exact * mpq_class(1 + 0x1p-40)), infinity);
    return;
  }
  const mpq_class least =
      mpq_class(Doubles::denorm_min()) * mpq_class(static_cast<unsigned long>(k));
  EXPECT_GE(mpq_class(cost), exact);
  EXPECT_LE(mpq_class(cost), exact * mpq_class(1 + 0x1p-49) + 4 * least);
}

const std::vector<double> distances = {1,
                                       0.1,
                                       3,
                                       7.999999999999999,
                                       8,
                                       8.000000000000002,
                                       100,
                                       1e-300,
                                       1e300,
                                       Doubles::min(),
                                       Doubles::denorm_min(),
                                       Doubles::max()};
const std::vector<double> scales = {
    1, 0.1, 3, 1e-300, 1e300, Doubles::denorm_min(), 0.7, Doubles::max(), 1.0 / 3};

template <class MO>
void expect_certified_maps(MO measure, Currency law) {
  const VectorDomain domain{AtomDomain<double>{Nan::excluded}};
  for (const double d_in : distances) {
    for (const double scale : scales) {
      for (const std::size_t k : {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{1000},
                                  std::size_t{1} << 53U, ~std::size_t{0}}) {
        const auto one_way = make_noisy_top_k(domain, LInfDistance<double>{Monotonic::yes}, measure,
                                              k, scale, Optimize::max);
        expect_certified(one_way.map(d_in), exact_cost(law, mpq_class(d_in), scale, k), k);
        if (d_in < Doubles::max()) {
          const auto both_ways = make_noisy_top_k(domain, LInfDistance<double>{Monotonic::no},
                                                  measure, k, scale, Optimize::max);
          expect_certified(both_ways.map(d_in), exact_cost(law, 2 * mpq_class(d_in), scale, k), k);
        }
      }
      const auto best = make_noisy_max(domain, LInfDistance<double>{Monotonic::yes}, measure, scale,
                                       Optimize::max);
      expect_certified(best.map(d_in), exact_cost(law, mpq_class(d_in), scale, 1), 1);
    }
  }
}

TEST(PrivacyMap, OfMaxDivergenceIsKDistancesOverScale) {
  expect_certified_maps(MaxDivergence{}, Currency::pure);
}

TEST(PrivacyMap, OfZeroConcentratedDivergenceIsKTimesTheTightConstant) {
  expect_certified_maps(ZeroConcentratedDivergence{}, Currency::zcdp);
}

TEST(PrivacyMap, OfBoundedRangeIsOneRoundAndTwiceEachLaterOne) {
  expect_certified_maps(BoundedRange{}, Currency::range);
}

TEST(PrivacyMap, HasTheValuesOfTheHandbook) {
  const VectorDomain domain{AtomDomain<double>{Nan::excluded}};
  const LInfDistance<double> metric{Monotonic::yes};
  EXPECT_EQ(make_noisy_top_k(domain, metric, MaxDivergence{}, 10, 2.0, Optimize::max).map(1), 5);
  EXPECT_NEAR(
      make_noisy_top_k(domain, metric, ZeroConcentratedDivergence{}, 4, 0.5, Optimize::max).map(1),
      1.8979, 1e-4);  // 4 * 2^2 / 8 = 2 is more
  EXPECT_NEAR(
      make_noisy_top_k(domain, metric, ZeroConcentratedDivergence{}, 1, 0.0625, Optimize::max)
          .map(1),
      12.2274, 1e-4);  // 16 - 1 - ln 16, where 16^2 / 8 = 32
  EXPECT_EQ(make_noisy_top_k(domain, metric, BoundedRange{}, 1, 0.5, Optimize::max).map(1), 2);
  EXPECT_EQ(make_noisy_top_k(domain, metric, BoundedRange{}, 3, 0.5, Optimize::max).map(1), 10);
  EXPECT_EQ(
      make_noisy_top_k<GumbelRV>(domain, metric, MaxDivergence{}, 10, 2.0, Optimize::max).map(1),
      5);
  EXPECT_EQ(make_report_noisy_max_gumbel(domain, metric, 2.0, Optimize::max).map(1), 0.5);
  EXPECT_EQ(make_report_noisy_max_gumbel(domain, LInfDistance<double>{}, 2.0, Optimize::max).map(1),
            1);
  EXPECT_EQ(
      make_report_noisy_max_gumbel(domain, RangeDistance<double>{}, 2.0, Optimize::max).map(1),
      0.5);
}

TEST(PrivacyMap, RoundsUpWhereTheQuotientIsInexact) {
  const VectorDomain domain{AtomDomain<double>{Nan::excluded}};
  const auto release = make_noisy_top_k(domain, LInfDistance<double>{Monotonic::yes},
                                        MaxDivergence{}, 1, 49.0, Optimize::max);
  // 1/49 * 49 is below 1 in doubles rounded to nearest: the quotient was too small.
  EXPECT_EQ(release.map(1), std::nextafter(1.0 / 49, 1));
  EXPECT_TRUE(release.check(1, release.map(1)));
  EXPECT_FALSE(release.check(1, 1.0 / 49));
}

TEST(PrivacyMap, OfNothingIsNothing) {
  const VectorDomain domain{AtomDomain<double>{Nan::excluded}};
  for (const double scale : {0.0, 1.0, Doubles::denorm_min()}) {
    for (const double d_in : {0.0, 1.0, Doubles::max(), infinity}) {
      EXPECT_EQ(
          make_noisy_top_k(domain, LInfDistance<double>{}, MaxDivergence{}, 0, scale, Optimize::max)
              .map(d_in),
          0);
    }
  }
}

TEST(PrivacyMap, OfAnInfiniteDistanceIsInfinite) {
  const VectorDomain domain{AtomDomain<double>{Nan::excluded}};
  const LInfDistance<double> metric{};
  for (const double d_in : {Doubles::max(), infinity}) {
    EXPECT_EQ(make_noisy_max(domain, metric, MaxDivergence{}, 1, Optimize::max).map(d_in),
              infinity);
    EXPECT_EQ(make_noisy_max(domain, metric, BoundedRange{}, 1, Optimize::max).map(d_in), infinity);
    EXPECT_EQ(
        make_noisy_max(domain, metric, ZeroConcentratedDivergence{}, 1, Optimize::max).map(d_in),
        infinity);
  }
}

template <class T>
class PrivacyMapOf : public ::testing::Test {};
TYPED_TEST_SUITE(PrivacyMapOf, ScoreTypes);

TYPED_TEST(PrivacyMapOf, EveryScoreTypeTakesItsDistanceWithoutRoundingItDown) {
  const VectorDomain domain{AtomDomain<TypeParam>{Nan::excluded}};
  const auto release = make_noisy_max(domain, LInfDistance<TypeParam>{Monotonic::yes},
                                      MaxDivergence{}, 1.0, Optimize::max);
  constexpr TypeParam most = std::numeric_limits<TypeParam>::max();
  mpq_class exact;
  if constexpr (Float<TypeParam>) {
    exact = static_cast<double>(most);
  } else {
    exact = static_cast<unsigned long>(most);
  }
  EXPECT_EQ(release.map(most), round_up(exact));
  EXPECT_EQ(release.map(TypeParam{3}), 3);
}

TYPED_TEST(PrivacyMapOf, DoublingThatOverflowsAnIntegerIsRefusedEvenWhenNothingIsReleased) {
  const VectorDomain domain{AtomDomain<TypeParam>{Nan::excluded}};
  const auto release = make_noisy_top_k(domain, LInfDistance<TypeParam>{Monotonic::no},
                                        MaxDivergence{}, 0, 1.0, Optimize::max);
  constexpr TypeParam most = std::numeric_limits<TypeParam>::max();
  if constexpr (Integer<TypeParam>) {
    expect_error(bad_distance, [&] { return release.map(most); });
  } else {
    EXPECT_EQ(release.map(most), 0);
  }
}

template <class MO>
void expect_total_map() {
  for (const double d_in : {-1.0, -0.0, nan, -nan, -infinity}) {
    expect_error(bad_distance, [&] { return TopK<MO>::privacy_map(d_in, 1); });
  }
  for (const double scale : bad_scales) {
    expect_error(bad_parameter, [&] { return TopK<MO>::privacy_map(1, scale); });
  }
  EXPECT_EQ(TopK<MO>::privacy_map(0, 0), 0);
  EXPECT_EQ(TopK<MO>::privacy_map(0, 1), 0);
  EXPECT_EQ(TopK<MO>::privacy_map(1, 0), infinity);
  EXPECT_EQ(TopK<MO>::privacy_map(infinity, 1), infinity);
}

TEST(PrivacyMap, OfOneSelectionRefusesWhatIsNoDistanceOrNoScale) {
  expect_total_map<MaxDivergence>();
  expect_total_map<ZeroConcentratedDivergence>();
  expect_total_map<BoundedRange>();
}

TEST(PrivacyMap, ComposesBoundedRangeOnlyFromADistance) {
  EXPECT_EQ(TopK<BoundedRange>::compose(infinity, 0), 0);
  EXPECT_EQ(TopK<BoundedRange>::compose(0, 5), 0);
  EXPECT_EQ(TopK<BoundedRange>::compose(infinity, 5), infinity);
  for (const double eta : {-1.0, -0.0, nan}) {
    expect_error(bad_distance, [&] { return TopK<BoundedRange>::compose(eta, 2); });
  }
}

}  // namespace
}  // namespace discreet
