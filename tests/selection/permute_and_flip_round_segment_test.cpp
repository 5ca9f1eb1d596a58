#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <gtest/gtest.h>

#include "selection/permute_and_flip_round.hpp"
#include "support/gap_cases.hpp"
#include "support/oracle.hpp"

namespace discreet {
namespace {

using detail::Segment;
using testing::GapCase;
using testing::Oracle;
using testing::RandomScores;

constexpr std::size_t segments_of_each_type = 8'000;

/// Time left: mostly what a round has, sometimes next to nothing or next to all.
double some_time(RandomScores& random) {
  switch (random.below(8)) {
    case 0:
      return 1.0;
    case 1:
      return 1.0 - 0x1p-53;
    case 2:
      return std::exp2(-60.0 * random.unit());
    default:
      return std::exp2(-45.0 * random.unit() * random.unit());
  }
}

struct Rounds {
  unsigned mean;
  unsigned bits;
  std::uint64_t total;
};

/// A total of n to about 2^62 positions, as the weights of 2^bits for the best make it.
Rounds some_rounds(RandomScores& random) {
  const auto bits = static_cast<unsigned>(random.below(49));
  const std::uint64_t least = std::uint64_t{1} << bits;
  const auto more = static_cast<unsigned>(random.below(62 - bits + 1));
  const std::uint64_t total =
      least + (random.word() >> (63 - bits)) % least * (std::uint64_t{1} << more);
  return {random.below(4) == 0 ? 4U : 1U << (2 * random.below(3)), bits,
          std::min(total, std::uint64_t{1} << 62)};
}

/// p and 1 − p, each without cancellation.
struct Chance {
  Oracle p;
  Oracle never;

  template <class T>
  explicit Chance(const GapCase<T>& c)
      : p(exp(-Oracle::gap(c.a, c.b, c.scale))), never(-expm1(-Oracle::gap(c.a, c.b, c.scale))) {}
};

/// (T/Λ)·ln((1 − p + p·c) / (1 − p + p·c')), without cancellation.
Oracle threshold_of(const Chance& chance, const Segment& s) {
  const Oracle odds =
      chance.p * (Oracle{s.from} - Oracle{s.to}) / (chance.never + chance.p * Oracle{s.to});
  return Oracle::of(s.total) / Oracle{static_cast<double>(s.mean)} * log1p(odds);
}

TEST(SegmentExcess, IsEnclosedForEveryTypeOfScore) {
  RandomScores random;
  testing::for_gaps_of_every_type(segments_of_each_type, [&]<class T>(const GapCase<T>& c) {
    const Rounds rounds = some_rounds(random);
    const double from = some_time(random);
    const double length =
        random.below(2) == 0 ? 1.0 - random.unit() : std::exp2(-40.0 * random.unit());
    const double to = std::min(from * (1.0 - length) + from * 0x1p-20, std::nextafter(from, 0.0));
    const Segment segment{from, to, rounds.total, rounds.mean, 0.0};
    const Chance chance{c};
    const Oracle threshold = threshold_of(chance, segment);
    const auto whole = static_cast<std::uint64_t>(std::min(threshold.nearest(), 0x1p52));
    const std::uint64_t offset = random.below(4) == 0
                                     ? random.word() >> (11 + random.below(53))
                                     : whole - std::min<std::uint64_t>(whole, random.below(3));
    detail::SegmentExcess<T> excess{ScoreGap<T>{c.a, c.b, c.scale}, segment, offset};
    // At 400 bits the logarithm of a quotient near 1 is known to about (T/Λ)·2^−395 only.
    ASSERT_TRUE(testing::is_enclosed(excess, threshold - Oracle::of(offset),
                                     threshold + Oracle::of(offset) + Oracle{1.0}))
        << +c.a << ' ' << +c.b << ' ' << c.scale << ' ' << from << ' ' << to << ' ' << offset;
  });
}

TEST(LateArrival, IsEnclosedForEveryTypeOfScore) {
  RandomScores random;
  testing::for_gaps_of_every_type(segments_of_each_type, [&]<class T>(const GapCase<T>& c) {
    const double from = some_time(random);
    const Chance chance{c};
    const Oracle later = chance.p * Oracle{from};
    const Oracle value = later / (chance.never + later);
    ASSERT_TRUE(testing::is_enclosed(detail::LateArrival<T>{ScoreGap<T>{c.a, c.b, c.scale}, from},
                                     value, value))
        << +c.a << ' ' << +c.b << ' ' << c.scale << ' ' << from;
  });
}

TEST(Segment, EndsWhereEveryThresholdIsStillBelowTheWeightsBound) {
  RandomScores random;
  testing::for_gaps_of_every_type(segments_of_each_type, [&]<class T>(const GapCase<T>& c) {
    const Rounds rounds = some_rounds(random);
    const double from = some_time(random);
    // The best score in play is up to some scales below the reference.
    const GapCase<double> ahead{30.0 * random.unit() * random.unit(), 0.0, 1.0};
    const Oracle lead = random.below(3) == 0 ? Oracle{0.0} : Oracle{ahead.a};
    const Interval quick_lead{lead.nearest() * (1.0 - 0x1p-52), lead.nearest() * (1.0 + 0x1p-52)};
    const Segment s = Segment::starting(from, rounds.mean, rounds.total, rounds.bits, quick_lead);
    const Oracle weight = Oracle::of(std::uint64_t{1} << rounds.bits) / exp(lead);
    const Oracle end = Oracle{from} * exp(-Oracle{static_cast<double>(rounds.mean)} * weight /
                                          Oracle::of(rounds.total));
    ASSERT_TRUE(end <= Oracle{s.to}) << "a segment longer than its law says";
    ASSERT_TRUE(Oracle{s.to} <= end + Oracle{from} * Oracle{0x1p-40}) << "much shorter";
    if (s.moves()) {
      const Chance chance{c};
      const Oracle threshold = threshold_of(chance, s);
      const Oracle bound = weight * chance.p;
      ASSERT_TRUE(threshold <= bound + bound.times_two_to_minus(440))
          << "a threshold above the weight's bound";
      ASSERT_TRUE(Oracle{s.lower} * bound <= threshold + threshold.times_two_to_minus(440))
          << "the lower bound is too much";
      const Oracle best = threshold_of(Chance{GapCase<T>{c.a, c.a, c.scale}}, s);
      const Oracle least{s.least_of_best()};
      ASSERT_TRUE(least <= best) << "more than the best one's threshold";
      const Oracle positions = Oracle::of(rounds.total) / Oracle{static_cast<double>(rounds.mean)};
      ASSERT_TRUE(best <= least + best * Oracle{0x1p-45} + positions * Oracle{0x1p-45})
          << "much less than the best one's threshold";
    }
  });
}

}  // namespace
}  // namespace discreet
