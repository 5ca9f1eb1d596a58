#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <gtest/gtest.h>

#include "selection/exponential_mechanism_round.hpp"
#include "support/gap_cases.hpp"
#include "support/oracle.hpp"

namespace discreet {
namespace {

using testing::GapCase;
using testing::Oracle;

constexpr std::size_t excesses_of_each_type = 12'000;

TEST(ExponentialExcess, IsEnclosedForEveryTypeOfScore) {
  testing::RandomScores random;
  testing::for_gaps_of_every_type(excesses_of_each_type, [&]<class T>(const GapCase<T>& c) {
    const std::uint64_t size = 1 + random.below(std::uint64_t{1} << random.below(49));
    const Oracle threshold = exp(-Oracle::gap(c.a, c.b, c.scale)) * Oracle::of(size);
    // The offsets that are asked for lie just below the threshold, where all but its fraction cancels.
    const auto whole = static_cast<std::uint64_t>(threshold.nearest());
    const std::uint64_t offset = random.below(4) == 0
                                     ? random.word() >> (11 + random.below(53))
                                     : whole - std::min<std::uint64_t>(whole, random.below(3));
    const Oracle excess = threshold - Oracle::of(offset);
    detail::ExponentialExcess<T> real{ScoreGap<T>{c.a, c.b, c.scale}, size, offset};
    ASSERT_TRUE(testing::is_enclosed(real, excess, threshold + Oracle::of(offset)))
        << +c.a << ' ' << +c.b << ' ' << c.scale << ' ' << size << ' ' << offset;
  });
}

}  // namespace
}  // namespace discreet
