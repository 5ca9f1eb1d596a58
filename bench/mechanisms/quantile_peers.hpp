// The laws by which others release quantiles, in floating point, for simulations only. All are given the tightest scale
// that add-remove neighbours allow, 2·max(q, 1 − q)/epsilon in ranks, whatever the library would charge.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "mechanisms/quantile_columns.hpp"

namespace discreet::bench {

inline double scale_for(double q, double epsilon) { return 2 * std::max(q, 1 - q) / epsilon; }

/// Neighbouring candidates of one score: `size` of them, whole numbers from `first` on or a stretch of reals.
struct Run {
  double first;
  double size;
  double gap;  ///< in ranks, how far its score is from 0
};

/// Draws among runs, with chances that fall by e for each scale; made once for many draws.
class RunLaw {
 public:
  RunLaw(std::vector<Run> runs, double scale) : runs_(std::move(runs)) {
    double best = std::numeric_limits<double>::infinity();
    for (const Run& run : runs_) {
      best = std::min(best, run.gap);
    }
    // What is left out has a chance below e^−25, a million elements together.
    std::erase_if(runs_, [&](const Run& run) {
      return (run.gap - best) / scale > 40 + std::log(run.size + 1);
    });
    for (const Run& run : runs_) {
      chances_.push_back(std::exp((best - run.gap) / scale));
      sums_.push_back((sums_.empty() ? 0.0 : sums_.back()) + run.size * chances_.back());
    }
  }

  /// The exponential mechanism: a real from the stretch that is drawn.
  double real(Words& words) const {
    const Run& run = runs_[drawn(words)];
    return run.first + run.size * uniform(words);
  }

  /// Permute-and-flip over whole numbers: each stays with its chance, and the winner is uniform among those that stay.
  /// Elements arrive at uniform times, and the first that stays wins: up to time one half by proposals at twice the
  /// rate that is needed, then by looking at everyone.
  double whole_by_flips(Words& words) const {
    for (double time = 0;;) {
      time -= std::log(uniform(words)) / (2 * sums_.back());
      if (time >= 0.5) {
        return late_by_flips(words);
      }
      const std::size_t i = drawn(words);
      if (uniform(words) * 2 * (1 - chances_[i] * time) < 1) {
        return one_of(runs_[i], words);
      }
    }
  }

 private:
  std::size_t drawn(Words& words) const {
    const auto at = std::ranges::upper_bound(sums_, uniform(words) * sums_.back());
    return std::min(static_cast<std::size_t>(at - sums_.begin()), sums_.size() - 1);
  }

  static double one_of(const Run& run, Words& words) {
    return run.first + std::floor(run.size * uniform(words));
  }

  double late_by_flips(Words& words) const {
    double stay = 0;
    double winner = 0;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      const double chance = std::min(1.0, 0.5 * chances_[i] / (1 - 0.5 * chances_[i]));
      const double here = runs_[i].size == 1
                              ? (uniform(words) < chance ? 1.0 : 0.0)
                              : static_cast<double>(std::binomial_distribution<std::int64_t>(
                                    static_cast<std::int64_t>(runs_[i].size), chance)(words));
      stay += here;
      if (here > 0 && uniform(words) * stay < here) {
        winner = one_of(runs_[i], words);
      }
    }
    return winner;
  }

  std::vector<Run> runs_;
  std::vector<double> chances_;
  std::vector<double> sums_;
};

/// OpenDP 0.16: permute-and-flip over a list of candidates, by −|#below − q·(n − #equal)|; here every cell.
inline RunLaw opendp_whole_grid(const Values& values, const Ranks& ranks, double q,
                                double epsilon) {
  std::vector<Run> runs;
  const double n = ranks.units();
  double next = 0;
  const auto stretch = [&](double to, double below) {
    if (to > next) {
      runs.push_back({next, to - next, std::abs(below - q * n)});
    }
  };
  for (std::size_t i = 0; i < ranks.sorted().size();) {
    const double value = ranks.sorted()[i];
    const auto below = static_cast<double>(i);
    const double after = ranks.not_above(value);
    stretch(value, below);
    runs.push_back({value, 1, std::abs(below - q * (n - (after - below)))});
    next = value + 1;
    i = static_cast<std::size_t>(after);
  }
  stretch(static_cast<double>(values.cells), n);
  return {std::move(runs), scale_for(q, epsilon)};
}

