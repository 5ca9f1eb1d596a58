// One exact coin beside the unsafe one that it replaces (a libm exp compared with a 53-bit uniform)
// and beside the limit (drawing the word and nothing else); prints the share of coins whose filter
// was unsure. Ratios within one run are what counts.
#include <cmath>
#include <cstdint>

#include <benchmark/benchmark.h>

#include "entropy/system_bits.hpp"
#include "numbers/score_gap.hpp"
#include "samplers/bernoulli_exp.hpp"
#include "samplers/uniform_below.hpp"

namespace discreet {
namespace {

// Gaps of 0 to 8 scales, as near a maximum; the same for every contender.
double score_at(std::uint64_t i) { return -static_cast<double>(i % 1024) / 128.0; }

void drawing_the_word(benchmark::State& state) {
  SystemBits& bits = thread_bits();
  for (auto _ : state) {
    benchmark::DoNotOptimize(bits.next());
  }
}

void unsafe_float_coin(benchmark::State& state) {
  SystemBits& bits = thread_bits();
  std::uint64_t i = 0;
  for (auto _ : state) {
    const double u = static_cast<double>(bits.next() >> 11U) * 0x1p-53;
    benchmark::DoNotOptimize(u < std::exp(score_at(i++)));
  }
}

void exact_coin(benchmark::State& state) {
  SystemBits& bits = thread_bits();
  const Tally before = bits.tally();
  std::uint64_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(sample_bernoulli_exp(bits, ScoreGap<double>{0.0, score_at(i++), 1.0}));
  }
  const Tally after = bits.tally();
  state.counters["fallbacks"] = static_cast<double>(after.fallbacks - before.fallbacks);
  state.counters["coins"] = static_cast<double>(after.comparisons - before.comparisons);
  state.counters["words_per_coin"] = static_cast<double>(after.words - before.words) /
                                     static_cast<double>(after.comparisons - before.comparisons);
}

void exact_uniform_below(benchmark::State& state) {
  SystemBits& bits = thread_bits();
  for (auto _ : state) {
    benchmark::DoNotOptimize(sample_uniform_below(bits, 1000003));
  }
}

BENCHMARK(drawing_the_word);
BENCHMARK(unsafe_float_coin);
BENCHMARK(exact_coin);
BENCHMARK(exact_uniform_below);

}  // namespace
}  // namespace discreet

BENCHMARK_MAIN();
