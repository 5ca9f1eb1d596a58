// Every privacy map against what it bounds: the laws of neighbouring inputs are written down exactly, from
// their formulas and not from any sampler, and the divergence between them is computed. No pair may pass
// its map, and the worst pair must come near it, or the comparison would say nothing.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <mpfr.h>

#include "discreet/accounting/convert.hpp"
#include "discreet/mechanisms/noisy_max.hpp"
#include "discreet/mechanisms/noisy_top_k.hpp"
#include "discreet/mechanisms/report_noisy_max_gumbel.hpp"
#include "discreet/mechanisms/top_k_measure.hpp"
#include "support/laws.hpp"

namespace discreet {
namespace {
namespace maps_against_laws {

using Scores = std::vector<double>;
using LogLaw = std::vector<double>;  // ln P of every ordered top-k, always in the same order

constexpr double scale = 0.5;
// Logarithms in doubles lose less; what maps lose by rounding is the matter of privacy_map_test.cpp.
constexpr double rounding = 1e-9;

const VectorDomain domain{AtomDomain<double>{Nan::excluded}};

LogLaw log_law(const Scores& x, std::size_t k, Optimize optimize, Law law) {
  LogLaw out;
  for (const auto& [outcome, probability] : testing::top_k_law(x, scale, k, optimize, law)) {
    BigFloat log{64};
    mpfr_log(log.get(), probability.lo.get(), MPFR_RNDN);
    out.push_back(mpfr_get_d(log.get(), MPFR_RNDN));
  }
  return out;
}

/// Every list of n of these levels.
std::vector<Scores> grid(std::size_t n, const Scores& levels) {
  std::vector<Scores> out{{}};
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<Scores> longer;
    for (const Scores& before : out) {
      for (const double level : levels) {
        longer.push_back(before);
        longer.back().push_back(level);
      }
    }
    out = std::move(longer);
  }
  return out;
}

/// The changes of a grid that a distance allows. Of one way, the way down is the same pair the other way round.
enum class Change { both_ways, one_way };

std::vector<Scores> changes(std::size_t n, double d, Change change) {
  return grid(n, change == Change::one_way ? Scores{0.0, d} : Scores{0.0, d, -d});
}

/// Inputs from ties to gaps of twenty-four scales. Of four, the one shape on which a later round's likely
/// winner depends on an earlier one's.
std::vector<Scores> inputs(std::size_t n) {
  if (n == 4) {
    return {{12.0, 12.0, 0.0, 0.0}, {0.0, 0.0, 12.0, 12.0}};
  }
  return grid(n, {0.0, 1.25, 12.0});
}

/// Calls check(P, Q) for the laws of every pair of neighbours, both ways round.
template <class Check>
void for_neighbours(std::size_t n, std::size_t k, double d, Change change, Optimize optimize,
                    Law law, Check check) {
  std::map<Scores, LogLaw> known;
  const auto law_of = [&](const Scores& x) -> const LogLaw& {
    const auto [at, fresh] = known.try_emplace(x);
    if (fresh) {
      at->second = log_law(x, k, optimize, law);
    }
    return at->second;
  };
  for (const Scores& x : inputs(n)) {
    for (const Scores& change_of_x : changes(n, d, change)) {
      Scores y = x;
      for (std::size_t i = 0; i < n; ++i) {
        y[i] += change_of_x[i];
      }
      check(law_of(x), law_of(y));
      check(law_of(y), law_of(x));
    }
  }
}

double max_divergence(const LogLaw& p, const LogLaw& q) {
  double most = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    most = std::max(most, p[i] - q[i]);
  }
  return most;
}

double bounded_range(const LogLaw& p, const LogLaw& q) {
  return max_divergence(p, q) + max_divergence(q, p);
}

/// The greatest D_α / α over some orders α, 1 among them.
double concentrated(const LogLaw& p, const LogLaw& q) {
  double most = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    most += std::exp(p[i]) * (p[i] - q[i]);
  }
  for (const double order : {1.01, 1.3, 2.0, 4.0, 16.0, 100.0}) {
    const auto exponent = [&](std::size_t i) { return order * p[i] + (1.0 - order) * q[i]; };
    double peak = exponent(0);
    for (std::size_t i = 1; i < p.size(); ++i) {
      peak = std::max(peak, exponent(i));
    }
    double sum = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      sum += std::exp(exponent(i) - peak);
    }
    most = std::max(most, (peak + std::log(sum)) / (order - 1.0) / order);
  }
  return most;
}

