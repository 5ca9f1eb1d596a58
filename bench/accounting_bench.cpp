// How long a calibration takes that was not asked for before, how many evaluations of the curve at the step that it finds
// take as long, and how wide its bracket is. Each iteration asks for an epsilon of its own, since the process remembers.
// And how long counts are planned.
#include <chrono>
#include <cstdint>

#include <benchmark/benchmark.h>

#include "discreet/accounting/calibrate.hpp"
#include "discreet/accounting/convert.hpp"
#include "discreet/mechanisms/noisy_counts.hpp"

namespace discreet {
namespace {

void calibrate(benchmark::State& state) {
  const auto k = static_cast<std::uint64_t>(state.range(0));
  static double epsilon = 1;
  double bracket = 0;
  double curves = 0;
  for (auto _ : state) {
    epsilon += 1e-6;
    const auto begun = std::chrono::steady_clock::now();
    const TopKPlan plan =
        calibrate_top_k(k, ApproximateCost{epsilon, 1e-6}, 1, Monotonic::yes, 1000000);
    const auto planned = std::chrono::steady_clock::now();
    bracket = plan.step_bracket.upper / plan.step_bracket.lower - 1;
    state.PauseTiming();
    const auto resumed = std::chrono::steady_clock::now();
    benchmark::DoNotOptimize(bounded_range_delta_bracket(plan.step, k, epsilon).upper);
    curves = std::chrono::duration<double>(planned - begun) /
             std::chrono::duration<double>(std::chrono::steady_clock::now() - resumed);
    state.ResumeTiming();
  }
  state.counters["bracket"] = bracket;
  state.counters["curves"] = curves;
}

void calibrate_again(benchmark::State& state) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        calibrate_top_k(10, ApproximateCost{1, 1e-6}, 1, Monotonic::yes, 1000).scale);
  }
}

void convert_bounded_range(benchmark::State& state) {
  double eta = 0.1;
  for (auto _ : state) {
    benchmark::DoNotOptimize(bounded_range_to_zcdp(eta += 1e-9));
  }
}

void convert_zcdp(benchmark::State& state) {
  double rho = 0.01;
  for (auto _ : state) {
    benchmark::DoNotOptimize(zcdp_to_delta(rho += 1e-9, 1));
  }
}

// The intervals of ten counts at an epsilon of one over the argument: the cells grow with the scale up to 2^12.
void plan_counts(benchmark::State& state) {
  NoisyCountsRequest request;
  request.noise = CountNoise::discrete_laplace;
  request.budget = Fraction{1, static_cast<unsigned long>(state.range(0))};
  request.items = 10;
  for (auto _ : state) {
    benchmark::DoNotOptimize(plan_noisy_counts(request).each);
  }
}

BENCHMARK(calibrate)
    ->Arg(1)
    ->Arg(10)
    ->Arg(100)
    ->Arg(1000)
    ->Arg(10000)
    ->Arg(1000000)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(calibrate_again)->Unit(benchmark::kMicrosecond);
BENCHMARK(convert_bounded_range)->Unit(benchmark::kMicrosecond);
BENCHMARK(convert_zcdp)->Unit(benchmark::kMicrosecond);
BENCHMARK(plan_counts)->Arg(1)->Arg(20)->Arg(300)->Arg(10000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace discreet

BENCHMARK_MAIN();
