// How long `discreet plan` searches its seven plans for an (epsilon, delta), over the range of both: processor time of all
// seven, and as the clock says in two threads. A JSON object per row. No plan is asked for twice, as the process
// remembers (and each thread what the candidates err, some milliseconds); --quick takes a corner of the range.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>

#include "discreet/accounting/calibrate.hpp"
#include "measure.hpp"

namespace discreet::bench {
namespace {

constexpr std::array<double, 7> factors{0.125, 0.25, 0.5, 1, 2, 4, 8};

void measure_plan(std::uint64_t k, double epsilon, double delta, std::size_t count) {
  std::array<double, factors.size()> widths{};
  std::array<double, factors.size()> times{};
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t turn = next++; turn < count; turn = next++) {
      const std::size_t i = count - 1 - turn;
      const double begun = seconds(CLOCK_THREAD_CPUTIME_ID);
      // The one that was asked for, or all around it; each at an epsilon that no other row has.
      const double factor = (count == 1 ? 1 : factors[i]) * (1 + 1e-6 * static_cast<double>(k));
      const TopKPlan plan =
          calibrate_top_k(k, ApproximateCost{epsilon * factor, delta}, 1, Monotonic::yes, 100'000);
      widths[i] = plan.step_bracket.upper / plan.step_bracket.lower - 1;
      times[i] = seconds(CLOCK_THREAD_CPUTIME_ID) - begun;
    }
  };
  const double begun = seconds(CLOCK_MONOTONIC);
  {
    const std::jthread helper{work};
    work();
  }
  const double waited = seconds(CLOCK_MONOTONIC) - begun;
  double sum = 0;
  for (const double time : times) {
    sum += time;
  }
  std::printf(
      "{\"plan k\": %llu, \"epsilon\": %g, \"delta\": %g, \"plans\": %zu, \"seconds\": %.4g, "
      "\"waited\": %.4g, \"width\": %.3g}\n",
      static_cast<unsigned long long>(k), epsilon, delta, count, sum, waited,
      *std::max_element(widths.begin(), widths.end()));
  std::fflush(stdout);
}

}  // namespace
}  // namespace discreet::bench

int main(int argc, char** argv) {
  const bool quick = argc > 1 && std::strcmp(argv[1], "--quick") == 0;
  const std::vector<double> epsilons =
      quick ? std::vector<double>{0.01, 3} : std::vector<double>{0.01, 0.07, 0.9, 3, 20};
  const std::vector<double> deltas =
      quick ? std::vector<double>{1e-12, 1e-6} : std::vector<double>{1e-12, 1e-9, 1e-6, 1e-3};
  for (const std::uint64_t k : {2U, 3U, 4U, 5U, 10U, 100U, 1000U, 10000U}) {
    for (const double epsilon : epsilons) {
      for (const double delta : deltas) {
        discreet::bench::measure_plan(k, epsilon, delta,
                                      k > 1000 ? 1 : discreet::bench::factors.size());
      }
    }
  }
  return 0;
}
