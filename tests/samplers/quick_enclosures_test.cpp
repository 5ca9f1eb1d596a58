// Words of 1 to 8 bits cannot see a filter that is wrong by less than a cell of theirs; here every filter
// of the room is compared with an evaluation of its own.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gmpxx.h>
#include <gtest/gtest.h>
#include <mpfr.h>

#include "discreet/samplers/noise.hpp"
#include "numbers/score_gap.hpp"
#include "samplers/bernoulli_exp.hpp"
#include "samplers/psrn.hpp"
#include "support/gap_cases.hpp"
#include "support/oracle.hpp"

namespace discreet {
namespace {

using testing::GapCase;
using testing::Oracle;
using testing::RandomScores;

constexpr std::size_t coins_of_each_type = 12'000;
constexpr std::size_t thresholds = 100'000;

TEST(ExpOfMinus, IsEnclosedForEveryTypeOfScore) {
  testing::for_gaps_of_every_type(coins_of_each_type, []<class T>(const GapCase<T>& c) {
    const Oracle chance = exp(-Oracle::gap(c.a, c.b, c.scale));
    ASSERT_TRUE(testing::is_enclosed(ExpOfMinus{ScoreGap<T>{c.a, c.b, c.scale}}, chance, chance))
        << +c.a << ' ' << +c.b << ' ' << c.scale;
  });
}

Oracle oracle_of(const mpq_class& value) {
  BigFloat exact{512};
  mpfr_set_q(exact.get(), value.get_mpq_t(), MPFR_RNDN);
  return Oracle::copy(exact);
}

/// Shifts and scales as dyadic numbers of any size and as plain ratios.
mpq_class some_fraction(RandomScores& random) {
  mpq_class value{static_cast<long>(random.word() >> 40U) + 1,
                  static_cast<long>(random.word() >> (40U + random.below(20))) + 1};
  value.canonicalize();
  if (random.below(2) == 0) {
    const auto power = static_cast<mp_bitcnt_t>(random.below(200));
    return random.below(2) == 0 ? mpq_class{value >> power} : mpq_class{value << (power / 8)};
  }
  return value;
}

/// Cells of another number's string, as a comparison hands them on: the first, the last and any, of
/// words of every width.
Interval handed_cell(RandomScores& random) {
  const auto width = static_cast<unsigned>(1 + random.below(60));
  const std::uint64_t cells = std::uint64_t{1} << width;
  const std::array<std::uint64_t, 4> choices{0, cells - 1, random.word() % cells,
                                             random.word() % cells};
  const auto cell = static_cast<double>(choices[random.below(choices.size())]);
  // Past 2^53 the ends are rounded outward, as interval arithmetic does; an end may just pass 1.
  const double lo = std::max(0.0, width > 53 ? std::nextafter(cell, 0.0) : cell);
  const double hi = width > 53 ? std::nextafter(cell + 1.0, 2.0 * cell + 2.0) : cell + 1.0;
  return {std::ldexp(lo, -static_cast<int>(width)), std::ldexp(hi, -static_cast<int>(width))};
}

/// A threshold at one v as a computable real: what it is on a cell must contain what it is inside.
template <class RV>
struct ThresholdAt {
  const RV& mine;
  const RV& other;
  Interval cell;
  const Oracle& v;

  [[nodiscard]] Interval quick() const { return quick_threshold(mine, other, cell); }
  [[nodiscard]] BigInterval enclose(mpfr_prec_t precision) const {
    BigInterval point{512};
    mpfr_set(point.lo.get(), v.get(), MPFR_RNDD);
    mpfr_set(point.hi.get(), v.get(), MPFR_RNDU);
    return threshold(mine, other, point, precision);
  }
};

/// ln of the u at which both upper quantiles agree, and ln of its −ln for Gumbel's.
Oracle exponent_of(const mpq_class& shift, const mpq_class& ratio, const Oracle& log_of) {
  return oracle_of(shift) + oracle_of(ratio) * log_of;
}

struct ValueAndSize {
  Oracle value;
  Oracle size;
};

template <class RV, class ThresholdOf>
void expect_thresholds(ThresholdOf threshold_of) {
  RandomScores random;
  for (std::size_t run = 0; run < thresholds / 3; ++run) {
    const mpq_class scale = some_fraction(random);
    mpq_class other_scale = random.below(4) == 0 ? some_fraction(random) : scale;
    if (random.below(8) == 0) {
      other_scale = 0;  // the other is its shift
    }
    // Mostly shifts of some scales, so that the threshold lies in [0, 1].
    mpq_class apart = some_fraction(random);
    while (random.below(4) != 0 && abs(apart) > 8) {
      apart /= 64;
    }
    const mpq_class base = some_fraction(random);
    const mpq_class shift = random.below(2) == 0 ? mpq_class{-apart} : apart;
    const RV mine{mpq_class{base + shift * scale}, scale};
    const RV other{base, other_scale};
    const Interval cell = handed_cell(random);
    const mpq_class ratio = other_scale / scale;
    const Interval quick = quick_threshold(mine, other, cell);
    const std::array<double, 3> points{cell.lo, cell.lo / 2 + cell.hi / 2, cell.hi};
    for (std::size_t j = 0; j < points.size(); ++j) {
      const Oracle v{std::clamp(points[j], 0x1p-70, 1.0 - 0x1p-53)};
      if (!cell.contains(v.nearest())) {
        continue;
      }
      const auto [value, size] = threshold_of(shift, ratio, v);
      ASSERT_TRUE(testing::contains(quick, value, size.times_two_to_minus(440)))
          << shift << ' ' << ratio << ' ' << v.nearest();
      if (j == run % points.size()) {
        ASSERT_TRUE(testing::is_enclosed(ThresholdAt<RV>{mine, other, cell, v}, value, size))
            << shift << ' ' << ratio << ' ' << v.nearest();
      }
    }
  }
}

TEST(ExponentialRV, ItsQuickThresholdIsEnclosed) {
  expect_thresholds<ExponentialRV>(
      [](const mpq_class& shift, const mpq_class& ratio, const Oracle& v) {
        const Oracle u = exp(exponent_of(shift, ratio, log(v)));
        return ValueAndSize{u, u};
      });
}

TEST(GumbelRV, ItsQuickThresholdIsEnclosed) {
  expect_thresholds<GumbelRV>([](const mpq_class& shift, const mpq_class& ratio, const Oracle& v) {
    const Oracle inner = exp(exponent_of(shift, ratio, log(-log(v))));
    const Oracle u = exp(-inner);
    // u has the relative error of its exponent's absolute one.
    return ValueAndSize{u, u.is_zero() ? u : u + u * inner};
  });
}

}  // namespace
}  // namespace discreet
