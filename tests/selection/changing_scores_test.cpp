// What a release must survive: a caller who changes the scores while it runs.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/error.hpp"
#include "entropy/system_bits.hpp"
#include "samplers/decisions.hpp"
#include "selection/engine.hpp"
#include "support/random_scores.hpp"

namespace discreet {
namespace {

using testing::RandomScores;

constexpr Law both_laws[] = {Law::exponential_mechanism, Law::permute_and_flip};

/// Decisions that change the scores under the release's feet: a caller's data race, made certain.
template <class T>
class Meddling : public DrawnDecisions<SystemBits> {
 public:
  Meddling(SystemBits& bits, std::vector<T>& scores, std::vector<T> values)
      : DrawnDecisions<SystemBits>(bits), scores_(&scores), values_(std::move(values)) {}

  std::uint64_t below(std::uint64_t m) {
    for (T& v : *scores_) {
      v = values_[random_.below(values_.size())];
    }
    return DrawnDecisions<SystemBits>::below(m);
  }

 private:
  std::vector<T>* scores_;
  std::vector<T> values_;
  RandomScores random_;
};

/// Lists of those near the best from the first round on.
struct ListsBlocks : detail::Shape<8, 4, 2> {
  static constexpr std::size_t near_gain = std::size_t{1} << 40;
  static constexpr std::size_t near_debt = 0;
  static constexpr std::size_t near_rounds = 1;
  static constexpr std::size_t near_share = 1;
  static constexpr std::size_t near_trial = std::size_t{1} << 40;
};
struct ListsScores : ListsBlocks {
  static constexpr std::size_t near_debt = std::size_t{1} << 40;
  static constexpr std::size_t near_trial = 0;
  static constexpr std::size_t near_sparse = 0;
  static constexpr std::size_t near_margin = 2;
};

template <class T>
void expect_valid_indices(const std::vector<T>& values) {
  using S = detail::Shape<8, 4, 2>;
  for (const Law law : both_laws) {
    for (int run = 0; run < 20; ++run) {
      std::vector<T> x(300, values.front());
      const detail::ScoreView<T> view{std::span<const T>{x}};
      Meddling<T> decide{thread_bits(), x, values};
      try {
        const auto winners = detail::engine_top_k<S>(decide, view, 1.0, 20, Optimize::max, law, 1);
        EXPECT_EQ(std::set<std::size_t>(winners.begin(), winners.end()).size(), 20U);
        EXPECT_LT(*std::max_element(winners.begin(), winners.end()), x.size());
      } catch (const Error&) {
        SUCCEED() << "noticing is as good";
      }
    }
  }
}

/// The same of scores of which some stand out from the beginning.
template <class T>
void expect_valid_indices_of_lists(const std::vector<T>& values) {
  const auto run = [&]<class S>(S /*shape*/) {
    for (const Law law : both_laws) {
      for (int release = 0; release < 10; ++release) {
        std::vector<T> x(300, T{0});
        for (std::size_t i = 0; i < x.size(); i += 9) {
          const std::size_t rank = i / 9;
          x[i] = static_cast<T>(60 + rank);
        }
        const detail::ScoreView<T> view{std::span<const T>{x}};
        Meddling<T> decide{thread_bits(), x, values};
        try {
          const auto winners =
              detail::engine_top_k<S>(decide, view, 1.0, 20, Optimize::max, law, 1);
          EXPECT_EQ(std::set<std::size_t>(winners.begin(), winners.end()).size(), 20U);
          EXPECT_LT(*std::max_element(winners.begin(), winners.end()), x.size());
        } catch (const Error&) {
          SUCCEED() << "noticing is as good";
        }
      }
    }
  };
  run(ListsBlocks{});
  run(ListsScores{});
}

/// Spoils a group once, as a caller might who writes results of 0/0 where the scores lie.
class Spoiling : public DrawnDecisions<SystemBits> {
 public:
  Spoiling(SystemBits& bits, std::vector<double>& scores)
      : DrawnDecisions<SystemBits>(bits), scores_(&scores) {}

