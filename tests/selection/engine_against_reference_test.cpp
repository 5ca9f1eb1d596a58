// The engine against the straight algorithms at 64-bit words, on a thousand random shapes.
//
// Each statistic is a yes-or-no question about a release, asked of pairs of releases, one by the
// engine and one by the reference. If the two have the same law, a pair that disagrees says yes for
// the engine with probability one half, whatever the shape; so the difference of yeses over the D
// disagreeing pairs is a fair walk, and Hoeffding's inequality, P(|walk| >= t) <= 2 exp(-t^2 / 2D),
// holds for it exactly. With a false-alarm rate of 1e-9 shared by all questions, t is about 7 sqrt(D);
// 200 pairs on each of 1000 shapes, a third of them disagreeing, find a mean bias of one per cent.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "discreet/entropy/system_bits.hpp"
#include "discreet/samplers/decisions.hpp"
#include "discreet/selection/engine.hpp"
#include "discreet/selection/engine_decisions.hpp"
#include "discreet/selection/reference/peel.hpp"
#include "support/random_scores.hpp"

namespace discreet {
namespace {

using testing::RandomScores;
using Winners = std::vector<std::size_t>;

constexpr double false_alarm = 1e-9;
constexpr std::size_t shapes = 1000;
constexpr std::size_t pairs = 200;

/// Differences of yeses, for each question and each law.
class Walks {
 public:
  static constexpr std::size_t questions = 6;

  void ask(std::size_t question, Draw draw, bool engine, bool reference) {
    Walk& walk = walks_[question][draw == Draw::with_replacement ? 0 : 1];
    walk.at += static_cast<int>(engine) - static_cast<int>(reference);
    walk.steps += engine != reference ? 1.0 : 0.0;
  }

  void expect_fair() const {
    for (const auto& laws : walks_) {
      for (const Walk& walk : laws) {
        const double rate = false_alarm / (2.0 * questions);
        EXPECT_GT(walk.steps, 1000.0) << "a question that always has the same answer";
        EXPECT_LT(std::abs(walk.at), std::sqrt(2.0 * walk.steps * std::log(2.0 / rate)));
      }
    }
  }

 private:
  struct Walk {
    double at = 0.0;
    double steps = 0.0;
  };
  std::array<std::array<Walk, 2>, questions> walks_;
};

template <class T>
struct Input {
  std::vector<T> scores;
  std::vector<std::span<const T>> chunks;
  double scale;
  std::size_t k;
  Optimize optimize;
  Draw draw;
};

template <class T>
Input<T> random_input(RandomScores& random, std::size_t most) {
  Input<T> input;
  const std::size_t n = 2 + random.below(most - 1);
  const std::size_t values = std::size_t{1} << random.below(7);
  for (std::size_t i = 0; i < n; ++i) {
    input.scores.push_back(random.few<T>(values));
  }
  if constexpr (Float<T>) {
    for (T& v : input.scores) {
      v += static_cast<T>(random.unit());
    }
  }
  for (std::size_t at = 0; at < n;) {
    const std::size_t size = std::min(1 + random.below(n), n - at);
    input.chunks.emplace_back(input.scores.data() + at, size);
    at += size;
  }
  input.scale = 0.1 * static_cast<double>(values) * std::exp2(4.0 * random.unit() - 2.0);
  input.k = 1 + random.below(3);
  input.optimize = random.below(2) == 0 ? Optimize::max : Optimize::min;
  input.draw = random.below(2) == 0 ? Draw::with_replacement : Draw::without_replacement;
  return input;
}

template <class S, class T>
void compare(const Input<T>& input, Walks& walks, unsigned threads = 1) {
  const std::span<const T> scores{input.scores};
  detail::EngineDecisions<SystemBits> engine{thread_bits()};
  DrawnDecisions<SystemBits> straight{thread_bits()};
  const detail::ScoreView<T> view = input.chunks.size() % 2 == 0
                                        ? detail::ScoreView<T>{ChunkList<T>{input.chunks}}
                                        : detail::ScoreView<T>{scores};
  std::vector<T> sorted = input.scores;
  std::sort(sorted.begin(), sorted.end());
  const T middle = sorted[sorted.size() / 2];
  const T best = input.optimize == Optimize::max ? sorted.back() : sorted.front();
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    const Winners a = detail::engine_top_k<S>(engine, view, input.scale, input.k, input.optimize,
                                              input.draw, threads);
    const Winners b =
        reference::peel(straight, scores, input.scale, input.k, input.optimize, input.draw);
    ASSERT_EQ(a.size(), b.size());
    const auto ask = [&](std::size_t question, auto answer) {
      walks.ask(question, input.draw, answer(a), answer(b));
    };
    ask(0, [&](const Winners& w) { return 2 * w.front() < scores.size(); });
    ask(1, [&](const Winners& w) { return scores[w.front()] == best; });
    ask(2, [&](const Winners& w) { return scores[w.front()] > middle; });
    ask(3, [&](const Winners& w) { return 2 * w.back() < scores.size(); });
    ask(4, [&](const Winners& w) { return scores[w.back()] > middle; });
    ask(5, [&](const Winners& w) { return w.front() % 4 == 1; });
  }
}

TEST(EngineAgainstReference, AThousandShapesHaveTheSameLaw) {
  RandomScores random;
  Walks walks;
  const std::vector<std::int64_t> targets = hwy::SupportedAndGeneratedTargets();
  for (std::size_t shape = 0; shape < shapes; ++shape) {
    hwy::SetSupportedTargetsForTest(targets[shape % targets.size()]);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    std::size_t type = 0;
    testing::for_each_number([&]<class T>() {
      if (shape % 10 == type++) {
        switch (shape / 10 % 5) {
          case 0:
            compare<detail::Shape<4, 3, 2, 20>>(random_input<T>(random, 40), walks);
            break;
          case 1:
            compare<detail::Shape<3, 2, 1>>(random_input<T>(random, 40), walks);
            break;
          case 2:
            compare<detail::DefaultShape<T>>(random_input<T>(random, 20), walks);
            break;
          case 3:
            // Enough scores for the tree of a release, read by one thread or by two.
            compare<detail::DefaultShape<T>>(random_input<T>(random, 3000), walks,
                                             1 + shape / 50 % 2);
            break;
          default:
            compare<detail::Shape<16, 4, 4>>(random_input<T>(random, 100), walks);
        }
      }
    });
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  walks.expect_fair();
}

}  // namespace
}  // namespace discreet
