// The bad-input table of every make_ and of every measurement it builds, for every score type.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/mechanisms/noisy_max.hpp"
#include "discreet/mechanisms/noisy_top_k.hpp"
#include "discreet/mechanisms/report_noisy_max_gumbel.hpp"
#include "discreet/mechanisms/top_k_measure.hpp"
#include "entropy/system_bits.hpp"
#include "support/expect_error.hpp"
#include "support/extremes.hpp"
#include "support/score_types.hpp"
#include "support/unusual_scores.hpp"

namespace discreet {
namespace {

template <class T>
class BadInput : public ::testing::Test {
 protected:
  using Domain = VectorDomain<AtomDomain<T>>;

  const Domain domain{AtomDomain<T>{Nan::excluded}};
  const LInfDistance<T> metric{Monotonic::yes};

  /// What the measurements have in common, without their types.
  struct Built {
    std::function<std::size_t(std::span<const T>)> released;  // how many indices
    std::function<double(T)> map;
    std::function<bool(T, double)> check;
  };

  template <class M>
  static Built hide(const M& measurement) {
    return {[=](std::span<const T> x) {
              if constexpr (requires { measurement(x).size(); }) {
                return measurement(x).size();
              } else {
                return measurement(x) < x.size() ? std::size_t{1} : std::size_t{0};
              }
            },
            [=](T d_in) { return measurement.map(d_in); },
            [=](T d_in, double d_out) { return measurement.check(d_in, d_out); }};
  }

