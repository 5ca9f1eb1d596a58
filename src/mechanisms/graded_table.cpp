#include "mechanisms/graded_table.hpp"

#include <algorithm>
#include <cmath>

#include <gmpxx.h>
#include <mpfr.h>

#include "discreet/error.hpp"
#include "discreet/numbers/number.hpp"
#include "discreet/numbers/rounding.hpp"
#include "numbers/big_interval.hpp"
#include "numbers/exp_enclosure.hpp"
#include "numbers/interval.hpp"
#include "numbers/ln_enclosure.hpp"

namespace discreet::detail {
namespace {

constexpr mpfr_prec_t table_precision = 256;
constexpr std::size_t most_entries = std::size_t{1} << 20U;
constexpr std::int64_t lowest_score = -(std::int64_t{1} << 61U);

BigInterval real(const Fraction& value) { return BigInterval::of(value, table_precision); }

// 1 - e^-x for x > 0.
BigInterval gap_below_one(const Fraction& x) { return real(1) - exp(real(Fraction{-x})); }

// 1 / (1 - slack) <= e^(1/scale), for certain.
bool slack_fits(const Fraction& scale, const Fraction& slack) {
  const BigInterval cost = -log(real(Fraction{1 - slack})) * real(scale);
  return mpfr_cmp_ui(cost.hi.get(), 1) <= 0;
}

// The floor of a lower bound of 2^16 scale ln(t (r - 1) / (r^jump - 1)). The quotient is written as
// r^(1 - jump) (1 - 1/r) / (1 - r^-jump), in which nothing overflows.
std::int64_t first_score(const Fraction& scale, const Fraction& slack, std::uint64_t tickets,
                         std::uint64_t jump) {
  const Fraction ticket = slack / ((1 - slack) * exact_fraction(tickets));
  const Fraction jumps = exact_fraction(jump);
  const BigInterval share =
      log(gap_below_one(Fraction{1 / scale})) - log(gap_below_one(Fraction{jumps / scale}));
  const BigInterval score = real(exact_fraction(GradedTable::count)) *
                            (real(scale) * (log(real(ticket)) + share) - real(Fraction{jumps - 1}));
  require(mpfr_cmp_si(score.lo.get(), lowest_score) >= 0, bad_parameter,
          "the scale must not be so large, nor the slack so small, that scores pass their type");
  mpz_class whole;
  mpfr_get_z(whole.get_mpz_t(), score.lo.get(), MPFR_RNDD);
  return whole.get_si();
}

}  // namespace

GradedTable::GradedTable(double scale, Fraction slack, std::uint64_t tickets, std::uint64_t jump) {
  require_sound_arithmetic();
  slack.canonicalize();
  require(is_finite(scale) && scale > 0, bad_parameter, "the scale must be finite and above zero");
  require(slack > 0 && slack < 1, bad_parameter, "the slack must be above zero and below one");
  require(tickets >= 1 && jump >= 1, bug, "one unit must be able to change something");
  const Fraction exact = exact_fraction(scale);
  require(slack_fits(exact, slack), bad_parameter,
          "the slack must not be so large that one unit's noise does not cover it");
  const std::int64_t first = first_score(exact, slack, tickets, jump);
  const Interval unit = Interval::point(std::ldexp(scale, 16));
  // With w(1) in the place of its bound, only the differences matter: w(v + 1) = r w(v) + w(1) is
  // score(v) + 2^16 + 2^16 scale ln(1 + w(1) / (r w(v))), of which the last part is rounded down.
  entries_.push_back(first);
  while (entries_.size() < most_entries) {
    const std::int64_t steady = entries_.back() + count;
    const Interval risen = enclosing_doubles(static_cast<std::uint64_t>(steady - first));
    const Interval extra = unit * ln1p_enclosure(exp_enclosure(-(risen / unit)));
    const auto whole = static_cast<std::int64_t>(extra.lo);
    if (whole <= 0) {
      break;  // it only falls from here on
    }
    entries_.push_back(steady + whole);
  }
}

std::uint64_t GradedTable::even_odds() const noexcept {
  const auto at = std::ranges::lower_bound(entries_, 0);
  if (at != entries_.end()) {
    return static_cast<std::uint64_t>(at - entries_.begin()) + 1;
  }
  const auto below = static_cast<std::uint64_t>(-entries_.back());
  return entries_.size() + (below + count - 1) / count;
}

}  // namespace discreet::detail
