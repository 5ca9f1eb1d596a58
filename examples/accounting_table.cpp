// Prints the scale that k selections need, by each known route and by ours, as tab-separated lines;
// tools/accounting_docs.py makes the table and the plot of docs/accounting.md from them.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>

#include "discreet/accounting/calibrate.hpp"
#include "discreet/accounting/convert.hpp"

namespace {

using discreet::ApproximateCost;

struct Routes {
  double basic;          // epsilon / k each, for permute-and-flip as well
  double durfee_rogers;  // 2019, the least of their three bounds
  double bun_steinke;    // 2016, with eta^2 / 8
  double canonne;        // Canonne, Kamath and Steinke 2020, with eta^2 / 8
  discreet::TopKPlan ours;
};

// The greatest eta with bound(eta) <= epsilon, for a bound that grows.
template <class Bound>
double solve(double epsilon, const Bound& bound) {
  double low = 0;
  double high = 1000;
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    (bound(middle) <= epsilon ? low : high) = middle;
  }
  return low;
}

// The routes of others are floating-point estimates: they are only compared with.
Routes routes(std::uint64_t k, const ApproximateCost& target) {
  const auto n = static_cast<double>(k);
  const double log_delta = std::log(1 / target.delta);
  const double durfee_rogers = solve(target.epsilon, [&](double eta) {
    return std::min({n * eta, n * eta * std::tanh(eta / 2) + eta * std::sqrt(2 * n * log_delta),
                     n * eta * eta / 2 + eta * std::sqrt(n * log_delta / 2)});
  });
  const double bun_steinke = solve(target.epsilon, [&](double eta) {
    const double rho = n * eta * eta / 8;
    return rho + 2 * std::sqrt(rho * log_delta);
  });
  const double rho = discreet::zcdp_budget(target.epsilon, target.delta);
  return {n / target.epsilon, 1 / durfee_rogers, 1 / bun_steinke, 1 / std::sqrt(8 * rho / n),
          discreet::calibrate_top_k(k, target, 1, discreet::Monotonic::yes, 1000)};
}

void print(std::uint64_t k, const ApproximateCost& target, const Routes& found) {
  std::printf("%g\t%g\t%llu\t%.6g\t%.6g\t%.6g\t%.6g\t%.8g\t%.8g\t%s\n", target.epsilon,
              target.delta, static_cast<unsigned long long>(k), found.basic, found.durfee_rogers,
              found.bun_steinke, found.canonne, 1 / found.ours.step_bracket.upper, found.ours.scale,
              found.ours.law == discreet::Law::exponential_mechanism ? "EM" : "PF");
  std::fflush(stdout);
}

int run() {
  for (const ApproximateCost target : {ApproximateCost{0.1, 1e-6}, ApproximateCost{1, 1e-6},
                                       ApproximateCost{1, 1e-9}, ApproximateCost{3, 1e-6}}) {
    for (const std::uint64_t k : {1U, 3U, 10U, 30U, 100U, 1000U}) {
      print(k, target, routes(k, target));
    }
  }
  return 0;
}

}  // namespace

int main() {
  try {
    return run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "accounting_table: %s\n", error.what());
    return 1;
  }
}
