#include "discreet/release/top_k.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "accounting/amounts.hpp"
#include "entropy/system_bits.hpp"
#include "support/noted_account.hpp"

namespace discreet {
namespace {

using testing::amounts;
using testing::kind_of;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double largest = std::numeric_limits<double>::max();

const std::vector<double> far_apart{5, 9e9, 3, 8e9, 1};

TEST(TopK, ReleasesTheBestWhereTheyAreFarApart) {
  const TopKRequest request{.k = 2, .epsilon = 1.0, .sensitivity = 1, .monotonic = Monotonic::yes};
  EXPECT_EQ(top_k(far_apart, request), (std::vector<std::size_t>{1, 3}));
  EXPECT_EQ(noisy_max(far_apart, {.epsilon = 1, .sensitivity = 1}), 1U);
  EXPECT_EQ(noisy_max(std::vector<std::int64_t>{0, -900'000'000, 5},
                      {.rho = "0.5", .sensitivity = 1, .optimize = Optimize::min}),
            1U);
}

TEST(TopK, ReadsChunks) {
  const std::vector<std::span<const double>> chunks{{far_apart.data(), 2},
                                                    {far_apart.data() + 2, 3}};
  EXPECT_EQ(top_k(chunks, {.k = 2, .epsilon = 1.0, .delta = 1e-6, .sensitivity = 1}),
            (std::vector<std::size_t>{1, 3}));
}

TEST(TopK, RefusesEachBadParameter) {
  const TopKRequest good{.k = 2, .epsilon = 1.0, .delta = 1e-6, .sensitivity = 1};
  ASSERT_EQ(top_k(far_apart, good).size(), 2U);
  const auto refused = [&](auto change) {
    return kind_of([&] {
      TopKRequest request = good;
      change(request);
      (void)top_k(far_apart, request);
    });
  };
  for (const double bad : {not_a_number, infinity, -infinity, -0.0, -1.0, -largest}) {
    EXPECT_EQ(refused([&](TopKRequest& r) { r.epsilon = bad; }), bad_parameter) << bad;
    EXPECT_EQ(refused([&](TopKRequest& r) { r.delta = bad; }), bad_parameter) << bad;
    EXPECT_EQ(refused([&](TopKRequest& r) { r.sensitivity = bad; }), bad_parameter) << bad;
    EXPECT_EQ(refused([&](TopKRequest& r) {
                r.epsilon = r.delta = std::nullopt;
                r.rho = bad;
              }),
              bad_parameter)
        << bad;
    EXPECT_EQ(refused([&](TopKRequest& r) {
                r.epsilon = r.delta = std::nullopt;
                r.scale = bad;
              }),
              bad_parameter)
        << bad;
  }
  EXPECT_EQ(refused([](TopKRequest& r) { r.sensitivity = 0; }), bad_parameter);
  EXPECT_EQ(refused([](TopKRequest& r) { r.sensitivity = largest; }), bad_parameter);
  EXPECT_EQ(refused([](TopKRequest& r) { r.delta = 1.0; }), bad_parameter);
  EXPECT_EQ(refused([](TopKRequest& r) { r.delta = largest; }), bad_parameter);
  EXPECT_EQ(refused([](TopKRequest& r) {
              r.epsilon = 0;
              r.delta = std::nullopt;
            }),
            bad_parameter);
  EXPECT_EQ(refused([](TopKRequest& r) {
              r.epsilon = r.delta = std::nullopt;
              r.rho = 0;
            }),
            bad_parameter);
  EXPECT_EQ(refused([](TopKRequest& r) {
              r.epsilon = r.delta = std::nullopt;
              r.scale = 0;
            }),
            bad_parameter);
  for (const std::uint64_t k : {std::uint64_t{0}, std::uint64_t{6}, ~std::uint64_t{0}}) {
    EXPECT_EQ(refused([&](TopKRequest& r) { r.k = k; }), bad_parameter) << k;
  }
  EXPECT_EQ(refused([](TopKRequest& r) { r.optimize = static_cast<Optimize>(7); }), bad_parameter);
  EXPECT_EQ(refused([](TopKRequest& r) { r.monotonic = static_cast<Monotonic>(7); }),
            bad_parameter);
  EXPECT_EQ(refused([](TopKRequest& r) {
              r.epsilon = r.delta = std::nullopt;
              r.scale = 1;
              r.law = static_cast<Law>(7);
            }),
            bad_parameter);
  EXPECT_EQ(refused([](TopKRequest& r) { r.pay = Pay::rho; }), bad_parameter);
  EXPECT_EQ(refused([](TopKRequest& r) { r.epsilon = "1e401"; }), bad_parameter);
}

// What was planned for 0.0 must not be found for -0.0.
TEST(TopK, RefusesMinusZeroAlsoWhereZeroIsRemembered) {
  TopKRequest request{.epsilon = 1.0, .delta = 0.0, .sensitivity = 1};
  EXPECT_EQ(top_k(far_apart, request).size(), 1U);
  request.delta = -0.0;
  EXPECT_EQ(kind_of([&] { (void)top_k(far_apart, request); }), bad_parameter);
}

TEST(TopK, TakesALargeEpsilon) {
  EXPECT_EQ(top_k(far_apart, {.k = 2, .epsilon = 1e300, .sensitivity = 1}).size(), 2U);
}

TEST(TopK, RefusesScoresBeforeItCharges) {
  testing::NotedAccount account{make_budget(amounts("1"))};
  const TopKRequest request{.epsilon = 0.5, .sensitivity = 1};
  const std::array<double, 2> scores{1, not_a_number};
  EXPECT_EQ(kind_of([&] { (void)top_k(scores, request, account); }), outside_domain);
  EXPECT_EQ(kind_of([&] { (void)noisy_max(std::vector<float>{}, request, account); }),
            outside_domain);
  const auto planned = plan_release<TopKRelease>(request, {3}, &account);
  EXPECT_EQ(kind_of([&] { (void)planned.release(far_apart); }), outside_domain);
  EXPECT_EQ(account.charges, 0);
  EXPECT_EQ(account.previews, 2);
}

TEST(TopK, RefusesScoresAlsoWhereNobodyPays) {
  const TopKRequest request{.k = 2, .epsilon = 0.5, .sensitivity = 1};
  const std::uint64_t before = thread_bits().tally().words;
  for (std::size_t place = 0; place < far_apart.size(); ++place) {
    std::vector<double> scores = far_apart;
    scores[place] = not_a_number;
    EXPECT_EQ(kind_of([&] { (void)top_k(scores, request); }), outside_domain) << place;
    const std::vector<std::span<const double>> chunks{{scores.data(), 2}, {scores.data() + 2, 3}};
    EXPECT_EQ(kind_of([&] { (void)top_k(chunks, request); }), outside_domain) << place;
  }
  const auto planned = plan_release<TopKRelease>(request, {4});
  EXPECT_EQ(kind_of([&] { (void)planned.release(far_apart); }), outside_domain);
  EXPECT_EQ(
      kind_of([&] { (void)noisy_max(std::vector<float>{}, {.epsilon = 1, .sensitivity = 1}); }),
      outside_domain);
  EXPECT_EQ(thread_bits().tally().words, before);
  (void)top_k(far_apart, request);
  EXPECT_GT(thread_bits().tally().words, before);
}

TEST(TopK, ChargesBeforeItDraws) {
  testing::NotedAccount account{make_budget(amounts("1"))};
  const TopKRequest request{.k = 2, .epsilon = 0.5, .sensitivity = 1};
  const std::uint64_t before = thread_bits().tally().words;
  const Released<TopKRelease> first = top_k(far_apart, request, account);
  EXPECT_EQ(account.words, before);
  EXPECT_GT(thread_bits().tally().words, before);
  EXPECT_EQ(first.output, (std::vector<std::size_t>{1, 3}));
  ASSERT_TRUE(first.receipt.has_value());
  EXPECT_EQ(first.receipt->left.epsilon, parse_amount("0.5"));
  EXPECT_EQ(account.last.what, "top_k");
  const Released<TopKRelease> second =
      noisy_max(far_apart, {.epsilon = "0.5", .sensitivity = 1}, account);
  EXPECT_EQ(second.receipt->left.epsilon, Fraction{0});
  EXPECT_EQ(account.last.what, "noisy_max");
  EXPECT_EQ(kind_of([&] { (void)top_k(far_apart, request, account); }), over_budget);
  EXPECT_EQ(account.charges, 2);
}

TEST(TopK, OfOneIsAskedForOne) {
  EXPECT_EQ(kind_of([] { (void)noisy_max(far_apart, {.k = 2, .epsilon = 1, .sensitivity = 1}); }),
            bad_parameter);
}

}  // namespace
}  // namespace discreet