  std::uint64_t below(std::uint64_t m) {
    std::fill(scores_->begin() + 513, scores_->begin() + 1024,
              -std::numeric_limits<double>::quiet_NaN());
    return DrawnDecisions<SystemBits>::below(m);
  }

 private:
  std::vector<double>* scores_;
};

/// Changes the scores once, and says when a release has taken more decisions than one that can end.
template <class Change>
class ChangingOnce : public DrawnDecisions<SystemBits> {
 public:
  ChangingOnce(SystemBits& bits, Change change)
      : DrawnDecisions<SystemBits>(bits), change_(std::move(change)) {}

  std::uint64_t below(std::uint64_t m) {
    if (taken_++ == 0) {
      change_();
    }
    if (taken_ > 700'000) {
      throw std::runtime_error("a release that does not end");
    }
    return DrawnDecisions<SystemBits>::below(m);
  }
  bool within(std::uint64_t part, std::uint64_t m) { return below(m) < part; }

 private:
  Change change_;
  std::uint64_t taken_ = 0;
};

template <class Change>
void expect_to_end(std::vector<double>& x, std::size_t k, Law law, Change change) {
  const detail::ScoreView<double> view{std::span<const double>{x}};
  ChangingOnce decide{thread_bits(), change};
  try {
    const auto winners = detail::engine_top_k<detail::DefaultShape<double>>(decide, view, 1.0, k,
                                                                            Optimize::max, law, 1);
    EXPECT_EQ(winners.size(), k);
  } catch (const Error&) {
    SUCCEED() << "noticing is as good";
  }
}

// Of so many scores that only the best of each block are kept, one far above the others falls among them, or moves.
TEST(ChangingScores, EndSoonWhereTheBestIsGone) {
  for (const Law law : both_laws) {
    for (const std::size_t k : {1U, 5U}) {
      std::vector<double> x(1'500'000, 0.0);
      x[700'000] = 1000.0;
      expect_to_end(x, k, law, [&] { x[700'000] = 0.0; });
      x[700'000] = 1000.0;
      expect_to_end(x, k, law, [&] { std::reverse(x.begin(), x.end()); });
      RandomScores random;
      std::generate(x.begin(), x.end(),
                    [&] { return static_cast<double>(random.below(2'000'000)); });
      expect_to_end(x, k, law, [&] { std::sort(x.begin(), x.end()); });
    }
  }
}

TEST(ChangingScores, NameNoScoreThatIsNotThereWhereANanAppears) {
  for (const Law law : both_laws) {
    std::vector<double> x(4096, -100.0);
    x[512] = 0.0;
    const detail::ScoreView<double> view{std::span<const double>{x}};
    Spoiling decide{thread_bits(), x};
    try {
      const auto winners = detail::engine_top_k<detail::DefaultShape<double>>(
          decide, view, 1.0, 5, Optimize::max, law, 1);
      EXPECT_LT(*std::max_element(winners.begin(), winners.end()), x.size());
    } catch (const Error&) {
      SUCCEED() << "noticing is as good";
    }
  }
}

TEST(ChangingScores, GiveValidIndicesOrAnError) {
  expect_valid_indices<double>({0.0, 1.0, 5.0, -3.0});
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  expect_valid_indices<double>({0.0, 1e300, -1e300, nan});
  expect_valid_indices<double>({-100.0, 0.0, -nan, std::numeric_limits<double>::infinity()});
  expect_valid_indices<float>({-100.0F, 0.0F, -std::numeric_limits<float>::quiet_NaN()});
  expect_valid_indices<std::int64_t>(
      {0, std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()});
}

TEST(ChangingScores, GiveValidIndicesOrAnErrorWhileTheyAreListed) {
  expect_valid_indices_of_lists<double>({0.0, 50.0, 100.0, -1e300});
  expect_valid_indices_of_lists<double>({0.0, 100.0, std::numeric_limits<double>::quiet_NaN()});
  expect_valid_indices_of_lists<std::int8_t>({0, 100, -100, 50});
}

}  // namespace
}  // namespace discreet
