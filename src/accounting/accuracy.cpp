#include "discreet/accounting/accuracy.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "accounting/arguments.hpp"
#include "accounting/certified_search.hpp"
#include "accounting/far_choice.hpp"

namespace discreet {
namespace {

using detail::inf_double;
using detail::neg_inf_double;
using detail::Reals;

// A v with v e^(v+1) >= n - 1, which v = W((n - 1) / e) solves.
double inf_exponential_error(std::uint64_t n) {
  const Reals real{192};
  const auto others = static_cast<double>(n - 1);
  double v = std::log1p(others);
  for (int i = 0; i < 50; ++i) {
    const double power = std::exp(v + 1);
    v -= (v * power - others) / (power * (v + 1));
  }
  const auto enough = [&](double trial) {
    return mpfr_sgn((real(trial) * exp(real(trial) + real(1)) - real.count(n - 1)).lo.get()) >= 0;
  };
  while (!enough(v)) {
    v += v * 0x1p-50;
  }
  return v;
}

// A bound on gap * far_choice(gap) over all gaps: split until no part can exceed what is reached by
// more than one part in ten thousand.
double inf_permute_and_flip_error(std::uint64_t n) {
  const Reals real{320};
  const auto choice = [&](double gap) { return detail::far_choice(n, real(gap), real); };
  struct Part {
    double low;
    double high;
    double choice_at_low;  // from above; the probability falls with the gap
  };
  const double horizon = 2 * std::log(static_cast<double>(n)) + 10;
  double reached = 0;
  // Beyond the horizon gap e^-gap (n - 1) / 2 bounds the product, and falls.
  double bound = inf_double(real(horizon) * exp(-real(horizon)) * real.count(n - 1) / real(2));
  std::vector<Part> open{{0, horizon, 1}};
  while (!open.empty()) {
    const Part part = open.back();
    open.pop_back();
    const double most = inf_double(real(part.high) * real(part.choice_at_low));
    if (most <= std::max(bound, reached * (1 + 1e-4))) {
      bound = std::max(bound, most);
      continue;
    }
    const double middle = part.low + (part.high - part.low) / 2;
    const BigInterval at_middle = choice(middle);
    reached = std::max(reached, neg_inf_double(real(middle) * at_middle));
    open.push_back({part.low, middle, part.choice_at_low});
    open.push_back({middle, part.high, std::min(1.0, inf_double(at_middle))});
  }
  return bound;
}

}  // namespace

double expected_error(Law law, std::uint64_t candidates, double scale) {
  require(candidates >= 1, bad_parameter, "there must be at least one candidate");
  detail::require_cost(scale, "a scale must be a number and not negative");
  if (candidates == 1 || scale == 0 || std::isinf(scale)) {
    return candidates == 1 ? 0 : scale;
  }
  const double unit = law == Law::exponential ? inf_exponential_error(candidates)
                                              : inf_permute_and_flip_error(candidates);
  const Reals real{128};
  return inf_double(real(unit) * real(scale));
}

double error_quantile(Law law, std::uint64_t candidates, std::uint64_t k, double beta,
                      double scale) {
  require(k >= 1 && candidates >= k, bad_parameter,
          "there must be at least one selection and as many candidates as selections");
  require(beta > 0 && beta <= 1, bad_parameter, "beta must be above 0 and at most 1");
  detail::require_cost(scale, "a scale must be a number and not negative");
  if (candidates == 1 || scale == 0 || std::isinf(scale)) {
    return candidates == 1 ? 0 : scale;
  }
  const detail::Reals real{256 + 2 * detail::places(beta)};
  const BigInterval each = real(beta) / real.count(k);
  const BigInterval odds = real.count(candidates - 1) * (real(1) - each) / each;
  // At beta = 1 and k = 1 nothing is asked.
  double gap = mpfr_sgn(odds.hi.get()) <= 0 ? 0 : std::max(0.0, detail::inf_double(log(odds)));
  if (law == Law::permute_and_flip && gap > 0) {
    // What is enough for the exponential mechanism is enough here.
    const auto enough = [&](double trial) {
      return mpfr_lessequal_p(detail::far_choice(candidates, real(trial), real).hi.get(),
                              each.lo.get()) != 0;
    };
    if (enough(gap)) {
      gap = detail::last_good(gap, gap / 1024, 60, enough);
    }
  }
  return detail::inf_double(real(gap) * real(scale));
}

}  // namespace discreet
