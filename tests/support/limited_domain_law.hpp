#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <mpfr.h>

#include "discreet/framework/law.hpp"
#include "discreet/mechanisms/limited_domain.hpp"
#include "discreet/numbers/fraction.hpp"
#include "mechanisms/competing_items.hpp"
#include "mechanisms/graded_table.hpp"
#include "numbers/big_interval.hpp"
#include "support/laws.hpp"

namespace discreet::testing {

using Counts = std::vector<std::int64_t>;
using ListLaw = std::map<std::vector<std::size_t>, BigInterval>;

/// The law of a release with that table: what competes is what the code says, the rounds are the formula of the
/// exponential mechanism, and the list is cut as the code cuts it.
inline ListLaw limited_domain_law(const discreet::detail::GradedTable& table,
                                  const LimitedDomain& how, const Counts& counts) {
  const discreet::detail::Competition competition = discreet::detail::compete(table, how, counts);
  ListLaw out;
  for (const auto& [won, chance] :
       top_k_law(competition.scores, std::ldexp(how.scale, 16), static_cast<std::size_t>(how.k),
                 Optimize::max, Law::exponential_mechanism)) {
    const auto [at, fresh] = out.try_emplace(discreet::detail::listed(competition, won), chance);
    if (!fresh) {
      at->second = at->second + chance;
    }
  }
  return out;
}

/// A bound of sup P(S) - e^epsilon Q(S) over all sets of outcomes, from above.
template <class Outcome>
double hockey_stick(const std::map<Outcome, BigInterval>& p,
                    const std::map<Outcome, BigInterval>& q, double epsilon) {
  const BigInterval factor = exp(BigInterval::of(epsilon, law_precision));
  const BigInterval zero = BigInterval::of(Fraction{0}, law_precision);
  BigInterval sum = zero;
  for (const auto& [outcome, chance] : p) {
    const auto at = q.find(outcome);
    const BigInterval excess = chance - factor * (at == q.end() ? zero : at->second);
    if (mpfr_cmp_ui(excess.hi.get(), 0) > 0) {
      sum = sum + excess;
    }
  }
  return mpfr_get_d(sum.hi.get(), MPFR_RNDU);
}

/// All vectors of n counts up to the greatest that do not rise: every histogram, up to the names of its items.
inline std::vector<Counts> histograms(std::size_t n, std::int64_t greatest) {
  std::vector<Counts> out{{}};
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<Counts> longer;
    for (const Counts& begun : out) {
      for (std::int64_t count = begun.empty() ? greatest : begun.back(); count >= 0; --count) {
        longer.push_back(begun);
        longer.back().push_back(count);
      }
    }
    out = std::move(longer);
  }
  return out;
}

/// What one unit more can add: all vectors of n numbers up to the largest, at most `items` of them above 0.
inline std::vector<Counts> one_unit_more(std::size_t n, std::int64_t largest, std::size_t items) {
  std::vector<Counts> out{{}};
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<Counts> longer;
    for (const Counts& begun : out) {
      for (std::int64_t more = 0; more <= largest; ++more) {
        longer.push_back(begun);
        longer.back().push_back(more);
      }
    }
    out = std::move(longer);
  }
  std::erase_if(out, [&](const Counts& change) {
    return static_cast<std::size_t>(
               std::ranges::count_if(change, [](std::int64_t more) { return more > 0; })) > items;
  });
  return out;
}

}  // namespace discreet::testing
