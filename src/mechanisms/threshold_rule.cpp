#include "mechanisms/threshold_rule.hpp"

#include <tuple>

#include <gmpxx.h>
#include <mpfr.h>

#include "accounting/noise_spread.hpp"
#include "accounting/reals.hpp"
#include "discreet/error.hpp"
#include "discreet/numbers/rounding.hpp"
#include "numbers/big_interval.hpp"

namespace discreet::detail {
namespace {

constexpr mpfr_prec_t threshold_precision = 512;

BigInterval near(const Fraction& value) { return BigInterval::of(value, threshold_precision); }

}  // namespace

std::uint64_t laplace_threshold(const Fraction& scale, const Fraction& share) {
  require_sound_arithmetic();
  // r^K >= (r - 1 + 2 share) / ((r + 1) share) with r = e^(1/scale), the quotient divided by r above and below.
  const BigInterval q = exp(near(Fraction{-1 / scale}));
  const BigInterval one = near(1);
  const BigInterval odds = (one - q + near(Fraction{2 * share}) * q) / ((one + q) * near(share));
  const BigInterval steps = log(odds) * near(scale);
  require(mpfr_cmp_ui_2exp(steps.hi.get(), 1, 60) < 0, bad_parameter,
          "the slack must not be so small, nor the scale so large, that counts pass their type");
  mpz_class whole;
  mpfr_get_z(whole.get_mpz_t(), steps.hi.get(), MPFR_RNDU);
  return std::max<std::uint64_t>(whole.get_ui(), 1);
}

std::uint64_t gaussian_threshold(const Fraction& variance, const Fraction& slack,
                                 std::uint64_t items) {
  require_sound_arithmetic();
  // The chance that one item may have: 1 - (1 - slack)^(1/items), rounded down.
  const BigInterval all = log(near(Fraction{1 - slack})) / near(exact_fraction(items));
  const double each = neg_inf_double(near(1) - exp(all));
  require(each >= 0x1p-450, bad_parameter, "the slack must not be so small");
  const NoiseTails tails{{IntegerNoise::Shape::gaussian, variance}, each};
  Wide fits = tails.end();
  require(tails.inf_at_least(fits) <= each, bug, "integer noise must have a threshold");
  Wide past = 0;
  while (fits - past > 1) {
    const Wide middle = past + (fits - past) / 2;
    (tails.inf_at_least(middle) <= each ? fits : past) = middle;
  }
  return static_cast<std::uint64_t>(fits);
}

std::vector<KeptItem> largest_first(std::vector<KeptItem> items, std::optional<std::uint64_t> k) {
  const auto before = [](const KeptItem& a, const KeptItem& b) {
    return std::tie(b.count, a.position) < std::tie(a.count, b.position);
  };
  const auto size = std::min<std::uint64_t>(items.size(), k.value_or(items.size()));
  const auto end = items.begin() + static_cast<std::ptrdiff_t>(size);
  std::ranges::partial_sort(items, end, before);
  items.erase(end, items.end());
  return items;
}

}  // namespace discreet::detail
