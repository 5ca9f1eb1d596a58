#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace discreet::bench {

using Words = std::mt19937_64;

/// In (0, 1).
inline double uniform(Words& words) {
  return (static_cast<double>(words() >> 12U) + 0.5) * 0x1p-52;
}

inline double normal(Words& words) {
  return std::sqrt(-2 * std::log(uniform(words))) * std::cos(6.283185307179586 * uniform(words));
}

/// Whole numbers from 0 to cells − 1, one for each unit; the grid is of these.
struct Values {
  std::string name;
  std::uint64_t cells;
  std::vector<double> each;
};

/// Log-normal around 38,000, in whole units of money up to a million: spread out, hardly a tie.
inline Values incomes() {
  Words words{1};  // NOLINT(cert-msc51-cpp): the same column every time
  Values out{"incomes", 1'000'001, {}};
  for (int i = 0; i < 100'000; ++i) {
    out.each.push_back(std::min(1e6, std::round(38'000 * std::exp(0.75 * normal(words)))));
  }
  return out;
}

/// As many at each age up to sixty, then fewer and fewer: a few hundred ties on each of 121 cells.
inline Values ages() {
  Words words{2};  // NOLINT(cert-msc51-cpp)
  Values out{"ages", 121, {}};
  while (out.each.size() < 30'000) {
    const double age = std::floor(121 * uniform(words));
    if (age < 60 || uniform(words) < std::pow(1 - (age - 60) / 61, 1.5)) {
      out.each.push_back(age);
    }
  }
  return out;
}

/// Sixty of a hundred are 0, then ones, twos and a long tail: most of the column is one tie.
inline Values counts() {
  Words words{3};  // NOLINT(cert-msc51-cpp)
  Values out{"counts", 1001, {}};
  for (int i = 0; i < 10'000; ++i) {
    const double more = std::floor(3 * std::pow(uniform(words), -0.7));
    out.each.push_back(i < 6000 ? 0.0 : i < 7300 ? 1.0 : i < 8200 ? 2.0 : std::min(1000.0, more));
  }
  return out;
}

/// How many values lie below and on what a release says.
class Ranks {
 public:
  explicit Ranks(const Values& values) : sorted_(values.each) { std::ranges::sort(sorted_); }

  [[nodiscard]] const std::vector<double>& sorted() const { return sorted_; }
  [[nodiscard]] double units() const { return static_cast<double>(sorted_.size()); }
  [[nodiscard]] double below(double value) const {
    return static_cast<double>(std::ranges::lower_bound(sorted_, value) - sorted_.begin());
  }
  [[nodiscard]] double not_above(double value) const {
    return static_cast<double>(std::ranges::upper_bound(sorted_, value) - sorted_.begin());
  }

  /// How far the rank q·n is from the ranks that a value has.
  [[nodiscard]] double error(double value, double q) const {
    const double target = q * units();
    return std::max({0.0, below(value) - target, target - not_above(value)});
  }

 private:
  std::vector<double> sorted_;
};

/// The quantiles i/(m + 1).
inline std::vector<double> even_quantiles(int m) {
  std::vector<double> out;
  for (int i = 1; i <= m; ++i) {
    out.push_back(static_cast<double>(i) / (m + 1));
  }
  return out;
}

}  // namespace discreet::bench
