// Many selections in one release: small rows by the row, and rows of next-token scores beside the max pass over the whole
// matrix by as many threads, in turns. A JSON object per row: what we wait for, and the limit, as the clock says; ours also
// as the processor time of all threads together.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <random>
#include <vector>

#include "discreet/selection/noisy_top_k.hpp"
#include "max_pass.hpp"
#include "measure.hpp"

namespace discreet::bench {
namespace {

template <class T>
std::vector<T> normal_scores(std::size_t count) {
  std::mt19937_64 words{7};  // NOLINT(cert-msc51-cpp): the same scores in every run
  std::normal_distribution<T> normal{0, 3};
  std::vector<T> out(count);
  std::generate(out.begin(), out.end(), [&] { return normal(words); });
  return out;
}

template <class T>
void measure_rows(const char* type, std::size_t rows, std::size_t columns) {
  const std::vector<T> scores = normal_scores<T>(rows * columns);
  for (const Law law : {Law::exponential_mechanism, Law::permute_and_flip}) {
    for (const unsigned threads : {1U, 2U}) {
      std::vector<double> limit;
      std::vector<double> ours;
      std::vector<double> waited;
      std::vector<double> ratio;
      for (int turn = 0; turn < (columns > 1000 ? 41 : 9); ++turn) {
        const double begun = seconds(CLOCK_MONOTONIC);
        limit_pass(scores, threads);
        const double between = seconds(CLOCK_MONOTONIC);
        const double used = seconds(CLOCK_PROCESS_CPUTIME_ID);
        keep(noisy_top_k_rows({scores, columns}, {law, 1.0, 1, Optimize::max, Threads{threads}}));
        ours.push_back(seconds(CLOCK_PROCESS_CPUTIME_ID) - used);
        waited.push_back(seconds(CLOCK_MONOTONIC) - between);
        limit.push_back(between - begun);
        ratio.push_back(waited.back() / limit.back());
      }
      std::printf(
          "{\"rows\": %zu, \"columns\": %zu, \"type\": \"%s\", \"law\": \"%s\", \"threads\": %u, "
          "\"ours\": %.4g, \"waited\": %.4g, \"limit\": %.4g, \"ratio\": %.4g}\n",
          rows, columns, type, law == Law::exponential_mechanism ? "EM" : "PF", threads,
          median(ours), median(waited), median(limit), median(ratio));
      std::fflush(stdout);
    }
  }
}

}  // namespace
}  // namespace discreet::bench

int main() {
  discreet::bench::measure_rows<double>("double", 1'000'000, 10);
  discreet::bench::measure_rows<float>("float", 256, 128'000);
  return 0;
}