  /// Every way to build a measurement for k = 1, from a domain, a scale and an optimization.
  using Make = std::function<Built(const Domain&, double, Optimize)>;
  template <class MO>
  std::vector<Make> makes_under(MO measure) const {
    return {[=, this](const Domain& d, double scale, Optimize optimize) {
              return hide(make_noisy_top_k(d, metric, measure, 1, scale, optimize));
            },
            [=, this](const Domain& d, double scale, Optimize optimize) {
              return hide(make_noisy_max(d, metric, measure, scale, optimize));
            }};
  }
  std::vector<Make> makes() const {
    std::vector<Make> all = {
        [this](const Domain& d, double scale, Optimize optimize) {
          return hide(make_report_noisy_max_gumbel(d, metric, scale, optimize));
        },
        [](const Domain& d, double scale, Optimize optimize) {
          return hide(make_report_noisy_max_gumbel(d, RangeDistance<T>{}, scale, optimize));
        },
        [this](const Domain& d, double scale, Optimize optimize) {
          return hide(make_noisy_top_k<GumbelRV>(d, metric, MaxDivergence{}, 1, scale, optimize));
        }};
    for (const auto& more : {makes_under(MaxDivergence{}), makes_under(BoundedRange{}),
                             makes_under(ZeroConcentratedDivergence{})}) {
      all.insert(all.end(), more.begin(), more.end());
    }
    return all;
  }
};
TYPED_TEST_SUITE(BadInput, ScoreTypes);

TYPED_TEST(BadInput, ADomainWithNanIsABadParameter) {
  if constexpr (Float<TypeParam>) {
    for (const auto& make : this->makes()) {
      for (const auto& atoms : {AtomDomain<TypeParam>{}, AtomDomain<TypeParam>{Nan::allowed}}) {
        expect_error(
            bad_parameter, [&] { return make(VectorDomain{atoms}, 1, Optimize::max); },
            "input domain elements must be non-nan");
      }
    }
  }
}

TYPED_TEST(BadInput, AScaleThatIsNotFiniteOrHasAMinusSignIsABadParameter) {
  for (const auto& make : this->makes()) {
    for (const double scale : bad_scales) {
      expect_error(
          bad_parameter, [&] { return make(this->domain, scale, Optimize::max); },
          "scale must be finite and non-negative");
    }
  }
}

TYPED_TEST(BadInput, AKnownSizeBelowKIsABadParameter) {
  for (const auto& make : this->makes()) {
    expect_error(
        bad_parameter, [&] { return make(this->domain.with_size(0), 1, Optimize::max); },
        "k must not exceed the number of candidates");
    EXPECT_NO_THROW(make(this->domain.with_size(1), 1, Optimize::max));
  }
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  for (const std::size_t k : {std::size_t{4}, most}) {
    expect_error(
        bad_parameter,
        [&] {
          return make_noisy_top_k(this->domain.with_size(3), this->metric, MaxDivergence{}, k, 1.0,
                                  Optimize::max);
        },
        "k must not exceed the number of candidates");
  }
}

TYPED_TEST(BadInput, AnOptimizationThatIsNeitherIsABadParameter) {
  for (const auto& make : this->makes()) {
    expect_error(
        bad_parameter, [&] { return make(this->domain, 1, static_cast<Optimize>(2)); },
        "must specify optimization");
  }
  for (const char* text : {"", "MAX", "max ", "maximum", "minimize"}) {
    expect_error(
        bad_parameter,
        [&] { return make_report_noisy_max_gumbel(this->domain, this->metric, 1.0, text); },
        "must specify optimization");
  }
}

TYPED_TEST(BadInput, ANanAmongTheScoresIsOutsideTheDomainWhereverItStands) {
  if constexpr (Float<TypeParam>) {
    const TypeParam nan = std::numeric_limits<TypeParam>::quiet_NaN();
    for (const auto& make : this->makes()) {
      for (const double scale : {0.0, 1.0}) {
        const auto built = make(this->domain, scale, Optimize::max);
        for (std::size_t place = 0; place < 300; place += 13) {
          std::vector<TypeParam> scores(300);
          scores[place] = place % 2 == 0 ? nan : -nan;
          const Tally before = thread_bits().tally();
          expect_error(outside_domain, [&] { return built.released(scores); });
          EXPECT_EQ(thread_bits().tally(), before) << "bits were drawn before the scores were read";
        }
      }
    }
  }
}

TYPED_TEST(BadInput, AForeignLengthIsOutsideTheDomain) {
  for (const auto& make : this->makes()) {
    const auto built = make(this->domain.with_size(3), 1, Optimize::min);
    EXPECT_EQ(built.released(std::vector<TypeParam>(3)), 1U);
    for (const std::size_t length : {0U, 2U, 4U, 300U}) {
      expect_error(outside_domain, [&] { return built.released(std::vector<TypeParam>(length)); });
    }
  }
}

TYPED_TEST(BadInput, NoScoresAreOutsideOnlyWhereOneIndexIsPromised) {
  const auto none = [&](const auto& measurement) { return measurement({}); };
  for (const double scale : {0.0, 1.0}) {
    expect_error(outside_domain, [&] {
      return none(
          make_noisy_max(this->domain, this->metric, MaxDivergence{}, scale, Optimize::max));
    });
    expect_error(outside_domain, [&] {
      return none(make_report_noisy_max_gumbel(this->domain, this->metric, scale, Optimize::max));
    });
    EXPECT_TRUE(
        none(make_noisy_top_k(this->domain, this->metric, MaxDivergence{}, 3, scale, Optimize::max))
            .empty());
    EXPECT_TRUE(none(make_noisy_top_k(this->domain.with_size(0), this->metric,
                                      ZeroConcentratedDivergence{}, 0, scale, Optimize::max))
                    .empty());
  }
}

TYPED_TEST(BadInput, ExtremeScoresAreScores) {
  const auto scores = extreme_scores<TypeParam>();
  for (const auto& make : this->makes()) {
    for (const double scale : {0.0, std::numeric_limits<double>::denorm_min(), 1.0,
                               std::numeric_limits<double>::max()}) {
      for (const Optimize optimize : {Optimize::max, Optimize::min}) {
        EXPECT_EQ(make(this->domain, scale, optimize).released(scores), 1U);
      }
    }
  }
}

TYPED_TEST(BadInput, WhatIsNoDistanceIsRefusedByMapAndCheck) {
  std::vector<TypeParam> not_distances;
  if constexpr (std::numeric_limits<TypeParam>::is_signed) {
    not_distances = {TypeParam{-1}, std::numeric_limits<TypeParam>::lowest()};
  }
  if constexpr (Float<TypeParam>) {
    const TypeParam nan = std::numeric_limits<TypeParam>::quiet_NaN();
    not_distances.insert(not_distances.end(),
                         {-TypeParam{0}, nan, -nan, -std::numeric_limits<TypeParam>::infinity()});
  }
  for (const auto& make : this->makes()) {
    for (const double scale : {0.0, 1.0}) {
      const auto built = make(this->domain, scale, Optimize::max);
      for (const TypeParam d_in : not_distances) {
        expect_error(bad_distance, [&] { return built.map(d_in); });
        expect_error(bad_distance, [&] { return built.check(d_in, 1); });
      }
      for (const double d_out : {-1.0, -0.0, -infinity, std::numeric_limits<double>::quiet_NaN()}) {
        expect_error(bad_distance, [&] { return built.check(TypeParam{1}, d_out); });
      }
    }
  }
}

TYPED_TEST(BadInput, AtDistanceZeroNothingIsSpentAndAtScaleZeroEverything) {
  for (const auto& make : this->makes()) {
    EXPECT_EQ(make(this->domain, 0, Optimize::max).map(TypeParam{0}), 0);
    EXPECT_EQ(make(this->domain, 1, Optimize::max).map(TypeParam{0}), 0);
    EXPECT_EQ(make(this->domain, 0, Optimize::max).map(TypeParam{1}), infinity);
  }
}

}  // namespace
}  // namespace discreet
