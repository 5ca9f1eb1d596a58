#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <benchmark/benchmark.h>

#include "numbers/exp_enclosure.hpp"
#include "numbers/ln_enclosure.hpp"

namespace discreet {
namespace {

// Evenly spread, in an order that no branch predictor can use.
std::vector<double> arguments(double low, double high) {
  std::vector<double> out(4096);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = low + (high - low) * static_cast<double>(i * 2654435761U % 4096) / 4096;
  }
  return out;
}

template <class Function>
void run(benchmark::State& state, double low, double high, Function function) {
  const std::vector<double> xs = arguments(low, high);
  for (auto _ : state) {
    for (const double x : xs) {
      benchmark::DoNotOptimize(function(x));
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(xs.size()));
}

void exp_ours(benchmark::State& state) {
  run(state, -40, 0, [](double x) { return exp_enclosure(x); });
}
void exp_libm(benchmark::State& state) {
  run(state, -40, 0, [](double x) { return std::exp(x); });
}
void exp_subnormal(benchmark::State& state) {
  run(state, -745, -709, [](double x) { return exp_enclosure(x); });
}
void ln_ours(benchmark::State& state) {
  run(state, 0.01, 100, [](double x) { return ln_enclosure(x); });
}
void ln1p_ours(benchmark::State& state) {
  run(state, 1e-6, 0.4, [](double x) { return ln1p_enclosure(x); });
}

BENCHMARK(exp_ours);
BENCHMARK(exp_libm);
BENCHMARK(exp_subnormal);
BENCHMARK(ln_ours);
BENCHMARK(ln1p_ours);

}  // namespace
}  // namespace discreet

BENCHMARK_MAIN();