/// The same with 101 candidates at equal distances, as a list that somebody writes down.
inline RunLaw opendp_101(const Values& values, const Ranks& ranks, double q, double epsilon) {
  std::vector<Run> runs;
  for (int i = 0; i <= 100; ++i) {
    const double value = std::round(static_cast<double>(values.cells - 1) * i / 100);
    const double below = ranks.below(value);
    const double equal = ranks.not_above(value) - below;
    runs.push_back({value, 1, std::abs(below - q * (ranks.units() - equal))});
  }
  return {std::move(runs), scale_for(q, epsilon)};
}

/// Tumult: the exponential mechanism over the reals between neighbouring values, by −|#below − q·n|.
inline RunLaw tumult(const Values& values, const Ranks& ranks, double q, double epsilon) {
  std::vector<Run> runs;
  const std::vector<double>& sorted = ranks.sorted();
  double from = 0;
  for (std::size_t i = 0; i <= sorted.size(); ++i) {
    const double to = i < sorted.size() ? sorted[i] : static_cast<double>(values.cells - 1);
    if (to > from) {
      runs.push_back({from, to - from, std::abs(static_cast<double>(i) - q * ranks.units())});
      from = to;
    }
  }
  return {std::move(runs), scale_for(q, epsilon)};
}

/// Kaplan, Schnapp and Stemmer, as published: the middle quantile by the law above, at a level's share of epsilon; then
/// those below it among the values below what was drawn, and those above among the rest. Ties are spread evenly over
/// their cell beforehand, which suits it better than the small Gaussian noise that its authors' program adds.
class Recursion {
 public:
  Recursion(const Values& values, const Ranks& ranks) : top_(static_cast<double>(values.cells)) {
    for (std::size_t i = 0; i < ranks.sorted().size();) {
      const double value = ranks.sorted()[i];
      const auto end = static_cast<std::size_t>(ranks.not_above(value));
      for (std::size_t k = i; k < end; ++k) {
        spread_.push_back(value +
                          (static_cast<double>(k - i) + 0.5) / static_cast<double>(end - i));
      }
      i = end;
    }
  }

  /// One value for each quantile, as a cell.
  std::vector<double> release(Words& words, const std::vector<double>& quantiles,
                              double epsilon) const {
    const double levels = std::floor(std::log2(static_cast<double>(quantiles.size()))) + 1;
    std::vector<double> out(quantiles.size());
    split(words, quantiles, {0, quantiles.size(), 0, spread_.size(), 0, top_, 0, 1},
          epsilon / levels, out);
    return out;
  }

 private:
  /// Quantiles and values by position, the reals they may have, and the quantiles at its ends.
  struct Part {
    std::size_t first_quantile, last_quantile;
    std::size_t first_value, last_value;
    double from, to;
    double lower, upper;
  };

  void split(Words& words, const std::vector<double>& quantiles, const Part& part, double epsilon,
             std::vector<double>& out) const {
    if (part.first_quantile == part.last_quantile) {
      return;
    }
    const std::size_t middle = (part.first_quantile + part.last_quantile) / 2;
    const double q = (quantiles[middle] - part.lower) / (part.upper - part.lower);
    const auto n = static_cast<double>(part.last_value - part.first_value);
    const double scale = scale_for(q, epsilon);
    // What is farther than sixty scales away has no chance worth a simulation.
    const auto reach = static_cast<std::size_t>(60 * scale);
    const auto target = part.first_value + static_cast<std::size_t>(q * n);
    const std::size_t begin = target > part.first_value + reach ? target - reach : part.first_value;
    const std::size_t end = std::min(part.last_value, target + reach);
    std::vector<Run> runs;
    for (std::size_t i = begin; i <= end; ++i) {
      const double left = i == part.first_value ? part.from : spread_[i - 1];
      const double right = i == part.last_value ? part.to : spread_[i];
      const auto below = static_cast<double>(i - part.first_value);
      runs.push_back({left, std::max(0.0, right - left), std::abs(below - q * n)});
    }
    const double value = RunLaw{std::move(runs), scale}.real(words);
    out[middle] = std::min(std::floor(value), top_ - 1);
    const auto cut =
        static_cast<std::size_t>(std::ranges::lower_bound(spread_, value) - spread_.begin());
    const std::size_t at = std::clamp(cut, part.first_value, part.last_value);
    split(words, quantiles,
          {part.first_quantile, middle, part.first_value, at, part.from, value, part.lower,
           quantiles[middle]},
          epsilon, out);
    split(words, quantiles,
          {middle + 1, part.last_quantile, at, part.last_value, value, part.to, quantiles[middle],
           part.upper},
          epsilon, out);
  }

  double top_;
  std::vector<double> spread_;
};

}  // namespace discreet::bench