double delta_at(const LogLaw& p, const LogLaw& q, double epsilon) {
  double delta = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    delta += std::max(0.0, std::exp(p[i]) - std::exp(epsilon + q[i]));
  }
  return delta;
}

constexpr std::array both_optimizations{Optimize::max, Optimize::min};
constexpr std::array both_metrics{Monotonic::yes, Monotonic::no};

Change change_of(Monotonic monotonic) {
  return monotonic == Monotonic::yes ? Change::one_way : Change::both_ways;
}

/// The greatest share of its map that any pair of neighbours has; it must not pass 1.
template <class RV, class MO, class Divergence>
double worst_share(MO measure, Law law, std::size_t k, Divergence divergence, std::size_t n = 3) {
  double worst = 0.0;
  for (const Monotonic monotonic : both_metrics) {
    for (const Optimize optimize : both_optimizations) {
      for (const double d : {0.125, 1.0}) {
        const double charged = make_noisy_top_k<RV>(domain, LInfDistance<double>{monotonic},
                                                    measure, k, scale, optimize)
                                   .map(d);
        for_neighbours(n, k, d, change_of(monotonic), optimize, law,
                       [&](const LogLaw& p, const LogLaw& q) {
                         worst = std::max(worst, divergence(p, q) / charged);
                       });
      }
    }
  }
  EXPECT_LE(worst, 1.0 + rounding) << "a map below what it bounds, k = " << k;
  return worst;
}

TEST(MapsAgainstLaws, OfMaxDivergenceBoundBothLaws) {
  for (std::size_t k = 1; k <= 3; ++k) {
    // The last of three is no choice, so two rounds have all there is.
    const double rounds = std::min(2.0, static_cast<double>(k)) / static_cast<double>(k);
    EXPECT_GT(worst_share<ExponentialRV>(MaxDivergence{}, Law::permute_and_flip, k, max_divergence),
              0.95 * rounds);
    EXPECT_GT(worst_share<GumbelRV>(MaxDivergence{}, Law::exponential_mechanism, k, max_divergence),
              0.95 * rounds);
  }
}

TEST(MapsAgainstLaws, OfBoundedRangeBoundTheExponentialMechanism) {
  for (std::size_t k = 1; k <= 3; ++k) {
    // The last of three is no choice, and no round changes what is likely in the next.
    const double rounds =
        std::min(2.0, static_cast<double>(k)) / (2.0 * static_cast<double>(k) - 1.0);
    EXPECT_GT(worst_share<GumbelRV>(BoundedRange{}, Law::exponential_mechanism, k, bounded_range),
              0.95 * rounds);
  }
  EXPECT_GT(worst_share<GumbelRV>(BoundedRange{}, Law::exponential_mechanism, 2, bounded_range, 4),
            0.95);
}

TEST(MapsAgainstLaws, OfZeroConcentratedDivergenceBoundTheExponentialMechanism) {
  for (std::size_t k = 1; k <= 3; ++k) {
    EXPECT_GT(worst_share<GumbelRV>(ZeroConcentratedDivergence{}, Law::exponential_mechanism, k,
                                    concentrated),
              0.9 / static_cast<double>(k));
  }
}

