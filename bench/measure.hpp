#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <random>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "discreet/selection/noisy_top_k.hpp"
#include "entropy/system_bits.hpp"
#include "max_pass.hpp"
#include "samplers/decisions.hpp"
#include "selection/engine.hpp"
#include "shapes.hpp"
#include <time.h>

namespace discreet::bench {

/// What this thread has asked of operator new, where the program counts it.
inline thread_local std::size_t bytes_allocated = 0;

inline double seconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Keeps the optimiser from dropping what it thinks nobody reads.
template <class T>
void keep(const T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

inline double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

/// The textbook way, unsafe: the argmax of score/scale − log(−log u) in floats.
template <class T>
std::size_t unsafe_gumbel(std::mt19937_64& words, const std::vector<T>& x, double scale) {
  std::size_t best = 0;
  double most = -INFINITY;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double u = (static_cast<double>(words() >> 12U) + 0.5) * 0x1p-52;
    const double noisy = static_cast<double>(x[i]) / scale - std::log(-std::log(u));
    if (noisy > most) {
      most = noisy;
      best = i;
    }
  }
  return best;
}

/// Counts the proposals of a release.
class Counting : public DrawnDecisions<SystemBits> {
 public:
  using DrawnDecisions<SystemBits>::DrawnDecisions;
  std::uint64_t below(std::uint64_t m) {
    ++proposals;
    return DrawnDecisions<SystemBits>::below(m);
  }
  std::uint64_t proposals = 0;
};

struct Row {
  std::size_t k;
  Law law;
  unsigned threads;
};

/// The way of walking that makes the limit the least for so many scores, found on the first that there are so many of.
template <class T>
detail::Way limit_way(const std::vector<T>& x) {
  static std::map<std::size_t, detail::Way> known;
  const auto [at, fresh] = known.try_emplace(x.size(), detail::Way::four_places);
  if (fresh && x.size() * sizeof(T) > 4096) {
    std::vector<std::vector<double>> times(detail::ways);
    for (std::size_t turn = 0; turn < 9 * detail::ways; ++turn) {
      const std::size_t way = turn % detail::ways;
      const double begun = seconds(CLOCK_THREAD_CPUTIME_ID);
      keep(max_pass(x.data(), x.size(), static_cast<detail::Way>(way)));
      times[way].push_back(seconds(CLOCK_THREAD_CPUTIME_ID) - begun);
    }
    const auto least =
        std::min_element(times.begin(), times.end(),
                         [](const auto& a, const auto& b) { return median(a) < median(b); });
    at->second = static_cast<detail::Way>(least - times.begin());
  }
  return at->second;
}

/// The limit with as many threads as the release has: each reads its share.
template <class T>
void limit_pass(const std::vector<T>& x, unsigned threads) {
  const detail::Way way = limit_way(x);
  if (threads <= 1) {
    keep(max_pass(x.data(), x.size(), way));
    return;
  }
  std::vector<std::jthread> helpers;
  const auto part = [&](unsigned t) {
    const std::size_t from = x.size() * t / threads;
    keep(max_pass(x.data() + from, x.size() * (t + 1) / threads - from, way));
  };
  for (unsigned t = 1; t < threads; ++t) {
    helpers.emplace_back(part, t);
  }
  part(0);
}

/// What a release costs besides time, from releases in a thread that has kept no room yet.
struct Work {
  double words = 0.0;
  double proposals = 0.0;
  double bytes = 0.0;
  std::uint64_t decisions = 0;
  std::uint64_t fallbacks = 0;
};

template <class T>
Work count_work(const Input<T>& input, const Row& row) {
  constexpr int releases = 3;
  Work work;
  std::jthread{[&] {
    Counting decide{thread_bits()};
    const detail::ScoreView<T> view{std::span<const T>{input.scores}};
    const auto release = [&] {
      keep(detail::engine_top_k<detail::DefaultShape<T>>(decide, view, input.scale, row.k,
                                                         Optimize::max, row.law, 1));
    };
    const std::size_t before = bytes_allocated;
    release();
    work.bytes = static_cast<double>(bytes_allocated - before);
    for (int i = 1; i < releases; ++i) {
      release();
    }
    const Tally& tally = thread_bits().tally();
    work.words = static_cast<double>(tally.words) / releases;
    work.proposals = static_cast<double>(decide.proposals) / releases / static_cast<double>(row.k);
    work.decisions = tally.comparisons + decide.proposals;
    work.fallbacks = tally.fallbacks;
  }}.join();
  return work;
}

/// Times a release beside the limit, in turns, for so many seconds, and prints its row.
template <class T>
void measure(double allowed, const char* type, const std::string& shape, const Input<T>& input,
             const Row& row, double gumbel) {
  const std::vector<T>& x = input.scores;
  const std::size_t bytes = x.size() * sizeof(T);
  // Small releases are timed many at once, or the clock is what is measured.
  const std::size_t at_once = std::max<std::size_t>(1, 20'000 / (bytes + 20 * row.k + 20));
  const clockid_t clock = row.threads > 1 ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID;
  const double end = seconds(CLOCK_MONOTONIC) + allowed;
  std::vector<double> limit;
  std::vector<double> ours;
  std::vector<double> ratio;
  for (std::size_t turn = 0; turn < 5 || (turn < 201 && seconds(CLOCK_MONOTONIC) < end); ++turn) {
    const double t0 = seconds(clock);
    for (std::size_t i = 0; i < at_once; ++i) {
      limit_pass(x, row.threads);
    }
    const double t1 = seconds(clock);
    for (std::size_t i = 0; i < at_once; ++i) {
      keep(noisy_top_k(x, {row.law, input.scale, row.k, Optimize::max, Threads{row.threads}}));
    }
    const double t2 = seconds(clock);
    limit.push_back((t1 - t0) / static_cast<double>(at_once));
    ours.push_back((t2 - t1) / static_cast<double>(at_once));
    ratio.push_back((t2 - t1) / (t1 - t0));
  }
  const Work work = count_work(input, row);
  std::printf(
      "{\"type\": \"%s\", \"shape\": \"%s\", \"n\": %zu, \"k\": %zu, \"law\": \"%s\", "
      "\"threads\": %u, \"ours\": %.4g, \"limit\": %.4g, \"ratio\": %.4g, \"gumbel\": %.4g, "
      "\"words\": %.4g, \"proposals\": %.4g, \"decisions\": %llu, \"fallbacks\": %llu, "
      "\"bytes\": %.6g}\n",
      type, shape.c_str(), x.size(), row.k, row.law == Law::exponential_mechanism ? "EM" : "PF",
      row.threads, median(ours), median(limit), median(ratio), gumbel, work.words, work.proposals,
      static_cast<unsigned long long>(work.decisions),
      static_cast<unsigned long long>(work.fallbacks), work.bytes);
  std::fflush(stdout);
}

template <class T>
double time_gumbel(const Input<T>& input) {
  std::mt19937_64 words{1};  // NOLINT(cert-msc51-cpp): unsafe on purpose
  std::vector<double> times;
  const std::size_t n = input.scores.size();
  const std::size_t at_once = std::max<std::size_t>(1, 2000 / n);
  for (int turn = 0; turn < (n > 1'000'000 ? 1 : (n > 10'000 ? 5 : 51)); ++turn) {
    const double t0 = seconds(CLOCK_THREAD_CPUTIME_ID);
    for (std::size_t i = 0; i < at_once; ++i) {
      keep(unsafe_gumbel(words, input.scores, input.scale));
    }
    times.push_back((seconds(CLOCK_THREAD_CPUTIME_ID) - t0) / static_cast<double>(at_once));
  }
  return median(times);
}

}  // namespace discreet::bench
