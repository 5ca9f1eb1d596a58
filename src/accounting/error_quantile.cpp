#include "discreet/accounting/error_quantile.hpp"

#include <algorithm>
#include <cmath>

#include "arguments.hpp"
#include "certified_search.hpp"
#include "far_choice.hpp"

namespace discreet {

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
