// Rows of scores in one release: each has the law of a single selection, and they are independent.
#include "selection/rows.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "selection/in_threads.hpp"
#include "support/brackets.hpp"
#include "support/expect_error.hpp"
#include "support/laws.hpp"
#include "support/state_walk.hpp"
#include "support/tiny_shapes.hpp"

namespace discreet {
namespace {

using testing::Tiny;
using testing::Turns;
using Indices = std::vector<std::size_t>;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

// The product of the laws of both rows.
std::map<Indices, BigInterval> law_of_two(const std::vector<double>& scores, const Selection& how) {
  const auto half = static_cast<std::ptrdiff_t>(scores.size() / 2);
  const std::vector<double> first(scores.begin(), scores.begin() + half);
  const std::vector<double> second(scores.begin() + half, scores.end());
  std::map<Indices, BigInterval> out;
  for (const auto& [a, p] : testing::top_k_law(first, how.scale, how.k, how.optimize, how.law)) {
    for (const auto& [b, q] : testing::top_k_law(second, how.scale, how.k, how.optimize, how.law)) {
      Indices both = a;
      both.insert(both.end(), b.begin(), b.end());
      out.emplace(both, p * q);
    }
  }
  return out;
}

template <class S, class Decide>
Indices two_rows(Decide& decide, const std::vector<double>& scores, const Selection& how) {
  const detail::ScoreView<double> view{std::span<const double>{scores}};
  const detail::RowView<double> rows{view, scores.size() / 2};
  Indices out(2 * std::min(how.k, rows.columns()));
  detail::RowDealer dealer{2, 1};
  detail::draw_rows<S>(decide, rows, [&] { return dealer.deal(); }, how, out.data());
  return out;
}

// Nodes are opened before the first proposal, as those of wide rows are.
template <std::size_t Block, unsigned Bits, std::size_t Drift>
struct Early : Turns<Block, Bits, Drift> {
  static constexpr std::size_t trial = 0;
};

TEST(Rows, HaveTheProductOfTheirLawsOverWords) {
  using Bits = testing::ScriptedBits<1>;
  const std::vector<double> scores{0, 1, 1, 0.25};
  const Selection flip{Law::permute_and_flip, 1.0, 1};
  testing::expect_law(testing::walk_words<1>(26,
                                             [&](Bits& bits) {
                                               DrawnDecisions<Bits> decide{bits};
                                               return two_rows<Tiny<8, 0, 0>>(decide, scores, flip);
                                             }),
                      law_of_two(scores, flip), mpq_class{1, 1 << 10});
}

TEST(Rows, HaveTheProductOfTheirLawsOverDecisions) {
  for (const std::vector<double>& scores :
       {std::vector<double>{0, 1, 1, 0.25}, {0, 2, 2, 1, 1, 0}, {3, 0, 2.5, 0, 0, 0}}) {
    for (const Law law : {Law::permute_and_flip, Law::exponential_mechanism}) {
      for (const std::size_t k : {1U, 2U}) {
        const Selection how{law, 1.0, k};
        const auto law_of_both = law_of_two(scores, how);
        testing::expect_law(testing::walk_states([&](testing::WalkedStates& decide) {
                              return two_rows<Tiny<8, 2, 0>>(decide, scores, how);
                            }),
                            law_of_both);
        if (scores.size() == 4 || k == 1) {
          testing::expect_law(testing::walk_states([&](testing::WalkedStates& decide) {
                                return two_rows<Turns<1, 1, 8>>(decide, scores, how);
                              }),
                              law_of_both);
          testing::expect_law(testing::walk_states([&](testing::WalkedStates& decide) {
                                return two_rows<Early<1, 1, 8>>(decide, scores, how);
                              }),
                              law_of_both);
        }
      }
    }
  }
}

// Rows whose best k are far ahead, at places that depend on the row.
std::vector<double> far_apart(std::size_t rows, std::size_t columns) {
  std::vector<double> out(rows * columns, 0);
  for (std::size_t r = 0; r < rows; ++r) {
    out[r * columns + r % columns] = 1e9;
    out[r * columns + (r + 1) % columns] = 5e8;
  }
  return out;
}

TEST(Rows, AreEachSelectedFromInTheirPlace) {
  for (const std::size_t columns : {2U, 10U, 256U, 257U, 3000U, 20000U}) {
    const std::size_t rows = columns > 1000 ? 7 : 41;
    const std::vector<double> scores = far_apart(rows, columns);
    const std::size_t cut = scores.size() / 3;
    const std::vector<std::span<const double>> chunks{{scores.data(), cut},
                                                      {scores.data() + cut, scores.size() - cut}};
    for (const unsigned threads : {0U, 1U, 3U, 100U}) {
      for (const Law law : {Law::permute_and_flip, Law::exponential_mechanism}) {
        for (const double scale : {0.0, 1.0}) {
          const Selection how{law, scale, 2, Optimize::max, Threads{threads}};
          const Indices found = noisy_top_k_rows({scores, columns}, how);
          ASSERT_EQ(found.size(), 2 * rows);
          EXPECT_EQ(noisy_top_k_rows({chunks, columns}, how), found) << columns;
          for (std::size_t r = 0; r < rows; ++r) {
            EXPECT_EQ(found[2 * r], r % columns) << columns << ' ' << r;
            EXPECT_EQ(found[2 * r + 1], (r + 1) % columns) << columns << ' ' << r;
          }
        }
      }
    }
  }
}

// Two scores of a node are all that weighs, so that nodes are opened before the first proposal.
template <class T>
void expect_only_what_weighs(std::size_t columns) {
  constexpr std::size_t rows = 100;
  std::vector<T> scores(rows * columns, static_cast<T>(-1e6));
  for (std::size_t r = 0; r < rows; ++r) {
    scores[r * columns + 100] = scores[r * columns + 101] = 0;
  }
  for (const Law law : {Law::permute_and_flip, Law::exponential_mechanism}) {
    for (int run = 0; run < 10; ++run) {
      for (const std::size_t found : noisy_top_k_rows({scores, columns}, {law, 1.0, 1})) {
        ASSERT_TRUE(found == 100 || found == 101) << found;
      }
    }
  }
}

TEST(Rows, OfManyNodesNameOnlyWhatWeighs) {
  for (const std::size_t columns : {8192U, 8200U, 40000U}) {
    expect_only_what_weighs<float>(2 * columns);
    expect_only_what_weighs<double>(columns);
  }
}

TEST(Rows, OfFewerThanKScoresAllComeOut) {
  Indices found = noisy_top_k_rows({std::vector<int>{1, 2, 3, 4}, 2},
                                   {Law::permute_and_flip, 1.0, std::size_t{7}});
  ASSERT_EQ(found.size(), 4U);
  std::sort(found.begin(), found.begin() + 2);
  std::sort(found.begin() + 2, found.end());
  EXPECT_EQ(found, (Indices{0, 1, 0, 1}));
}

// Two coins in each of so many rows agree in all of one half with the other with probability 2^-512 at most.
TEST(Rows, OfDifferentThreadsHaveBitsOfTheirOwn) {
  for (const std::size_t columns : {2U, 300U}) {
    const std::vector<float> tied(1024 * columns, 1.0F);
    for (const unsigned threads : {1U, 2U, 4U}) {
      for (const Law law : {Law::permute_and_flip, Law::exponential_mechanism}) {
        const Indices found =
            noisy_top_k_rows({tied, columns}, {law, 1.0, 1, Optimize::max, Threads{threads}});
        const std::size_t share = found.size() / std::max(threads, 2U);
        EXPECT_FALSE(std::equal(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(share),
                                found.begin() + static_cast<std::ptrdiff_t>(share)))
            << columns << ' ' << threads;
      }
    }
  }
}

TEST(Rows, WithANaNAnywhereAreRefused) {
  for (const std::size_t columns : {3U, 300U, 20000U}) {
    for (const std::size_t at : {std::size_t{0}, columns, 4 * columns - 1}) {
      for (const double scale : {0.0, 1.0}) {
        for (const unsigned threads : {1U, 4U}) {
          std::vector<double> scores(4 * columns, 1.0);
          scores[at] = no_number;
          expect_error(outside_domain, [&] {
            (void)noisy_top_k_rows({scores, columns}, {Law::permute_and_flip, scale, 1,
                                                       Optimize::max, Threads{threads}});
          });
        }
      }
    }
  }
}

// Which thread takes a row is a matter of time, so this is asked of the threads themselves.
TEST(Rows, AreRefusedWhicheverThreadMeetsTheNaN) {
  for (const unsigned unlucky : {0U, 1U, 2U}) {
    expect_error(outside_domain, [&] {
      detail::in_threads(3, [&](unsigned t) { require(t != unlucky, outside_domain, "a NaN"); });
    });
  }
}

TEST(Rows, RefuseBadParameters) {
  const std::vector<double> scores(6, 1.0);
  const auto refused = [&](std::size_t columns, Selection how) {
    expect_error(bad_parameter, [&] { (void)noisy_top_k_rows({scores, columns}, how); });
  };
  refused(0, {Law::permute_and_flip, 1.0, 1});
  refused(4, {Law::permute_and_flip, 1.0, 1});
  refused(7, {Law::permute_and_flip, 1.0, 1});
  refused(3, {Law::permute_and_flip, -1.0, 1});
  refused(3, {Law::permute_and_flip, no_number, 1});
  refused(3, {static_cast<Law>(9), 1.0, 1});
  refused(3, {Law::permute_and_flip, 1.0, 1, static_cast<Optimize>(9)});
  EXPECT_TRUE(
      noisy_top_k_rows({std::vector<double>{}, 3}, {Law::permute_and_flip, 1.0, 1}).empty());
}

}  // namespace
}  // namespace discreet
