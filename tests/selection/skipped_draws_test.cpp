// What is answered of draws that were skipped has the joint law of the slots in which they may be, over all decisions.
#include "selection/skipped_draws.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/numbers/fraction.hpp"
#include "numbers/big_interval.hpp"
#include "support/decision_walk.hpp"
#include "support/laws.hpp"

namespace discreet {
namespace {

using detail::SkippedDraws;

/// A structure's positions, and how many pairs of each score it does not name.
struct Structure {
  std::uint64_t positions;
  std::vector<std::uint64_t> unnamed;
};

struct Drawn {
  std::size_t structure;
  std::uint64_t slots;
};

/// The chance that none of some scores was asked: of each slot that it ends before any of their pairs.
Fraction none_asked(const std::vector<Structure>& structures, const std::vector<Drawn>& drawn,
                    const std::vector<std::size_t>& scores) {
  Fraction chance{1};
  for (const Drawn& run : drawn) {
    const Structure& structure = structures[run.structure];
    Fraction rate{static_cast<unsigned long>(structure.positions)};
    for (const std::size_t i : scores) {
      rate += Fraction{static_cast<unsigned long>(structure.unnamed[i])};
    }
    for (std::uint64_t slot = 0; slot < run.slots; ++slot) {
      chance *= Fraction{static_cast<unsigned long>(structure.positions)} / rate;
    }
  }
  return chance;
}

using Answers = std::vector<bool>;

/// The joint law of all answers, by inclusion and exclusion.
std::map<Answers, BigInterval> law_of(const std::vector<Structure>& structures,
                                      const std::vector<Drawn>& drawn, std::size_t scores) {
  std::map<Answers, BigInterval> law;
  for (std::size_t asked = 0; asked < std::size_t{1} << scores; ++asked) {
    Fraction chance{0};
    Answers answers;
    for (std::size_t i = 0; i < scores; ++i) {
      answers.push_back(((asked >> i) & 1) != 0);
    }
    for (std::size_t spared = 0; spared < std::size_t{1} << scores; ++spared) {
      if ((spared & asked) != spared) {
        continue;
      }
      std::vector<std::size_t> none;
      bool odd = false;
      for (std::size_t i = 0; i < scores; ++i) {
        if (!answers[i] || ((spared >> i) & 1) != 0) {
          none.push_back(i);
        }
        odd ^= ((spared >> i) & 1) != 0;
      }
      const Fraction all = none_asked(structures, drawn, none);
      chance += odd ? -all : all;
    }
    if (chance != 0) {
      law.emplace(answers, BigInterval::of(chance, testing::law_precision));
    }
  }
  return law;
}

void expect_joint_law(const std::vector<Structure>& structures, const std::vector<Drawn>& drawn,
                      std::size_t scores) {
  const auto found = testing::walk_decisions([&](testing::WalkedDecisions& decide) {
    SkippedDraws skipped;
    for (const Drawn& run : drawn) {
      skipped.record(structures[run.structure].positions, run.structure, run.slots);
    }
    Answers answers;
    for (std::size_t i = 0; i < scores; ++i) {
      answers.push_back(skipped.asked(
          decide, [&](std::size_t structure) { return structures[structure].unnamed[i]; }));
    }
    return answers;
  });
  testing::expect_same_law(found, law_of(structures, drawn, scores));
}

TEST(SkippedDraws, HaveTheJointLawOfTheSlotsTheyAreIn) {
  expect_joint_law({{2, {1}}}, {{0, 1}}, 1);
  expect_joint_law({{2, {1, 3}}}, {{0, 2}}, 2);
  expect_joint_law({{1, {1, 2, 1}}}, {{0, 2}}, 3);
  expect_joint_law({{3, {2, 1, 2}}}, {{0, 1}}, 3);
}

TEST(SkippedDraws, HaveTheJointLawWhereTheStructureChanges) {
  expect_joint_law({{3, {1, 2}}, {2, {2, 3}}}, {{0, 1}, {1, 2}}, 2);
  expect_joint_law({{3, {0, 1, 1}}, {1, {1, 0, 2}}}, {{0, 1}, {1, 1}}, 3);
}

TEST(SkippedDraws, AnswerBetweenDraws) {
  // Of two scores: one is asked about after each of two draws of two positions, the other after a third.
  const std::vector<Structure> structures{{2, {1, 2}}};
  const auto found = testing::walk_decisions([&](testing::WalkedDecisions& decide) {
    SkippedDraws skipped;
    const auto asked = [&](std::size_t i) {
      return skipped.asked(decide, [&](std::size_t) { return structures[0].unnamed[i]; });
    };
    skipped.record(2, 0, 2);
    const bool first = asked(0);
    skipped.record(2, 0);
    return Answers{first, asked(1)};
  });
  // The third slot knows nothing of the first score.
  std::map<Answers, BigInterval> law;
  const Fraction third = Fraction{2} / Fraction{4};
  const auto two = law_of(structures, {{0, 2}}, 2);
  for (const bool first : {false, true}) {
    const BigInterval spared =
        two.at({first, false}) * BigInterval::of(third, testing::law_precision);
    law.emplace(Answers{first, false}, spared);
    law.emplace(Answers{first, true}, two.at({first, false}) + two.at({first, true}) - spared);
  }
  testing::expect_same_law(found, law);
}

TEST(SkippedDraws, AskNothingOfAScoreThatOwnsAllItsOffsets) {
  SkippedDraws skipped;
  skipped.record(5, 0, 1000);
  const std::vector<std::uint64_t> nothing;
  testing::WalkedDecisions decide{nothing};
  EXPECT_FALSE(skipped.asked(decide, [](std::size_t) { return std::uint64_t{0}; }));
}

}  // namespace
}  // namespace discreet
