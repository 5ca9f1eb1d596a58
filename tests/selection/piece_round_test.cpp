#include "selection/piece_round.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/decision_walk.hpp"
#include "support/gap_cases.hpp"
#include "support/laws.hpp"
#include "support/oracle.hpp"
#include "support/random_scores.hpp"

namespace discreet {
namespace {

using detail::Piece;
using detail::PieceLine;
using detail::RankThreshold;
using testing::Oracle;
using testing::RandomScores;

Oracle exact_threshold(UInt128 gap, const RankThreshold& threshold) {
  const Oracle exact = Oracle::of(static_cast<std::uint64_t>(gap >> 64U)) * Oracle{0x1p64} +
                       Oracle::of(static_cast<std::uint64_t>(gap));
  return exp(-(exact / Oracle{threshold.scale})) * Oracle::of(std::uint64_t{1} << threshold.bits);
}

/// A gap of a few scales up to some hundred, of any size.
std::pair<UInt128, RankThreshold> random_threshold(RandomScores& random) {
  const UInt128 gap = (UInt128{random.word()} << 64U | random.word()) >> random.below(128);
  const auto bits = static_cast<unsigned>(random.below(64));
  const double scale = random.below(4) == 0
                           ? testing::any_scale(random)
                           : static_cast<double>(gap + 1) * std::exp2(12.0 * random.unit() - 8.0);
  return {gap, {scale, bits}};
}

TEST(RankThreshold, IsBoundedByItsWeight) {
  RandomScores random;
  for (int run = 0; run < 50'000; ++run) {
    const auto [gap, threshold] = random_threshold(random);
    const Oracle theta = exact_threshold(gap, threshold);
    const std::uint64_t weight = threshold.weight(gap);
    ASSERT_TRUE(theta <= Oracle::of(weight));
    // It is no larger than need be: this is what few proposals rest on.
    ASSERT_TRUE(Oracle::of(weight) <= theta * Oracle{1.0 + 0x1p-40} + Oracle{1.0});
    ASSERT_GE(weight, 1U);
  }
}

TEST(RankThreshold, WeighsTheBestElementExactly) {
  for (unsigned bits = 0; bits < 64; ++bits) {
    for (const double scale : testing::all_scales) {
      EXPECT_EQ((RankThreshold{scale, bits}.weight(0)), std::uint64_t{1} << bits);
      EXPECT_GE((RankThreshold{scale, bits}.weight(~UInt128{0})), 1U);
    }
  }
}

TEST(RankExcess, IsEnclosed) {
  RandomScores random;
  for (int run = 0; run < 50'000; ++run) {
    const auto [gap, threshold] = random_threshold(random);
    const Oracle theta = exact_threshold(gap, threshold);
    // The offsets that are asked for lie just below the threshold, where all but its fraction cancels.
    const auto whole = static_cast<std::uint64_t>(theta.nearest());
    const std::uint64_t offset = random.below(4) == 0
                                     ? random.word() >> (1 + random.below(63))
                                     : whole - std::min<std::uint64_t>(whole, random.below(3));
    const Oracle excess = theta - Oracle::of(offset);
    ASSERT_TRUE(testing::is_enclosed(detail::RankExcess{threshold, gap, offset}, excess,
                                     theta + Oracle::of(offset)))
        << static_cast<double>(gap) << ' ' << threshold.scale << ' ' << threshold.bits;
  }
}

/// Pieces in a random order, with gaps in them and gaps of ranks that a function gives.
struct RandomPieces {
  PieceLine line;
  std::map<std::uint64_t, UInt128> gaps;  ///< of every element
  std::map<std::uint64_t, std::uint64_t> weights;
};

RandomPieces random_pieces(RandomScores& random, const RankThreshold& threshold) {
  RandomPieces out;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> runs;
  std::uint64_t at = random.word() >> 6U;
  for (std::size_t pieces = 1 + random.below(4); pieces > 0; --pieces) {
    runs.emplace_back(at, 1 + random.below(3));
    at += runs.back().second + random.below(2);
  }
  std::shuffle(runs.begin(), runs.end(), std::mt19937_64{random.word()});
  bool first = true;
  for (const auto& [begin, count] : runs) {
    std::uint64_t weight = 1;
    for (std::uint64_t e = begin; e < begin + count; ++e) {
      out.gaps[e] = first ? 0 : random.below(9);
      first = false;
      weight = std::max(weight, threshold.weight(out.gaps[e]));
    }
    weight += random.below(2);
    for (std::uint64_t e = begin; e < begin + count; ++e) {
      out.weights[e] = weight;
    }
    out.line.add({begin, count, weight});
  }
  return out;
}

TEST(PieceLine, GivesEachOffsetOfEachElementToOnePosition) {
  RandomScores random;
  for (int run = 0; run < 300; ++run) {
    const RandomPieces pieces =
        random_pieces(random, {1.5, static_cast<unsigned>(random.below(7))});
    std::set<std::pair<std::uint64_t, std::uint64_t>> owned;
    const auto total = static_cast<std::uint64_t>(pieces.line.total());
    for (std::uint64_t position = 0; position < total; ++position) {
      const detail::PieceProposal proposal = pieces.line.propose(position);
      ASSERT_TRUE(pieces.weights.contains(proposal.element));
      ASSERT_LT(proposal.offset, pieces.weights.at(proposal.element));
      ASSERT_TRUE(owned.emplace(proposal.element, proposal.offset).second) << "owned twice";
    }
    std::size_t expected = 0;
    for (const auto& [element, weight] : pieces.weights) {
      expected += weight;
    }
    ASSERT_EQ(owned.size(), expected) << "an offset that nobody owns";
  }
}

TEST(PieceLine, HoldsAsManyPositionsAsANodeCanHave) {
  constexpr std::uint64_t most = std::uint64_t{1} << 60U;
  constexpr std::uint64_t heavy = std::uint64_t{1} << 63U;
  PieceLine line;
  line.add({7, 3, 1});
  line.add({most, most, heavy});
  const UInt128 last = line.total() - 1;
  EXPECT_TRUE(last == 2 + (UInt128{1} << 123U));
  EXPECT_EQ(line.propose(last).element, 2 * most - 1);
  EXPECT_EQ(line.propose(last).offset, heavy - 1);
  EXPECT_EQ(line.propose(3).element, most);
  EXPECT_EQ(line.propose(3).offset, 0U);
  EXPECT_EQ(line.propose(2).element, 9U);
}

TEST(PieceRound, IsTheExponentialMechanismWhateverThePiecesAre) {
  RandomScores random;
  for (int run = 0; run < 60; ++run) {
    const RankThreshold threshold{0.7 + 3.0 * random.unit(),
                                  static_cast<unsigned>(random.below(4))};
    const RandomPieces pieces = random_pieces(random, threshold);
    const auto found = testing::walk_decisions([&](testing::WalkedDecisions& decide) {
      return detail::piece_round(
          decide, pieces.line, [&](std::uint64_t e) { return pieces.gaps.at(e); }, threshold);
    });
    testing::expect_same_law(found, testing::rank_law(pieces.gaps, threshold.scale));
  }
}

}  // namespace
}  // namespace discreet
