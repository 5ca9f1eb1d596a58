// The engine against the straight algorithms at 64-bit words, on over a thousand random inputs, and on some that
// two threads read and that have nodes above blocks.
//
// Each statistic is a yes-or-no question about a release, asked of pairs of releases, one by the
// engine and one by the reference. If the two have the same law, a pair that disagrees says yes for
// the engine with probability one half, whatever the shape; so the difference of yeses over the D
// disagreeing pairs is a fair walk, and Hoeffding's inequality, P(|walk| >= t) <= 2 exp(-t^2 / 2D),
// holds for it exactly. Each shape of the engine, each law and each question has a walk of its own, so that
// opposite biases do not cancel. With a false-alarm rate of 1e-9 shared by all of them, t is about 7 sqrt(D);
// 200 pairs on each of 200 inputs for a shape, a third of them disagreeing, find a mean bias of three per cent.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "entropy/system_bits.hpp"
#include "oracle/peel.hpp"
#include "samplers/decisions.hpp"
#include "selection/engine.hpp"
#include "support/random_scores.hpp"
#include "support/vector_targets.hpp"

namespace discreet {
namespace {

using testing::RandomScores;
using Winners = std::vector<std::size_t>;

constexpr double false_alarm = 1e-9;
constexpr std::size_t random_inputs = 1400;
constexpr std::size_t shapes = 7;
constexpr std::size_t kinds_of_large_inputs = 3;
constexpr std::size_t types_of_large_inputs = 2;  // a release's shape is its type's
constexpr std::size_t pairs_of_an_input = 200;
constexpr std::size_t pairs_of_a_large_input = 500;

/// Differences of yeses, for each question and each law.
class Walks {
 public:
  static constexpr std::size_t questions = 6;

  void ask(std::size_t question, Law law, bool engine, bool reference) {
    Walk& walk = walks_[question][law == Law::exponential_mechanism ? 0 : 1];
    walk.at += static_cast<int>(engine) - static_cast<int>(reference);
    walk.steps += engine != reference ? 1.0 : 0.0;
  }

