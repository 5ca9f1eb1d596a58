// Private quantiles beside what others release: the rank error on three made-up columns, by the product and by
// simulations of the peers' laws; and the time of ten million doubles, beside partitioning them once. One line of JSON
// per law and column, with the standard error over the trials; ratios are within one run.
//
//     quantiles_bench [--quick]
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "discreet/mechanisms/quantiles.hpp"
#include "measure.hpp"
#include "mechanisms/quantile_columns.hpp"
#include "mechanisms/quantile_peers.hpp"

namespace discreet::bench {
namespace {

/// One value for each quantile.
using Draw = std::function<std::vector<double>(Words&)>;

struct Mean {
  double mean;
  double error;  ///< the standard error
};

Mean mean_of(const std::vector<double>& each) {
  const auto n = static_cast<double>(each.size());
  double sum = 0;
  double squares = 0;
  for (const double x : each) {
    sum += x;
  }
  for (const double x : each) {
    squares += (x - sum / n) * (x - sum / n);
  }
  return {sum / n, std::sqrt(squares / (n - 1) / n)};
}

/// The mean over the quantiles and the largest of them, each in the mean over the trials.
void simulate(const char* law, const Values& values, const Ranks& ranks, double epsilon,
              const std::vector<double>& quantiles, int trials, const Draw& draw) {
  Words words{7};  // NOLINT(cert-msc51-cpp): the same trials every time
  std::vector<double> means;
  std::vector<double> most;
  for (int trial = 0; trial < trials; ++trial) {
    const std::vector<double> found = draw(words);
    double sum = 0;
    double largest = 0;
    for (std::size_t i = 0; i < quantiles.size(); ++i) {
      const double error = ranks.error(found[i], quantiles[i]);
      sum += error;
      largest = std::max(largest, error);
    }
    means.push_back(sum / static_cast<double>(quantiles.size()));
    most.push_back(largest);
  }
  const Mean mean = mean_of(means);
  const Mean largest = mean_of(most);
  std::ranges::sort(most);
  const double seldom = most[most.size() - 1 - most.size() / 20];
  std::printf(
      "{\"quantile law\": \"%s\", \"column\": \"%s\", \"epsilon\": %g, \"m\": %zu, \"trials\": %d, "
      "\"mean\": %.6g, \"mean error\": %.3g, \"largest\": %.6g, \"largest error\": %.3g, "
      "\"largest of 95\": %.6g}\n",
      law, values.name.c_str(), epsilon, quantiles.size(), trials, mean.mean, mean.error,
      largest.mean, largest.error, seldom);
  std::fflush(stdout);
}

/// Each quantile on its own, at its share of epsilon.
template <class Make, class One>
Draw independent(const Values& values, const Ranks& ranks, const std::vector<double>& quantiles,
                 double epsilon, Make make, One one) {
  std::vector<RunLaw> laws;
  laws.reserve(quantiles.size());
  for (const double q : quantiles) {
    laws.push_back(make(values, ranks, q, epsilon / static_cast<double>(quantiles.size())));
  }
  return [laws = std::move(laws), one](Words& words) {
    std::vector<double> out;
    for (const RunLaw& law : laws) {
      out.push_back(one(law, words));
    }
    return out;
  };
}

std::vector<Fraction> exact_quantiles(int m) {
  std::vector<Fraction> out;
  for (int i = 1; i <= m; ++i) {
    out.emplace_back(i, m + 1);
    out.back().canonicalize();
  }
  return out;
}

Grid whole_numbers(std::uint64_t cells) { return make_grid(0, exact_fraction(cells - 1), 1); }

QuantilePlan plan_of(const Grid& grid, int m, double epsilon) {
  return calibrate_quantiles(exact_quantiles(m), Target{PureCost{epsilon}}, Neighbors::add_remove,
                             grid);
}

auto released_by(const Grid& grid, const QuantilePlan& plan) {
  return make_quantiles(MassDomain{grid, UnitMass::one}, UnitDistance{Neighbors::add_remove},
                        MaxDivergence{}, plan);
}

void utility(const Values& values, double epsilon, int m, int trials) {
  const Ranks ranks{values};
  const std::vector<double> quantiles = even_quantiles(m);
  const auto flips = [](const RunLaw& law, Words& words) { return law.whole_by_flips(words); };
  const auto reals = [](const RunLaw& law, Words& words) { return std::round(law.real(words)); };
  const Recursion recursion{values, ranks};
  const Grid grid = whole_numbers(values.cells);
  const MassColumn column = count_cells(values.each, grid);
  const QuantilePlan plan = plan_of(grid, m, epsilon);
  const auto release = released_by(grid, plan);
  std::printf(
      "{\"quantile bound\": %.6g, \"column\": \"%s\", \"epsilon\": %g, \"m\": %d, \"cells\": "
      "%llu, \"units\": %zu}\n",
      plan.rank_error(0.05, values.each.size()), values.name.c_str(), epsilon, m,
      static_cast<unsigned long long>(values.cells), values.each.size());
  const auto show = [&](const char* law, const Draw& draw) {
    simulate(law, values, ranks, epsilon, quantiles, trials, draw);
  };
  show("ours", [&](Words&) {
    const std::vector<std::uint64_t> cells = release(column);
    return std::vector<double>{cells.begin(), cells.end()};
  });
  show("recursion", [&](Words& words) { return recursion.release(words, quantiles, epsilon); });
  show("opendp", independent(values, ranks, quantiles, epsilon, opendp_whole_grid, flips));
  show("opendp 101", independent(values, ranks, quantiles, epsilon, opendp_101, flips));
  show("tumult", independent(values, ranks, quantiles, epsilon, tumult, reals));
}

/// The median where sixty of a hundred values are 0.
void ties(int trials) {
  const Values values = counts();
  const Ranks ranks{values};
  const Grid grid = whole_numbers(values.cells);
  const MassColumn column = count_cells(values.each, grid);
  const auto release = released_by(grid, plan_of(grid, 1, 0.5));
  const RunLaw theirs = opendp_whole_grid(values, ranks, 0.5, 0.5);
  Words words{7};  // NOLINT(cert-msc51-cpp)
  int zero = 0;
  int peer = 0;
  for (int trial = 0; trial < trials; ++trial) {
    zero += release(column)[0] == 0 ? 1 : 0;
    peer += theirs.whole_by_flips(words) == 0 ? 1 : 0;
  }
  std::printf(
      "{\"quantile ties\": \"sixty of a hundred zeros\", \"trials\": %d, \"ours\": %d, "
      "\"opendp\": %d}\n",
      trials, zero, peer);
}

/// In turns: a partition, the median, 99 quantiles, all from the array; each the median of its turns.
void time(std::size_t n, int turns) {
  Words words{1};  // NOLINT(cert-msc51-cpp)
  std::vector<double> values(n);
  for (double& value : values) {
    value = 38'000 * std::exp(0.75 * normal(words));
  }
  const Grid grid = whole_numbers(1'000'001);
  const Grid fine = make_grid(0, 1'000'000, Fraction{1, 1000});
  const auto one = released_by(grid, plan_of(grid, 1, 1));
  const auto many = released_by(grid, plan_of(grid, 99, 1));
  std::vector<double> partition;
  std::vector<double> counting;
  std::vector<double> sorting;
  std::vector<double> median_of;
  std::vector<double> many_of;
  std::vector<double> copy;
  for (int turn = 0; turn < turns; ++turn) {
    copy = values;
    const double t0 = seconds(CLOCK_THREAD_CPUTIME_ID);
    std::ranges::nth_element(copy, copy.begin() + static_cast<std::ptrdiff_t>(n / 2));
    const double t1 = seconds(CLOCK_THREAD_CPUTIME_ID);
    keep(count_cells(values, grid));
    const double t2 = seconds(CLOCK_THREAD_CPUTIME_ID);
    keep(one(count_cells(values, grid)));
    const double t3 = seconds(CLOCK_THREAD_CPUTIME_ID);
    keep(many(count_cells(values, grid)));
    const double t4 = seconds(CLOCK_THREAD_CPUTIME_ID);
    keep(count_cells(values, fine));
    const double t5 = seconds(CLOCK_THREAD_CPUTIME_ID);
    sorting.push_back(t5 - t4);
    partition.push_back(t1 - t0);
    counting.push_back(t2 - t1);
    median_of.push_back(t3 - t2);
    many_of.push_back(t4 - t3);
  }
  std::printf(
      "{\"quantile time\": \"c++\", \"n\": %zu, \"cells\": %llu, \"partition\": %.4g, "
      "\"counting\": %.4g, \"counting on 10^9 cells\": %.4g, \"m = 1\": %.4g, \"m = 99\": %.4g}\n",
      n, static_cast<unsigned long long>(grid.cells()), median(partition), median(counting),
      median(sorting), median(median_of), median(many_of));
  std::fflush(stdout);
}

void run(bool quick) {
  time(quick ? 1'000'000 : 10'000'000, quick ? 5 : 15);
  ties(quick ? 100 : 1000);
  const std::vector<std::pair<int, int>> sizes{{1, quick ? 200 : 4000},
                                               {3, quick ? 100 : 2000},
                                               {9, quick ? 40 : 1000},
                                               {99, quick ? 5 : 400}};
  for (const Values& values : {incomes(), ages(), counts()}) {
    for (const double epsilon : {0.1, 1.0}) {
      for (const auto& [m, trials] : sizes) {
        utility(values, epsilon, m, trials);
      }
    }
  }
}

}  // namespace
}  // namespace discreet::bench

int main(int count, char** arguments) {
  discreet::bench::run(count > 1 && std::string_view{arguments[1]} == "--quick");
}
