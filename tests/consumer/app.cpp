// What a user writes, against the installed headers alone. Compiled with and without -Ofast: every line it prints is the
// same, and it fails by itself where a check is lost.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <limits>
#include <vector>

#include <discreet/discreet.hpp>
using namespace discreet;

namespace {

int failures = 0;

void expect(bool fine, const char* claim) {
  if (!fine) {
    std::cout << "not so: " << claim << '\n';
    ++failures;
  }
}

template <class F>
void expect_refused(F f, const char* claim) {
  try {
    f();
  } catch (const Error&) {
    return;
  }
  expect(false, claim);
}

/// Each of the ten types must be compiled into the library.
template <class T>
void release_one_type() {
  const std::vector<T> scores{3, 1, 4, 1, 5, 9, 2, 6};
  expect(
      noisy_top_k(scores, {Law::exponential_mechanism, 0.0, 2}) == std::vector<std::size_t>{5, 7},
      "scale 0 is the true top-k");
  expect(noisy_top_k(scores, {Law::permute_and_flip, 1.0, 8}).size() == 8,
         "all candidates come out");
}

// Reads through volatile, so that no compiler answers from what it was promised about numbers.
double opaque(double x) {
  volatile double hidden = x;
  return hidden;
}

void check_numbers() {
  const double nan = std::bit_cast<double>(std::uint64_t{0x7ff8000000000000});
  const double infinity = std::bit_cast<double>(std::uint64_t{0x7ff0000000000000});
  expect_refused(
      [&] {
        (void)noisy_top_k(std::vector<double>{1, opaque(nan), 2}, {Law::permute_and_flip, 1.0});
      },
      "NaN is refused");
  expect_refused(
      [&] {
        (void)noisy_top_k(std::vector<double>{1, 2}, {Law::permute_and_flip, opaque(infinity)});
      },
      "an infinite scale is refused");
  const std::vector<double> apart{1, 9e9, 2};
  expect(noisy_max(apart, {.epsilon = 1.0, .sensitivity = 1}) == 1, "the best is released");
  expect_refused([&] { (void)top_k(apart, {.epsilon = opaque(nan), .sensitivity = 1}); },
                 "NaN is no epsilon");
  expect_refused([&] { (void)top_k(apart, {.epsilon = 1, .sensitivity = opaque(infinity)}); },
                 "a sensitivity is finite");
  const LInfDistance<double> metric{Monotonic::no};
  expect_refused([&] { (void)metric.range_distance(opaque(nan)); }, "NaN is no distance");
  expect_refused([&] { (void)metric.range_distance(opaque(-0.0)); }, "-0.0 is no distance");
  expect(std::bit_cast<std::uint64_t>(neg_inf_add(opaque(1.0), opaque(-1.0))) == 0,
         "a sum of zero is +0.0");
  expect(std::bit_cast<std::uint64_t>(neg_inf_mul(opaque(0.0), opaque(-3.0))) == 0,
         "a product of zero is +0.0");
  expect(inf_add(opaque(1.0), opaque(0x1p-60)) > 1.0, "sums are rounded up");
  expect(inf_div(opaque(1.0), opaque(3.0)) > neg_inf_div(opaque(1.0), opaque(3.0)),
         "quotients have a direction");
  expect(inf_cast<float>(opaque(0x1.0000000000001p0)) > 1.0F, "casts are rounded up");
}

}  // namespace

int main() {
  const std::vector<double> scores{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8};

  auto release = make_noisy_top_k(VectorDomain{AtomDomain<double>{Nan::excluded}},
                                  LInfDistance<double>{Monotonic::yes}, MaxDivergence{},
                                  /*k=*/10, /*scale=*/2.0, Optimize::max);
  std::vector<std::size_t> best = release(scores);
  double epsilon = release.map(1.0);
  bool fine = release.check(1.0, 0.5);
  expect(best.size() == 10 && epsilon == 5.0 && !fine, "ten indices at epsilon 5");

  release_one_type<std::int8_t>();
  release_one_type<std::int16_t>();
  release_one_type<std::int32_t>();
  release_one_type<std::int64_t>();
  release_one_type<std::uint8_t>();
  release_one_type<std::uint16_t>();
  release_one_type<std::uint32_t>();
  release_one_type<std::uint64_t>();
  release_one_type<float>();
  release_one_type<double>();
  check_numbers();

  const TopKPlan plan = calibrate_top_k(10, ApproximateCost{1.0, 1e-6}, 1.0, Monotonic::yes, 1000);
  std::cout << std::hexfloat << plan.scale << ' '
            << PrivacyCurve::of_selections(plan.law, plan.step, 10).epsilon(1e-6) << '\n'
            << std::defaultfloat << best.size() << " indices at epsilon " << epsilon << '\n';
  return failures == 0 ? 0 : 1;
}
