// Times releases beside the limit and the unsafe way, in one process and in turns, and prints a JSON
// object per row. Times are of the processor, per thread, so that a busy machine does not count; rows
// with more than one thread are wall-clock times.
//
//   engine_bench [--quick] [--most N]
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <random>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "discreet/entropy/system_bits.hpp"
#include "discreet/selection/engine.hpp"
#include "discreet/selection/engine_decisions.hpp"
#include "discreet/selection/noisy_top_k.hpp"
#include "max_pass.hpp"
#include "shapes.hpp"
#include <time.h>

namespace {

std::size_t bytes_allocated = 0;

}  // namespace

[[gnu::noinline]] void* operator new(std::size_t size) {
  bytes_allocated += size;
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) {
    return memory;
  }
  throw std::bad_alloc{};
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}

namespace discreet::bench {
namespace {

double seconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Keeps the optimiser from dropping what it thinks nobody reads.
template <class T>
void keep(const T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

double median(std::vector<double> times) {
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
class Counting : public detail::EngineDecisions<SystemBits> {
 public:
  using detail::EngineDecisions<SystemBits>::EngineDecisions;
  std::uint64_t below(std::uint64_t m) {
    ++proposals;
    return detail::EngineDecisions<SystemBits>::below(m);
  }
  std::uint64_t proposals = 0;
};

struct Row {
  std::size_t k;
  Draw draw;
  unsigned threads;
};

/// The limit with as many threads as the release has: each reads its share.
template <class T>
void limit_pass(const std::vector<T>& x, unsigned threads) {
  if (threads <= 1) {
    keep(max_pass(x.data(), x.size()));
    return;
  }
  std::vector<std::jthread> helpers;
  const auto part = [&](unsigned t) {
    const std::size_t from = x.size() * t / threads;
    keep(max_pass(x.data() + from, x.size() * (t + 1) / threads - from));
  };
  for (unsigned t = 1; t < threads; ++t) {
    helpers.emplace_back(part, t);
  }
  part(0);
}

template <class T>
void measure(const char* type, const std::string& shape, const Input<T>& input, const Row& row,
             double gumbel) {
  const std::vector<T>& x = input.scores;
  const std::size_t bytes = x.size() * sizeof(T);
  const std::size_t repeats = bytes < 100'000 ? 1 : 1;
  // Small releases are timed many at once, or the clock is what is measured.
  const std::size_t at_once = std::max<std::size_t>(1, 20'000 / (bytes + 20 * row.k + 20));
  const std::size_t turns =
      bytes > 300'000'000 ? 5 : (bytes > 30'000'000 ? 9 : (bytes > 3'000'000 ? 31 : 101));
  const clockid_t clock = row.threads > 1 ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID;
  std::vector<double> limit;
  std::vector<double> ours;
  for (std::size_t turn = 0; turn < turns * repeats; ++turn) {
    const double t0 = seconds(clock);
    for (std::size_t i = 0; i < at_once; ++i) {
      limit_pass(x, row.threads);
    }
    const double t1 = seconds(clock);
    for (std::size_t i = 0; i < at_once; ++i) {
      keep(noisy_top_k(x, input.scale, row.k, Optimize::max, row.draw, Threads{row.threads}));
    }
    const double t2 = seconds(clock);
    limit.push_back((t1 - t0) / static_cast<double>(at_once));
    ours.push_back((t2 - t1) / static_cast<double>(at_once));
  }
  Counting decide{thread_bits()};
  const detail::ScoreView<T> view{std::span<const T>{x}};
  const Tally before = thread_bits().tally();
  bytes_allocated = 0;
  constexpr int counted = 3;
  for (int i = 0; i < counted; ++i) {
    keep(detail::engine_top_k<detail::DefaultShape<T>>(decide, view, input.scale, row.k,
                                                       Optimize::max, row.draw, 1));
  }
  const double allocated = static_cast<double>(bytes_allocated) / counted;
  const Tally& after = thread_bits().tally();
  const double releases = counted;
  std::printf(
      "{\"type\": \"%s\", \"shape\": \"%s\", \"n\": %zu, \"k\": %zu, \"law\": \"%s\", "
      "\"threads\": %u, \"ours\": %.4g, \"limit\": %.4g, \"gumbel\": %.4g, \"words\": %.4g, "
      "\"proposals\": %.4g, \"decisions\": %llu, \"fallbacks\": %llu, \"bytes\": %.6g}\n",
      type, shape.c_str(), x.size(), row.k, row.draw == Draw::with_replacement ? "EM" : "PF",
      row.threads, median(ours), median(limit), gumbel,
      static_cast<double>(after.words - before.words) / releases,
      static_cast<double>(decide.proposals) / releases / static_cast<double>(row.k),
      static_cast<unsigned long long>(after.comparisons - before.comparisons + decide.proposals),
      static_cast<unsigned long long>(after.fallbacks - before.fallbacks), allocated);
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

/// What --type, --shape, --size and --k ask for; empty or 0 is everything.
struct Wanted {
  std::string type;
  std::string shape;
  std::size_t size = 0;
  std::size_t k = 0;
};
Wanted wanted;

template <class T>
void measure_all(const char* type, std::size_t n, const std::vector<std::string>& which,
                 const std::vector<std::size_t>& ks, bool threaded) {
  if (!wanted.type.empty() && wanted.type != type) {
    return;
  }
  for (const std::string& shape : which) {
    if (!wanted.shape.empty() && wanted.shape != shape) {
      continue;
    }
    const Input<T> input = make_input<T>(shape, n);
    const double gumbel = n <= 10'000'000 && shape == which.front() ? time_gumbel(input) : 0.0;
    for (const std::size_t k : ks) {
      if (k > n || (wanted.k != 0 && wanted.k != k)) {
        continue;
      }
      for (const Draw draw : {Draw::with_replacement, Draw::without_replacement}) {
        measure(type, shape, input, {k, draw, 1}, gumbel);
        if (threaded && k == 10 && shape == which.front()) {
          measure(type, shape, input, {k, draw, 2}, 0.0);
        }
      }
    }
  }
}

void run(bool quick, std::size_t most) {
  const std::vector<std::string> typical{"normal", "two per block", "steps near"};
  for (const std::size_t n :
       {10UL, 1'000UL, 10'000UL, 100'000UL, 1'000'000UL, 10'000'000UL, 100'000'000UL}) {
    if (n > most || (wanted.size != 0 && wanted.size != n)) {
      continue;
    }
    const bool all = !quick || n == 1'000'000 || n == 10'000'000;
    const std::vector<std::size_t> ks = quick && n >= 10'000'000
                                            ? std::vector<std::size_t>{10}
                                            : std::vector<std::size_t>{1, 10, 100};
    measure_all<double>("double", n, all ? shapes : typical, ks, n >= 1'000'000);
    if (!quick || n == 1'000'000) {
      const std::vector<std::string>& others = n >= 100'000'000 ? typical : shapes;
      measure_all<float>("float", n, others, ks, false);
      measure_all<std::int64_t>("int64", n, others, ks, false);
      measure_all<std::uint32_t>("uint32", n, others, ks, false);
      measure_all<std::int8_t>("int8", n, others, ks, false);
    }
  }
}

}  // namespace
}  // namespace discreet::bench

int main(int argc, char** argv) {
  bool quick = false;
  std::size_t most = 100'000'000;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--quick") == 0) {
      quick = true;
    } else if (std::strcmp(argv[i], "--most") == 0 && i + 1 < argc) {
      most = static_cast<std::size_t>(std::atof(argv[++i]));
    } else if (std::strcmp(argv[i], "--type") == 0 && i + 1 < argc) {
      discreet::bench::wanted.type = argv[++i];
    } else if (std::strcmp(argv[i], "--shape") == 0 && i + 1 < argc) {
      discreet::bench::wanted.shape = argv[++i];
    } else if (std::strcmp(argv[i], "--size") == 0 && i + 1 < argc) {
      discreet::bench::wanted.size = static_cast<std::size_t>(std::atof(argv[++i]));
    } else if (std::strcmp(argv[i], "--k") == 0 && i + 1 < argc) {
      discreet::bench::wanted.k = static_cast<std::size_t>(std::atof(argv[++i]));
    }
  }
  discreet::bench::run(quick, most);
}
