#include "discreet/mechanisms/noisy_counts.hpp"

#include <algorithm>
#include <limits>

#include "discreet/error.hpp"
#include "discreet/numbers/rounding.hpp"
#include "entropy/system_bits.hpp"
#include "samplers/discrete_gaussian.hpp"
#include "samplers/discrete_laplace.hpp"

namespace discreet {

std::string_view to_string(CountNoise noise) noexcept {
  switch (noise) {
    case CountNoise::discrete_laplace:
      return "discrete Laplace";
    case CountNoise::discrete_gaussian:
      return "discrete Gaussian";
  }
  return "?";
}

std::string_view to_string(CountWay way) noexcept {
  switch (way) {
    case CountWay::correlated:
      return "correlated";
    case CountWay::direct:
      return "direct";
  }
  return "?";
}

std::string_view to_string(Bound bound) noexcept {
  switch (bound) {
    case Bound::by_nature:
      return "by nature";
    case Bound::by_leaving_out:
      return "by leaving out";
  }
  return "?";
}

namespace {

mpz_class whole_number(std::int64_t value) { return exact_fraction(value).get_num(); }

std::int64_t clamped(const mpz_class& value) {
  using Limits = std::numeric_limits<std::int64_t>;
  const mpz_class held =
      std::clamp(value, whole_number(Limits::min()), whole_number(Limits::max()));
  // GMP's long may have 32 bits.
  const mpz_class magnitude = abs(held);
  std::uint64_t bits = 0;
  mpz_export(&bits, nullptr, -1, sizeof bits, 0, 0, magnitude.get_mpz_t());
  return static_cast<std::int64_t>(held < 0 ? std::uint64_t{0} - bits : bits);
}

mpz_class floor_of(const Fraction& value) {
  mpz_class out;
  mpz_fdiv_q(out.get_mpz_t(), value.get_num_mpz_t(), value.get_den_mpz_t());
  return out;
}

mpz_class half_to_even(const Fraction& value) {
  const mpz_class below = floor_of(value);
  const Fraction rest = value - below;
  const Fraction half{1, 2};
  const bool up = rest > half || (rest == half && mpz_odd_p(below.get_mpz_t()) != 0);
  return up ? mpz_class{below + 1} : below;
}

NoisyCount with_interval(const Fraction& estimate, const Fraction& half_width,
                         std::optional<std::int64_t> floor) {
  // What is counted is whole, so only the integers of the interval matter.
  mpz_class low = -floor_of(half_width - estimate);
  mpz_class high = floor_of(estimate + half_width);
  if (low > high) {
    std::swap(low, high);
  }
  NoisyCount out{estimate, clamped(half_to_even(estimate)), clamped(low), clamped(high)};
  if (floor) {
    out.low = std::max(out.low, *floor);
    out.high = std::max(out.high, *floor);
  }
  return out;
}

/// lower + upper, that which n is multiplied with.
mpz_class centre_of(const NoisyCountsPlan& plan) {
  return whole_number(plan.range.lower) + whole_number(plan.range.upper);
}

/// Refuses what would draw no noise, or fail after the first bit.
void require_plan(const NoisyCountsPlan& plan) {
  const bool correlated = plan.way == CountWay::correlated;
  const bool known_noise =
      plan.noise == CountNoise::discrete_laplace || plan.noise == CountNoise::discrete_gaussian;
  require(known_noise && (correlated || plan.way == CountWay::direct) &&
              plan.item_scale.has_value() == (plan.items > 0) &&
              plan.units_scale.has_value() == correlated,
          bad_parameter, "noisy counts need a plan of plan_noisy_counts");
  static_cast<void>(detail::exact_counts_cost(plan));
}

/// Adds noise of the first scale to all numbers but n, which gets the second.
template <class Law, class Sample>
void add_noise(std::vector<mpz_class>& numbers, const NoisyCountsPlan& plan, Sample sample) {
  auto& bits = thread_bits();
  if (plan.item_scale) {
    const Law law{*plan.item_scale};
    for (std::size_t i = 0; i < plan.items; ++i) {
      numbers[i] += whole_number(sample(bits, law));
    }
  }
  if (plan.units_scale) {
    const Law law{*plan.units_scale};
    numbers.back() += whole_number(sample(bits, law));
  }
}

struct LaplaceOfScale : DiscreteLaplace {
  explicit LaplaceOfScale(const Fraction& scale) : DiscreteLaplace(NoiseScale{scale}) {}
};

}  // namespace

namespace detail {

std::vector<mpz_class> noiseless(std::span<const std::int64_t> numbers, std::uint64_t units,
                                 const NoisyCountsPlan& plan) {
  require_plan(plan);
  require(numbers.size() == plan.items, outside_domain, "there must be as many numbers as planned");
  const mpz_class n = exact_fraction(units).get_num();
  const mpz_class shift = centre_of(plan) * n;
  std::vector<mpz_class> out;
  out.reserve(numbers.size() + 1);
  for (const std::int64_t number : numbers) {
    const mpz_class x = whole_number(number);
    out.push_back(plan.way == CountWay::correlated ? mpz_class{2 * x - shift} : x);
  }
  if (plan.units_scale) {
    out.push_back(n);
  }
  return out;
}

NoisyCounts published(std::span<const mpz_class> noisy, const NoisyCountsPlan& plan,
                      Coverage coverage, std::optional<std::int64_t> floor) {
  NoisyCounts out;
  const Fraction& half_width = coverage == Coverage::all ? plan.all : plan.each;
  Fraction shift = 0;
  if (plan.units_scale) {
    const mpz_class& n = noisy.back();
    out.units = with_interval(Fraction{n}, plan.units, 0);
    shift = centre_of(plan) * n;
  }
  for (const mpz_class& y : noisy.first(plan.items)) {
    const Fraction estimate =
        plan.way == CountWay::correlated ? Fraction{(y + shift) / 2} : Fraction{y};
    out.items.push_back(with_interval(estimate, half_width, floor));
  }
  return out;
}

}  // namespace detail

NoisyCounts noisy_counts(std::span<const std::int64_t> numbers, std::uint64_t units,
                         const NoisyCountsPlan& plan, Coverage coverage,
                         std::optional<std::int64_t> floor) {
  require_sound_arithmetic();
  std::vector<mpz_class> noisy = detail::noiseless(numbers, units, plan);
  switch (plan.noise) {
    case CountNoise::discrete_laplace:
      add_noise<LaplaceOfScale>(noisy, plan, [](auto& bits, const auto& law) {
        return sample_discrete_laplace(bits, law);
      });
      break;
    case CountNoise::discrete_gaussian:
      add_noise<DiscreteGaussian>(noisy, plan, [](auto& bits, const auto& law) {
        return sample_discrete_gaussian(bits, law);
      });
      break;
  }
  return detail::published(noisy, plan, coverage, floor);
}

}  // namespace discreet
