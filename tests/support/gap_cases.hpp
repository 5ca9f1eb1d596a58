#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/framework/law.hpp"
#include "discreet/numbers/number.hpp"
#include "selection/score_view.hpp"
#include "support/near_scores.hpp"
#include "support/random_scores.hpp"

namespace discreet::testing {

/// Two finite scores and a scale, and what the enclosures of their gap are tried on.
template <Number T>
struct GapCase {
  T a;
  T b;
  double scale;
};

/// Scores at the corners of the type, their neighbours among them.
template <Number T>
std::vector<T> corner_scores() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> out{T{0}, T{1}, T{3}, Limits::max(), Limits::lowest()};
  if constexpr (Float<T>) {
    for (const T v : {Limits::denorm_min(), Limits::min(), Limits::epsilon(), static_cast<T>(0.1),
                      std::nextafter(T{1}, T{2}), std::nextafter(T{1}, T{0}),
                      std::nextafter(Limits::max(), T{0}), Limits::max() / 2}) {
      out.push_back(v);
      out.push_back(-v);
    }
  } else {
    out.push_back(Limits::max() - 1);
    out.push_back(Limits::lowest() + 1);
    if constexpr (sizeof(T) == 8) {
      // Where doubles stop telling integers apart.
      for (const T v : {(T{1} << 53) - 1, T{1} << 53, (T{1} << 53) + 1, (T{1} << 62) + 1}) {
        out.push_back(v);
      }
    }
  }
  return out;
}

/// A scale above zero of any size.
inline double any_scale(RandomScores& random) {
  switch (random.below(4)) {
    case 0:
      return all_scales[random.below(all_scales.size())];
    case 1:
      return std::exp2(2000.0 * random.unit() - 1000.0);
    default:
      return std::exp2(60.0 * random.unit() - 30.0);
  }
}

template <Number T>
T random_score(RandomScores& random) {
  if (random.below(2) == 0) {
    return finite_score(random.any<T>());
  }
  if constexpr (Float<T>) {
    if (random.below(2) == 0) {
      using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
      const T any = std::bit_cast<T>(static_cast<Bits>(random.word()));
      return std::isnan(any) ? T{0} : finite_score(any);
    }
    return static_cast<T>((random.unit() - 0.5) * std::exp2(200.0 * random.unit() - 100.0));
  } else {
    return static_cast<T>(random.word());
  }
}

/// Every pair of corner scores under every scale, then `runs` random cases: scores some scales
/// apart, where e^−gap is neither 0 nor 1, above all; neighbours; and unrelated ones.
template <Number T, class Check>
void for_gaps(RandomScores& random, std::size_t runs, Check check) {
  for (const T a : corner_scores<T>()) {
    for (const T b : corner_scores<T>()) {
      for (const double scale : all_scales) {
        check(GapCase<T>{a, b, scale});
      }
    }
  }
  for (std::size_t run = 0; run < runs && !::testing::Test::HasFatalFailure(); ++run) {
    const T a = random_score<T>(random);
    const double scale = any_scale(random);
    const Optimize side = random.below(2) == 0 ? Optimize::max : Optimize::min;
    switch (random.below(8)) {
      case 0:
        check(GapCase<T>{a, random_score<T>(random), scale});
        break;
      case 1:
        if constexpr (Float<T>) {
          check(GapCase<T>{a, finite_score(std::nextafter(a, T{0})), scale});
        } else {
          check(GapCase<T>{a, static_cast<T>(a / 2 + 1), scale});
        }
        break;
      case 2: {
        // A difference that some hundred scales, or a fraction of one, make up.
        const T b = random_score<T>(random);
        const double apart = std::abs(static_cast<double>(a) / 2 - static_cast<double>(b) / 2);
        const double fitting = apart * std::exp2(20.0 * random.unit() - 8.0);
        check(GapCase<T>{a, b, fitting > 0.0 && std::isfinite(fitting) ? fitting : 1.0});
        break;
      }
      default:
        check(GapCase<T>{a, near_reference<T>(random, a, scale, side), scale});
    }
  }
}

/// The same for every score type; `runs` for each.
template <class Check>
void for_gaps_of_every_type(std::size_t runs, Check check) {
  RandomScores random;
  for_each_number([&]<class T>() { for_gaps<T>(random, runs, check); });
}

}  // namespace discreet::testing
