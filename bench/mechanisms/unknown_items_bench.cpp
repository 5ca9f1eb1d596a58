// Items that nobody listed, from a million counts, beside the same release from a public list: the ratios within one run
// are what counts. One line of JSON per way; the counts fall as in a text, in an order that helps nobody.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string_view>
#include <vector>

#include "discreet/mechanisms/limited_domain.hpp"
#include "discreet/mechanisms/thresholded_histogram.hpp"
#include "discreet/selection/noisy_top_k.hpp"
#include "measure.hpp"

namespace discreet::bench {
namespace {

constexpr std::size_t items = 1'000'000;
constexpr std::size_t k = 10;
constexpr double scale = 6.6;
const Fraction slack{1, 4'000'000};

enum class Order { mixed, falling, rising };

std::vector<std::int64_t> zipf_counts(Order order) {
  std::vector<std::int64_t> counts(items);
  for (std::size_t i = 0; i < items; ++i) {
    counts[i] = 1 + static_cast<std::int64_t>(1e6 / std::pow(static_cast<double>(i + 1), 1.05));
  }
  if (order == Order::rising) {
    std::ranges::reverse(counts);
  } else if (order == Order::mixed) {
    std::ranges::shuffle(counts,
                         std::mt19937_64{1});  // NOLINT(cert-msc51-cpp): the same order every time
  }
  return counts;
}

/// Seconds of one call and of the public list's, in turns, each the median.
template <class Release>
void beside_public_list(const char* way, const std::vector<std::int64_t>& counts, Release release) {
  constexpr int turns = 31;
  std::vector<double> listed;
  std::vector<double> ours;
  std::vector<double> ratios;
  for (int turn = 0; turn < turns; ++turn) {
    const double t0 = seconds(CLOCK_THREAD_CPUTIME_ID);
    keep(noisy_top_k(counts, {Law::exponential_mechanism, scale, k, Optimize::max, Threads{1}}));
    const double t1 = seconds(CLOCK_THREAD_CPUTIME_ID);
    keep(release());
    const double t2 = seconds(CLOCK_THREAD_CPUTIME_ID);
    listed.push_back(t1 - t0);
    ours.push_back(t2 - t1);
    ratios.push_back((t2 - t1) / (t1 - t0));
  }
  std::printf(
      "{\"unknown\": \"%s\", \"n\": %zu, \"k\": %zu, \"seconds\": %.4g, \"listed\": %.4g, "
      "\"ratio\": %.3g}\n",
      way, items, k, median(ours), median(listed), median(ratios));
  std::fflush(stdout);
}

void run() {
  const UnitDistance metric{Neighbors::add_remove};
  const LimitedDomain limited{.k = k, .scale = scale, .slack = slack, .limit = 100};
  LimitedDomain wide = limited;
  wide.limit = 10'000;
  const LimitedDomain fixed{.k = k, .scale = scale, .slack = slack, .items_per_unit = 20};
  const ThresholdedHistogram laplace{.noise = CountNoise::discrete_laplace,
                                     .scale = 3,
                                     .slack = slack,
                                     .items_per_unit = 3,
                                     .k = k};
  const ThresholdedHistogram gaussian{.noise = CountNoise::discrete_gaussian,
                                      .scale = 210,
                                      .slack = slack,
                                      .items_per_unit = 10,
                                      .k = k};
  const auto mixed = zipf_counts(Order::mixed);
  const auto top = [&](const std::vector<std::int64_t>& counts, const LimitedDomain& how) {
    return [&] { return limited_domain_top_k(counts, how, metric); };
  };
  beside_public_list("limit 100", mixed, top(mixed, limited));
  const auto falling = zipf_counts(Order::falling);
  beside_public_list("limit 100, counts falling", falling, top(falling, limited));
  const auto rising = zipf_counts(Order::rising);
  beside_public_list("limit 100, counts rising", rising, top(rising, limited));
  beside_public_list("limit 10000", mixed, top(mixed, wide));
  beside_public_list("20 items per unit", mixed, top(mixed, fixed));
  const auto histogram = [&](const ThresholdedHistogram& how) {
    return [&] { return thresholded_histogram(mixed, how, metric); };
  };
  beside_public_list("histogram, Laplace", mixed, histogram(laplace));
  beside_public_list("histogram, Gaussian", mixed, histogram(gaussian));
}

}  // namespace
}  // namespace discreet::bench

int main() { discreet::bench::run(); }
