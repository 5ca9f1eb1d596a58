// Which share of the true top k is found, without a public list, on made-up data whose items fall by Zipf's law: the
// graded limited domain and the thresholded histogram as they are released, beside two ways of google-research
// (dp_mm_domain, 2026) in floats: the limited domain of Durfee and Rogers, and the weighted Gaussian set union with
// peeling. All at (1, 1e-6). One line of JSON per way and data, with the standard error over the data sets.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "discreet/mechanisms/limited_domain.hpp"
#include "discreet/mechanisms/thresholded_histogram.hpp"

namespace discreet::bench {
namespace {

using Words = std::mt19937_64;
using Counts = std::vector<std::int64_t>;
using List = std::vector<std::size_t>;

constexpr double epsilon = 1;
constexpr double delta = 1e-6;
constexpr std::size_t items = 20'000;
constexpr double exponent = 1.1;
const UnitDistance metric{Neighbors::add_remove};

double uniform(Words& words) { return (static_cast<double>(words() >> 12U) + 0.5) * 0x1p-52; }
double gumbel(Words& words, double scale) { return -scale * std::log(-std::log(uniform(words))); }

struct Data {
  std::vector<std::vector<std::size_t>> units;
  Counts counts;
};

Counts counted(const std::vector<std::vector<std::size_t>>& units) {
  Counts counts(items);
  for (const auto& unit : units) {
    for (const std::size_t item : unit) {
      ++counts[item];
    }
  }
  return counts;
}

Data zipf_data(Words& words, std::size_t units, std::size_t of_each) {
  static const std::vector<double> steps = [] {
    std::vector<double> sums;
    double sum = 0;
    for (std::size_t i = 0; i < items; ++i) {
      sums.push_back(sum += std::pow(static_cast<double>(i + 1), -exponent));
    }
    return sums;
  }();
  Data data;
  data.units.resize(units);
  for (auto& unit : data.units) {
    while (unit.size() < of_each) {
      const auto at = std::ranges::upper_bound(steps, uniform(words) * steps.back());
      const auto item = static_cast<std::size_t>(at - steps.begin());
      if (item < items && std::ranges::find(unit, item) == unit.end()) {
        unit.push_back(item);
      }
    }
  }
  data.counts = counted(data.units);
  return data;
}

List best(const std::vector<double>& scores, std::size_t k) {
  List order(scores.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i] = i;
  }
  k = std::min(k, order.size());
  std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(k),
                            [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
  order.resize(k);
  return order;
}

/// The greatest argument at which a growing function stays within a bound.
double last_within(double bound, const std::function<double(double)>& growing) {
  double low = 0;
  double high = 1e6;
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    (growing(middle) <= bound ? low : high) = middle;
  }
  return low;
}

double normal_tail(double x) { return std::erfc(x / std::sqrt(2.0)) / 2; }

List their_limited_domain(Words& words, const Data& data, std::size_t k, std::size_t limit,
                          std::size_t of_each) {
  const double left = delta / 2;
  const auto rounds = static_cast<double>(k);
  const double step = last_within(epsilon, [&](double e) {
    const double logs = std::log(1 / left);
    return std::min({rounds * e, rounds * e * std::tanh(e / 2) + e * std::sqrt(2 * rounds * logs),
                     rounds * e * e / 2 + e * std::sqrt(rounds * logs / 2)});
  });
  std::vector<double> scores(data.counts.begin(), data.counts.end());
  const List domain = best(scores, limit);
  const double cut = scores[best(scores, limit + 1).back()];
  const double end = cut + 1 +
                     std::log(static_cast<double>(std::min(of_each, limit)) / left) / step +
                     gumbel(words, 1 / step);
  std::vector<double> noisy;
  for (const std::size_t item : domain) {
    noisy.push_back(scores[item] + gumbel(words, 1 / step));
  }
  List out;
  for (const std::size_t i : best(noisy, k)) {
    if (noisy[i] < end) {
      break;
    }
    out.push_back(domain[i]);
  }
  return out;
}

List their_union_and_peeling(Words& words, const Data& data, std::size_t k, std::size_t of_each) {
  const double half = epsilon / 2;
  const double share = delta / 4;  // of the half for the union, half for the threshold
  const double precision = last_within(share, [&](double p) {
    return p == 0 ? 0
                  : normal_tail(half / p - p / 2) - std::exp(half) * normal_tail(half / p + p / 2);
  });
  const double deviation = 1 / precision;
  double threshold = 0;
  for (std::size_t t = 1; t <= of_each; ++t) {
    const double tail = -std::expm1(std::log1p(-share) / static_cast<double>(t));
    const double at = last_within(-tail, [&](double x) { return -normal_tail(x); });
    threshold = std::max(threshold, 1 / std::sqrt(static_cast<double>(t)) + deviation * at);
  }
  std::vector<double> weights(items);
  for (const auto& unit : data.units) {
    for (const std::size_t item : unit) {
      weights[item] += 1 / std::sqrt(static_cast<double>(unit.size()));
    }
  }
  std::normal_distribution<double> noise{0, deviation};
  const double logs = std::log(2 / delta);
  const double step =
      std::sqrt(8 / static_cast<double>(k)) * (std::sqrt(half + logs) - std::sqrt(logs));
  List domain;
  std::vector<double> noisy;
  for (std::size_t item = 0; item < items; ++item) {
    if (weights[item] > 0 && weights[item] + noise(words) > threshold) {
      domain.push_back(item);
      noisy.push_back(static_cast<double>(data.counts[item]) + gumbel(words, 1 / step));
    }
  }
  List out;
  for (const std::size_t i : best(noisy, k)) {
    out.push_back(domain[i]);
  }
  return out;
}

LimitedDomain our_list(std::size_t k, std::size_t limit) {
  return calibrate_limited_domain({.k = k, .slack = Fraction{1, 4'000'000}, .limit = limit}, metric,
                                  ApproximateCost{epsilon, delta});
}

/// The noise of the lesser variance, by public numbers; Laplace noise may have all of delta for its threshold.
ThresholdedHistogram our_histogram(std::size_t k, std::size_t kept) {
  const Target target = ApproximateCost{epsilon, delta};
  const ThresholdedHistogram laplace =
      calibrate_thresholded_histogram({.noise = CountNoise::discrete_laplace,
                                       .slack = exact_fraction(delta),
                                       .items_per_unit = kept,
                                       .k = k},
                                      metric, target);
  const ThresholdedHistogram gaussian =
      calibrate_thresholded_histogram({.noise = CountNoise::discrete_gaussian,
                                       .slack = Fraction{1, 4'000'000},
                                       .items_per_unit = kept,
                                       .k = k},
                                      metric, target);
  return 2 * laplace.scale * laplace.scale <= gaussian.scale ? laplace : gaussian;
}

List histogram_list(Words& words, const Data& data, const ThresholdedHistogram& how) {
  auto units = data.units;
  for (auto& unit :
       units) {  // the program chooses by hashes of content, which is as good as by chance
    std::ranges::shuffle(unit, words);
    unit.resize(std::min<std::size_t>(unit.size(), how.items_per_unit));
  }
  List out;
  for (const auto& item : thresholded_histogram(counted(units), how, metric)) {
    out.push_back(item.position);
  }
  return out;
}

struct Setting {
  std::size_t units;
  std::size_t of_each;
  std::size_t k;
  std::size_t limit;
  std::size_t kept;
  int data_sets;
};

void compare(const Setting& at) {
  Words words{1};  // NOLINT(cert-msc51-cpp): the same data every time
  const LimitedDomain list = our_list(at.k, at.limit);
  const ThresholdedHistogram histogram = our_histogram(at.k, at.kept);
  std::map<std::string, std::vector<double>> found;
  for (int set = 0; set < at.data_sets; ++set) {
    const Data data = zipf_data(words, at.units, at.of_each);
    List truth = best({data.counts.begin(), data.counts.end()}, at.k);
    std::ranges::sort(truth);
    const auto share = [&](const std::string& way, const List& out) {
      const auto hits = std::ranges::count_if(
          out, [&](std::size_t item) { return std::ranges::binary_search(truth, item); });
      found[way].push_back(static_cast<double>(hits) / static_cast<double>(at.k));
    };
    share("limited domain", limited_domain_top_k(data.counts, list, metric));
    share("thresholded histogram", histogram_list(words, data, histogram));
    share("google limited domain", their_limited_domain(words, data, at.k, at.limit, 100));
    share("google weighted Gaussian, peeling", their_union_and_peeling(words, data, at.k, 100));
  }
  for (const auto& [way, shares] : found) {
    const auto n = static_cast<double>(shares.size());
    double mean = 0;
    double square = 0;
    for (const double x : shares) {
      mean += x / n;
      square += x * x / n;
    }
    std::printf(
        "{\"zipf\": \"%s\", \"units\": %zu, \"items of each\": %zu, \"k\": %zu, \"limit\": %zu, "
        "\"kept\": %zu, \"found\": %.4f, \"error\": %.4f}\n",
        way.c_str(), at.units, at.of_each, at.k, at.limit, at.kept, mean,
        std::sqrt(std::max(square - mean * mean, 0.0) / n));
    std::fflush(stdout);
  }
}

void run() {
  for (const std::size_t units : {1'000U, 3'000U, 10'000U, 50'000U}) {
    compare({units, 5, 10, 100, 3, 100});
  }
  compare({1'000, 1, 10, 100, 1, 100});
  compare({10'000, 1, 10, 100, 1, 100});
  compare({50'000, 5, 100, 1'000, 5, 30});
}

}  // namespace
}  // namespace discreet::bench

int main() { discreet::bench::run(); }