TEST(MapsAgainstLaws, OfPermuteAndFlipsOwnConstantBoundItsZcdp) {
  for (std::size_t k = 1; k <= 3; ++k) {
    for (const double d : {0.125, 1.0}) {
      const double charged = static_cast<double>(k) * permute_and_flip_to_zcdp(2.0 * d / scale);
      double worst = 0.0;
      for_neighbours(3, k, d, Change::both_ways, Optimize::max, Law::permute_and_flip,
                     [&](const LogLaw& p, const LogLaw& q) {
                       worst = std::max(worst, concentrated(p, q) / charged);
                     });
      EXPECT_LE(worst, 1.0 + rounding);
      EXPECT_GT(worst, 0.5 / static_cast<double>(k));
    }
  }
}

template <class RV>
void expect_curves(Law law) {
  const double d = 0.25;
  for (std::size_t k = 1; k <= 3; ++k) {
    for (const Monotonic monotonic : both_metrics) {
      const auto curve = make_noisy_top_k<RV>(domain, LInfDistance<double>{monotonic},
                                              Approximate<MaxDivergence>{}, k, scale, Optimize::max)
                             .map(d);
      for (const double epsilon : {0.0, 0.2, 0.45}) {
        const double charged = curve.delta(epsilon);
        double worst = 0.0;
        for_neighbours(3, k, d, change_of(monotonic), Optimize::max, law,
                       [&](const LogLaw& p, const LogLaw& q) {
                         worst = std::max(worst, delta_at(p, q, epsilon));
                       });
        EXPECT_LE(worst, charged + rounding);
        EXPECT_GT(worst, 0.2 * charged) << k << ' ' << epsilon;
      }
    }
  }
}

TEST(MapsAgainstLaws, CurvesBoundTheExponentialMechanism) {
  expect_curves<GumbelRV>(Law::exponential_mechanism);
}

TEST(MapsAgainstLaws, CurvesBoundPermuteAndFlip) {
  expect_curves<ExponentialRV>(Law::permute_and_flip);
}

/// The greatest share of the map of a measurement of one selection that any pair of neighbours has.
template <class Measurement, class Divergence>
double share_of_one(const Measurement& measurement, Change change, Optimize optimize, Law law,
                    Divergence divergence) {
  const double d = 1.0;
  const double charged = measurement.map(d);
  double worst = 0.0;
  for_neighbours(2, 1, d, change, optimize, law, [&](const LogLaw& p, const LogLaw& q) {
    worst = std::max(worst, divergence(p, q) / charged);
  });
  EXPECT_LE(worst, 1.0 + rounding);
  return worst;
}

TEST(MapsAgainstLaws, OfOneSelectionBoundItUnderEveryMeasureAndMetric) {
  for (const Optimize optimize : both_optimizations) {
    for (const Monotonic monotonic : both_metrics) {
      const LInfDistance<double> metric{monotonic};
      const Change change = change_of(monotonic);
      const auto share = [&](const auto& measurement, Law law, auto divergence) {
        return share_of_one(measurement, change, optimize, law, divergence);
      };
      EXPECT_GT(share(make_noisy_max(domain, metric, MaxDivergence{}, scale, optimize),
                      Law::permute_and_flip, max_divergence),
                0.95);
      EXPECT_GT(share(make_noisy_max<GumbelRV>(domain, metric, MaxDivergence{}, scale, optimize),
                      Law::exponential_mechanism, max_divergence),
                0.95);
      EXPECT_GT(share(make_noisy_max(domain, metric, BoundedRange{}, scale, optimize),
                      Law::exponential_mechanism, bounded_range),
                0.95);
      EXPECT_GT(share(make_noisy_max(domain, metric, ZeroConcentratedDivergence{}, scale, optimize),
                      Law::exponential_mechanism, concentrated),
                0.9);
      EXPECT_GT(share(make_report_noisy_max_gumbel(domain, metric, scale, optimize),
                      Law::exponential_mechanism, max_divergence),
                0.95);
    }
    // The range distance: scores that change by 0 or d, all one way.
    EXPECT_GT(
        share_of_one(make_report_noisy_max_gumbel(domain, RangeDistance<double>{}, scale, optimize),
                     Change::one_way, optimize, Law::exponential_mechanism, max_divergence),
        0.95);
  }
}

}  // namespace maps_against_laws
}  // namespace
}  // namespace discreet
