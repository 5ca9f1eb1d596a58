#include "discreet/accounting/accuracy.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "accounting/accuracy.hpp"
#include "accounting/arguments.hpp"
#include "accounting/certified_search.hpp"
#include "accounting/law_account.hpp"

namespace discreet::detail {
namespace {

// The probability that permute-and-flip does not choose the best of n candidates when all others have
// the gap that makes their coin come up with probability p = e^-gap: 1 - (1 - (1-p)^n) / (n p), enclosed,
// for n >= 2 and 0 < gap < 10^4.
BigInterval far_choice(std::uint64_t n, const BigInterval& gap, const Reals& real) {
  const BigInterval p = exp(-gap);
  const BigInterval none = exp(real.count(n) * log(real(1) - p));
  return real(1) - (real(1) - none) / (real.count(n) * p);
}

}  // namespace

// A v with v e^(v+1) >= n - 1, which v = W((n - 1) / e) solves.
double exponential_mechanism_expected_gap(std::uint64_t n) {
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

namespace {

// A bound on gap * far_choice(gap) over all gaps: split until no part can exceed what is reached by
// more than one part in ten thousand.
double greatest_far_gap(std::uint64_t n) {
  const Reals real{320};
  const auto choice = [&](double gap) { return far_choice(n, real(gap), real); };
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

double permute_and_flip_expected_gap(std::uint64_t n) {
  // It takes milliseconds, and plans ask for the same number of candidates several times.
  struct Known {
    std::uint64_t n = 0;
    double gap = 0;
  };
  static thread_local Known last;
  if (last.n != n) {
    last = {n, greatest_far_gap(n)};
  }
  return last.gap;
}

double exponential_mechanism_gap_quantile(std::uint64_t n, const BigInterval& beta,
                                          const Reals& real) {
  const BigInterval odds = real.count(n - 1) * (real(1) - beta) / beta;
  // At beta = 1 nothing is asked.
  return mpfr_sgn(odds.hi.get()) <= 0 ? 0 : std::max(0.0, inf_double(log(odds)));
}

double permute_and_flip_gap_quantile(std::uint64_t n, const BigInterval& beta, const Reals& real) {
  // What is enough for the exponential mechanism is enough here.
  const double gap = exponential_mechanism_gap_quantile(n, beta, real);
  const auto enough = [&](double trial) {
    return mpfr_lessequal_p(far_choice(n, real(trial), real).hi.get(), beta.lo.get()) != 0;
  };
  return gap > 0 && enough(gap) ? last_good(gap, gap / 1024, 60, enough) : gap;
}

}  // namespace discreet::detail

namespace discreet {

double expected_error(Law law, std::uint64_t candidates, double scale) {
  require(candidates >= 1, bad_parameter, "there must be at least one candidate");
  detail::require_cost(scale, "a scale must be a number and not negative");
  const detail::LawAccount& account = detail::account_of(law);
  if (candidates == 1 || scale == 0 || std::isinf(scale)) {
    return candidates == 1 ? 0 : scale;
  }
  const double gap = account.expected_gap(candidates);
  const detail::Reals real{128};
  return detail::inf_double(real(gap) * real(scale));
}

double error_quantile(Law law, std::uint64_t candidates, std::uint64_t k, double beta,
                      double scale) {
  require(k >= 1 && candidates >= k, bad_parameter,
          "there must be at least one selection and as many candidates as selections");
  require(beta > 0 && beta <= 1, bad_parameter, "beta must be above 0 and at most 1");
  detail::require_cost(scale, "a scale must be a number and not negative");
  const detail::LawAccount& account = detail::account_of(law);
  if (candidates == 1 || scale == 0 || std::isinf(scale)) {
    return candidates == 1 ? 0 : scale;
  }
  const detail::Reals real{256 + 2 * detail::bits_from_one(beta)};
  const double gap = account.gap_quantile(candidates, real(beta) / real.count(k), real);
  return detail::inf_double(real(gap) * real(scale));
}

}  // namespace discreet