  void expect_fair(double least_steps) const {
    for (const auto& laws : walks_) {
      for (const Walk& walk : laws) {
        const double rate =
            false_alarm /
            (2.0 * questions * (shapes + kinds_of_large_inputs * types_of_large_inputs));
        EXPECT_GT(walk.steps, least_steps) << "a question that always has the same answer";
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
  Law law;
  std::optional<T> middle{};  ///< a score that some winners beat and some do not; else the median
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
  input.law = random.below(2) == 0 ? Law::exponential_mechanism : Law::permute_and_flip;
  return input;
}

template <class S, class T>
void compare(const Input<T>& input, Walks& walks, unsigned threads = 1,
             std::size_t pairs = pairs_of_an_input) {
  const std::span<const T> scores{input.scores};
  DrawnDecisions<SystemBits> engine{thread_bits()};
  DrawnDecisions<SystemBits> straight{thread_bits()};
  const detail::ScoreView<T> view = input.chunks.size() % 2 == 0
                                        ? detail::ScoreView<T>{ChunkList<T>{input.chunks}}
                                        : detail::ScoreView<T>{scores};
  std::vector<T> sorted = input.scores;
  std::sort(sorted.begin(), sorted.end());
  const T middle = input.middle.value_or(sorted[sorted.size() / 2]);
  const T best = input.optimize == Optimize::max ? sorted.back() : sorted.front();
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    const Winners a = detail::engine_top_k<S>(engine, view, input.scale, input.k, input.optimize,
                                              input.law, threads);
    const Winners b =
        reference::peel(straight, scores, input.scale, input.k, input.optimize, input.law);
    ASSERT_EQ(a.size(), b.size());
    const auto ask = [&](std::size_t question, auto answer) {
      walks.ask(question, input.law, answer(a), answer(b));
    };
    ask(0, [&](const Winners& w) { return 2 * w.front() < scores.size(); });
    ask(1, [&](const Winners& w) { return scores[w.front()] == best; });
    ask(2, [&](const Winners& w) { return scores[w.front()] > middle; });
    ask(3, [&](const Winners& w) { return 2 * w.back() < scores.size(); });
    ask(4, [&](const Winners& w) { return scores[w.back()] > middle; });
    ask(5, [&](const Winners& w) { return w.front() % 4 == 1; });
  }
}

/// A release's shape that lists blocks near the best at once, and takes every list that has an end.
template <class T>
struct ListedBlocks : detail::DefaultShape<T> {
  static constexpr std::size_t near_gain = std::size_t{1} << 40;
  static constexpr std::size_t near_debt = 0;
  static constexpr std::size_t near_rounds = 1;
  static constexpr std::size_t near_share = 1;
  static constexpr std::size_t near_trial = std::size_t{1} << 40;
};

/// The same with the best scores.
template <class T>
struct ListedScores : ListedBlocks<T> {
  static constexpr std::size_t near_debt = std::size_t{1} << 40;
  static constexpr std::size_t near_trial = 0;
  static constexpr std::size_t near_sparse = 0;
  static constexpr std::size_t near_margin = 2;
};

/// Two types stand for all ten: each shape's engine takes long to compile for each.
template <class T>
using Few = std::conditional_t<Float<T> || sizeof(T) == 8, float, std::int8_t>;

/// Ten that are within some scales of the best, or two of them ties, and all others far behind.
template <class T>
Input<T> input_with_a_few_ahead(RandomScores& random, std::size_t most) {
  Input<T> input = random_input<T>(random, most);
  input.scale = 1.0;
  const bool upwards = input.optimize == Optimize::max;
  for (T& v : input.scores) {
    v = static_cast<T>(upwards ? random.below(4) : 110 + random.below(4));
  }
  for (int ahead = 0; ahead < 10; ++ahead) {
    const auto gap = random.below(6);
    input.scores[random.below(input.scores.size())] =
        static_cast<T>(upwards ? 100 - gap : 10 + gap);
  }
  input.middle = static_cast<T>(upwards ? 98 : 12);
  return input;
}

TEST(EngineAgainstReference, AThousandInputsHaveTheSameLaw) {
  RandomScores random;
  std::array<Walks, shapes> walks;
  const std::vector<std::int64_t> targets = testing::vector_targets();
  for (std::size_t input = 0; input < random_inputs; ++input) {
    const testing::OneVectorTarget chosen{targets[input % targets.size()]};
    std::size_t type = 0;
    testing::for_each_number([&]<class T>() {
      if (input % 10 == type++) {
        const std::size_t shape = input / 10 % shapes;
        switch (shape) {
          case 0:
            compare<detail::Shape<4, 3, 2, 20>>(random_input<T>(random, 40), walks[shape]);
            break;
          case 1:
            compare<detail::Shape<3, 2, 1>>(random_input<T>(random, 40), walks[shape]);
            break;
          case 2:
            compare<detail::DefaultShape<T>>(random_input<T>(random, 20), walks[shape]);
            break;
          case 3:
            // Enough scores for the tree of a release, read by one thread or by two.
            compare<detail::DefaultShape<T>>(random_input<T>(random, 3000), walks[shape],
                                             1 + input / 50 % 2);
            break;
          case 4:
            // Lists of those near the best, from the first round on.
            compare<ListedBlocks<Few<T>>>(random_input<Few<T>>(random, 3000), walks[shape]);
            break;
          case 5:
            compare<ListedScores<Few<T>>>(input_with_a_few_ahead<Few<T>>(random, 2000),
                                          walks[shape]);
            break;
          default:
            compare<detail::Shape<16, 4, 4>>(random_input<T>(random, 100), walks[shape]);
        }
      }
    });
  }
  for (const Walks& of_a_shape : walks) {
    of_a_shape.expect_fair(500.0);
  }
}

/// So many blocks that the roots are nodes above them.
enum class Large { a_few_stand_out, few_values, many_values };
constexpr std::array<Large, kinds_of_large_inputs> large_inputs{
    Large::a_few_stand_out, Large::few_values, Large::many_values};

template <class T>
Input<T> large_input(RandomScores& random, Large kind, Law law) {
  Input<T> input;
  input.k = 2;
  input.law = law;
  std::size_t values = 0;
  switch (kind) {
    case Large::a_few_stand_out:
      values = 8;
      input.scale = 3.0;
      input.optimize = Optimize::max;
      break;
    case Large::few_values:
      values = 4;
      input.scale = 2.0;
      input.optimize = Optimize::max;
      break;
    case Large::many_values:
      values = 60;
      input.scale = 20.0;
      input.optimize = Optimize::min;
      break;
  }
  const std::size_t n = 70'000 + random.below(5000);
  for (std::size_t i = 0; i < n; ++i) {
    const bool stands_out = kind == Large::a_few_stand_out && random.below(1000) == 0;
    input.scores.push_back(static_cast<T>(random.below(values) + (stands_out ? 20 : 0)));
  }
  input.chunks.emplace_back(input.scores);
  return input;
}

TEST(EngineAgainstReference, InputsOfManyNodesReadByTwoThreadsHaveTheSameLaw) {
  RandomScores random;
  const auto expect_fair = [&]<class T>(Large kind, T /*type*/) {
    Walks walks;
    for (const Law law : {Law::exponential_mechanism, Law::permute_and_flip}) {
      compare<detail::DefaultShape<T>>(large_input<T>(random, kind, law), walks, 2,
                                       pairs_of_a_large_input);
    }
    walks.expect_fair(20.0);
  };
  for (const Large kind : large_inputs) {
    expect_fair(kind, std::uint8_t{});
    expect_fair(kind, float{});
  }
}

}  // namespace
}  // namespace discreet
