// Times releases beside the limit and the unsafe way, in one process and in turns, and prints a JSON
// object per row. Times are of the processor, per thread, so that a busy machine does not count; rows
// with more than one thread are wall-clock times.
//
//   engine_bench [--quick] [--most N] [--seconds S] [--type T] [--shape S] [--size N] [--k K]
//
// Past --seconds what is left of the plan is named in a last object and not run.
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "measure.hpp"
#include "shapes.hpp"
#include <time.h>

[[gnu::noinline]] void* operator new(std::size_t size) {
  discreet::bench::bytes_allocated += size;
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

/// What the command line asks for; empty or 0 is everything.
struct Plan {
  bool quick = false;
  std::size_t most = 100'000'000;
  double seconds = 0.0;
  std::string type;
  std::string shape;
  std::size_t size = 0;
  std::size_t k = 0;

  double started = seconds_now();
  std::size_t left_out = 0;

  static double seconds_now() { return bench::seconds(CLOCK_MONOTONIC); }
  [[nodiscard]] bool late() const { return seconds > 0.0 && seconds_now() - started > seconds; }
};

template <class T>
void measure_all(Plan& plan, const char* type, std::size_t n, const std::vector<std::string>& which,
                 const std::vector<std::size_t>& ks, bool threaded) {
  if ((!plan.type.empty() && plan.type != type) || n > plan.most ||
      (plan.size != 0 && plan.size != n)) {
    return;
  }
  // Where it takes long the textbook way costs about the same whatever the scores are: once for all shapes.
  double gumbel = 0.0;
  for (const std::string& shape : which) {
    if (!plan.shape.empty() && plan.shape != shape) {
      continue;
    }
    if (plan.late()) {
      ++plan.left_out;
      continue;
    }
    std::fprintf(stderr, "engine_bench: %4.0f s  %s, %zu scores, %s\n",
                 Plan::seconds_now() - plan.started, type, n, shape.c_str());
    const Input<T> input = make_input<T>(shape, n);
    if (gumbel == 0.0 || n <= 10'000) {
      gumbel = time_gumbel(input);
    }
    for (const std::size_t k : ks) {
      if (k > n || (plan.k != 0 && plan.k != k)) {
        continue;
      }
      for (const Law law : {Law::exponential_mechanism, Law::permute_and_flip}) {
        measure(plan.quick ? 0.03 : 0.15, type, shape, input, {k, law, 1}, gumbel);
        if (threaded && k == 10 && shape == "normal") {
          measure(plan.quick ? 0.03 : 0.15, type, shape, input, {k, law, 2}, 0.0);
        }
      }
    }
  }
}

/// Doubles in every shape and size; the other types in every shape where goals are stated, and in the
/// typical ones elsewhere. A quick run has every shape at one size only.
void run(Plan& plan) {
  const std::vector<std::string> typical{"normal", "two per block", "steps near", "peaked"};
  const std::vector<std::size_t> ks{1, 10, 100};
  for (const std::size_t n :
       {10UL, 1'000UL, 10'000UL, 100'000UL, 1'000'000UL, 10'000'000UL, 100'000'000UL}) {
    const bool goals = n == 1'000'000 || n == 10'000'000;
    const bool all = plan.quick ? n == 1'000'000 : goals;
    if (plan.quick && n > 10'000'000) {
      break;
    }
    measure_all<double>(plan, "double", n, all || !plan.quick ? shapes : typical, ks,
                        n >= 1'000'000);
    const std::vector<std::string>& others = all ? shapes : typical;
    if (!plan.quick || n == 1'000'000) {
      measure_all<float>(plan, "float", n, others, ks, false);
      measure_all<std::int64_t>(plan, "int64", n, others, ks, false);
      measure_all<std::uint32_t>(plan, "uint32", n, others, ks, false);
      measure_all<std::int8_t>(plan, "int8", n, others, ks, false);
    }
  }
  if (plan.left_out > 0) {
    std::printf("{\"left_out\": %zu}\n", plan.left_out);
  }
}

}  // namespace
}  // namespace discreet::bench

int main(int argc, char** argv) {
  discreet::bench::Plan plan;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    if (option == "--quick") {
      plan.quick = true;
    } else if (i + 1 == argc) {
      std::fprintf(stderr, "engine_bench: %s is no option, or lacks its value\n", argv[i]);
      return 2;
    } else {
      const char* const value = argv[++i];
      const auto number = [&] { return static_cast<std::size_t>(std::atof(value)); };
      if (option == "--most") {
        plan.most = number();
      } else if (option == "--seconds") {
        plan.seconds = std::atof(value);
      } else if (option == "--type") {
        plan.type = value;
      } else if (option == "--shape") {
        plan.shape = value;
      } else if (option == "--size") {
        plan.size = number();
      } else if (option == "--k") {
        plan.k = number();
      } else {
        std::fprintf(stderr, "engine_bench: no option %s\n", option.c_str());
        return 2;
      }
    }
  }
  discreet::bench::run(plan);
}
