// Prints, for lists of unequal bounded ranges, the epsilon that is given for every order, and what one order needs at
// the least: the rows of a table in docs/accounting.md.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <vector>

#include "discreet/accounting/compose.hpp"

namespace {

// The greatest range is so many cells of a lattice. All are whole cells, but for so small a part that no two are equal.
std::size_t greatest_of(std::size_t n) { return n <= 300 ? 1000 : 200; }
constexpr double unequal = 1e-4;

// The curve after one more step before it, split at a place of the lattice, as a floating-point estimate that is only
// compared with; the index of 0 is in the middle.
std::vector<double> one_more(const std::vector<double>& curve, std::size_t cells, double h) {
  const std::size_t zero = curve.size() / 2;
  const double eta = static_cast<double>(cells) * h;
  std::vector<double> stay;
  for (std::size_t j = 0; j <= cells; ++j) {
    stay.push_back((std::exp(eta) - std::exp(static_cast<double>(j) * h)) / std::expm1(eta));
  }
  std::vector<double> out = curve;
  std::size_t best = cells / 2;
  for (std::size_t i = zero; i < curve.size(); ++i) {
    const auto value = [&](std::size_t j) {
      const double leap = i - j + cells < curve.size() ? curve[i - j + cells] : 0;
      return stay[j] * curve[i - j] + (1 - stay[j]) * leap;
    };
    while (best < cells && value(best + 1) >= value(best)) {
      ++best;
    }
    while (best > 0 && value(best - 1) > value(best)) {
      --best;
    }
    out[i] = value(best);
  }
  for (std::size_t j = 1; j <= zero; ++j) {
    const double x = static_cast<double>(j) * h;
    out[zero - j] = -std::expm1(-x) + std::exp(-x) * out[zero + j];
  }
  return out;
}

// What the order with the greatest ranges last needs, which is the worst in most cases. The curve must reach past what is
// asked for, as what lies beyond is taken for 0.
double one_order(const std::vector<std::size_t>& falling, double h, double given, double delta) {
  const auto zero = static_cast<std::size_t>(std::ceil(1.3 * given / h)) + falling.front();
  std::vector<double> curve(2 * zero + 1, 0.0);
  for (std::size_t j = 1; j <= zero; ++j) {
    curve[zero - j] = -std::expm1(-static_cast<double>(j) * h);
  }
  for (const std::size_t cells : falling) {
    curve = one_more(curve, cells, h);
  }
  const auto found = std::find_if(curve.begin() + static_cast<std::ptrdiff_t>(zero), curve.end(),
                                  [&](double value) { return value <= delta; });
  return (static_cast<double>(found - curve.begin()) - static_cast<double>(zero) - 1) * h;
}

// The i-th of n ranges, as a share of the greatest one, which is the first.
using Shares = double (*)(double i, double n);

double evenly(double i, double n) { return 1 - i / n; }
double upper_half(double i, double n) { return 1 - 0.5 * i / n; }
double geometrically(double i, double n) { return std::pow(100, -i / n); }
double over_three_decades(double i, double n) { return std::pow(1000, -i / n); }
double down_to_a_tenth(double i, double n) { return std::pow(10, -i / (n - 1)); }
double down_to_a_fifth(double i, double n) { return std::pow(5, -i / (n - 1)); }
double down_to_a_third(double i, double n) { return std::pow(3, -i / (n - 1)); }
double one_large(double i, double n) { return i == 0 ? 1 : 0.12 - 0.02 * i / n; }

void print(const char* name, Shares shares, std::size_t n, double eta, double delta = 1e-6) {
  const auto greatest = static_cast<double>(greatest_of(n));
  const double h = eta / greatest;
  std::vector<std::size_t> cells;
  std::vector<discreet::Cost> costs;
  for (std::size_t i = 0; i < n; ++i) {
    const double share = shares(static_cast<double>(i), static_cast<double>(n));
    cells.push_back(
        std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(share * greatest))));
    const double more = 1 + unequal * (1 - static_cast<double>(i) / static_cast<double>(n));
    costs.emplace_back(discreet::BoundedRangeCost{static_cast<double>(cells.back()) * h * more});
  }
  const double given = discreet::composed_epsilon(costs, delta);
  const double known = one_order(cells, h, given, delta);
  std::printf("| %zu | %s, up to %g | %.5g | %.5g | %.2f %% |\n", n, name, eta, known, given,
              100 * (given / known - 1));
  std::fflush(stdout);
}

}  // namespace

int main() try {
  for (const std::size_t n : {5U, 10U, 20U, 50U, 100U, 300U, 1000U, 3000U, 10000U}) {
    print("evenly spread", evenly, n, 0.1);
  }
  for (const std::size_t n : {20U, 100U, 1000U}) {
    print("the upper half", upper_half, n, 0.1);
    print("geometric over two decades", geometrically, n, 0.1);
  }
  for (const std::size_t n : {12U, 35U, 100U}) {
    print("one large, others a tenth", one_large, n, 0.1);
  }
  for (const std::size_t n : {5U, 10U, 20U, 50U, 100U, 300U, 1000U, 3000U, 10000U}) {
    print("evenly spread", evenly, n, 1);
  }
  for (const std::size_t n : {30U, 100U, 300U, 1000U}) {
    print("geometric over three decades", over_three_decades, n, 1);
  }
  print("geometric, down to a third", down_to_a_third, 30, 3);
  print("geometric, down to a fifth", down_to_a_fifth, 30, 3);
  print("geometric, down to a tenth", down_to_a_tenth, 40, 2);
  print("geometric, down to a tenth", down_to_a_tenth, 60, 3);
  print("δ = 10^−3: geometric, down to a tenth", down_to_a_tenth, 60, 3, 1e-3);
  print("δ = 10^−12: geometric, down to a tenth", down_to_a_tenth, 60, 3, 1e-12);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
