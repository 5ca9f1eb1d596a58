#include <algorithm>
#include <cstdlib>
#include <optional>

#include "accounting/noise_spread.hpp"
#include "accounting/power_of_ten.hpp"
#include "discreet/accounting/convert.hpp"
#include "discreet/error.hpp"
#include "discreet/mechanisms/noisy_counts.hpp"
#include "discreet/numbers/rounding.hpp"

namespace discreet {

namespace {

constexpr std::size_t scale_digits = 17;
constexpr std::int64_t greatest_contribution = std::int64_t{1} << 62;

mpz_class whole(std::uint64_t value) { return exact_fraction(value).get_num(); }

/// x^(1 / degree) from below, to 2^-64 of it or better for x >= 1; exact where it is a whole number.
Fraction nearly_root(const mpz_class& x, unsigned long degree) {
  mpz_class root = x << (64 * degree);
  mpz_root(root.get_mpz_t(), root.get_mpz_t(), degree);
  return Fraction{root, mpz_class{1} << 64};
}

/// W, the range of what one unit moves a number by, and M = |lower + upper|.
struct Moves {
  mpz_class w;
  mpz_class m;
};

/// Whether noise on each number itself has no greater variance than that of the correlated way.
///
/// Law       Laplace: (d (W + M))^(2/3) <= (j W)^(2/3) + M^(2/3) with d = min(items_per_unit, j), by the sign of
///           x^3 + y^3 - z^3 + 3xyz, which is that of x + y - z. Gaussian: d (W + M)^2 <= (W sqrt j + M)^2 with
///           d = items_per_unit. Integers on both sides, so that ties are seen.
bool direct_is_better(CountNoise noise, const mpz_class& j, const Moves& moves,
                      const std::optional<mpz_class>& items_per_unit) {
  const mpz_class twice = moves.w + moves.m;
  switch (noise) {
    case CountNoise::discrete_laplace: {
      const mpz_class d = items_per_unit && *items_per_unit < j ? *items_per_unit : j;
      const mpz_class a = d * d * twice * twice;
      const mpz_class b = j * j * moves.w * moves.w;
      const mpz_class c = moves.m * moves.m;
      const mpz_class over = a - b - c;
      return over * over * over <= 27 * a * b * c;
    }
    case CountNoise::discrete_gaussian: {
      if (!items_per_unit) {
        return false;
      }
      const mpz_class over =
          *items_per_unit * twice * twice - moves.w * moves.w * j - moves.m * moves.m;
      return over <= 0 || over * over <= 4 * moves.w * moves.w * moves.m * moves.m * j;
    }
  }
  throw Error{bad_parameter, "must specify the noise of the counts"};
}

/// The scale at which numbers that move by so much in all, as the noise adds it up, cost so much.
Fraction scale_for(CountNoise noise, const Fraction& moved, const Fraction& by,
                   const Fraction& budget) {
  const Fraction exact = noise == CountNoise::discrete_laplace
                             ? Fraction{moved * by / budget}
                             : Fraction{moved * by * by / (2 * budget)};
  return shortened(exact, scale_digits, Shorten::up);
}

/// What numbers that move by so much cost at such a scale.
Fraction cost_at(CountNoise noise, const Fraction& moved, const Fraction& by,
                 const Fraction& scale) {
  return noise == CountNoise::discrete_laplace ? Fraction{moved * by / scale}
                                               : Fraction{moved * by * by / (2 * scale)};
}

void require_contribution(const Contribution& contribution) {
  require(contribution.lower <= contribution.upper, bad_parameter,
          "the lower bound of a contribution must not be above the upper one");
  require(contribution.lower != 0 || contribution.upper != 0, bad_parameter,
          "one of the bounds of a contribution must not be zero");
  require(
      contribution.lower >= -greatest_contribution && contribution.upper <= greatest_contribution,
      bad_parameter, "the bounds of a contribution must be within the sixty-second power of two");
}

/// Which numbers get noise, and how far one unit moves them.
void choose_way(NoisyCountsPlan& plan, const std::optional<std::uint64_t>& items_per_unit) {
  const auto upper = static_cast<std::uint64_t>(plan.range.upper);
  const auto lower = static_cast<std::uint64_t>(-plan.range.lower);
  const mpz_class j = whole(plan.items);
  std::optional<mpz_class> bound;
  if (items_per_unit) {
    bound = whole(*items_per_unit);
  }
  const Moves moves{whole(upper) + whole(lower), abs(whole(upper) - whole(lower))};
  const bool replaced = plan.neighbors == Neighbors::replace;
  const bool correlated =
      !replaced &&
      (plan.items == 0 || (moves.m != 0 && !direct_is_better(plan.noise, j, moves, bound)));
  plan.way = correlated ? CountWay::correlated : CountWay::direct;
  plan.moved = plan.items;
  plan.by = upper + lower;
  if (!correlated) {
    if (items_per_unit) {
      const std::uint64_t most = std::min(*items_per_unit, plan.items);
      // min(2 most, items), where twice might be too much for 64 bits.
      plan.moved = replaced ? most + std::min(most, plan.items - most) : most;
    }
    plan.by = replaced ? upper + lower : std::max(upper, lower);
  }
}

/// The scales that cost the budget and make the variance of an estimate least.
void choose_scales(NoisyCountsPlan& plan, const Fraction& budget) {
  const Fraction moved = exact_fraction(plan.moved);
  const Fraction by = exact_fraction(plan.by);
  switch (plan.way) {
    case CountWay::direct:
      if (plan.items > 0) {
        plan.item_scale = scale_for(plan.noise, moved, by, budget);
      }
      return;
    case CountWay::correlated: {
      if (plan.items == 0) {
        plan.units_scale = scale_for(plan.noise, 1, 1, budget);
        return;
      }
      const mpz_class centre = abs(exact_fraction(plan.range.upper).get_num() +
                                   exact_fraction(plan.range.lower).get_num());
      // Shares of the budget as W sqrt j to M, or as (W j)^(2/3) to M^(2/3).
      const mpz_class spread = by.get_num() * moved.get_num();
      const bool laplace = plan.noise == CountNoise::discrete_laplace;
      const Fraction for_items =
          laplace ? nearly_root(spread * spread, 3) : nearly_root(by.get_num() * spread, 2);
      const Fraction for_units = laplace ? nearly_root(centre * centre, 3) : Fraction{centre};
      const Fraction share = for_items / (for_items + for_units);
      plan.item_scale = scale_for(plan.noise, moved, by, budget * share);
      plan.units_scale = scale_for(plan.noise, 1, 1, budget * (1 - share));
      return;
    }
  }
}

void require_scale_of(CountNoise noise, const std::optional<Fraction>& scale) {
  const Fraction most = exact_fraction(noise == CountNoise::discrete_laplace ? 0x1p40 : 0x1p80);
  require(!scale || (*scale > 0 && *scale <= most), bad_parameter,
          "the noise of the counts must have a scale within the fortieth power of two");
}

/// The rho of so many independent Laplace steps, or nothing to add for none.
Fraction laplace_rho(const Fraction& steps, const Fraction& epsilon) {
  return steps * inf_amount(pure_to_zcdp(inf_double_of(epsilon)));
}

Amounts cost_of(const NoisyCountsPlan& plan, const Fraction& budget) {
  const Fraction exact = detail::exact_counts_cost(plan);
  require(exact <= budget, bug, "the noise of the counts must keep to its budget");
  const Fraction cost = std::min(shortened(exact, scale_digits, Shorten::up), budget);
  Amounts out;
  if (plan.noise == CountNoise::discrete_gaussian) {
    out.rho = cost;
    return out;
  }
  Fraction rho = 0;
  if (plan.item_scale) {
    rho += laplace_rho(exact_fraction(plan.moved), exact_fraction(plan.by) / *plan.item_scale);
  }
  if (plan.units_scale) {
    rho += laplace_rho(1, 1 / *plan.units_scale);
  }
  out.epsilon = cost;
  out.rho = shortened(rho, scale_digits, Shorten::up);
  return out;
}

Fraction fraction_of(detail::Wide q) {
  return Fraction{(whole(static_cast<std::uint64_t>(q >> 64)) << 64) +
                  whole(static_cast<std::uint64_t>(q))};
}

detail::IntegerNoise law_of(CountNoise noise, const Fraction& scale) {
  using Shape = detail::IntegerNoise::Shape;
  switch (noise) {
    case CountNoise::discrete_laplace:
      return {Shape::laplace, scale};
    case CountNoise::discrete_gaussian:
      return {Shape::gaussian, scale};
  }
  throw Error{bad_parameter, "must specify the noise of the counts"};
}

/// Half widths of intervals that fail with at most the given probability.
void choose_widths(NoisyCountsPlan& plan) {
  const Fraction alpha = 1 - plan.confidence;
  if (plan.units_scale) {
    const detail::NoiseSpread spread{law_of(plan.noise, *plan.units_scale), alpha};
    plan.units = fraction_of(spread.quantile(alpha));
  }
  if (!plan.item_scale) {
    return;
  }
  const Fraction shared = alpha / exact_fraction(plan.items);
  const detail::IntegerNoise noise = law_of(plan.noise, *plan.item_scale);
  switch (plan.way) {
    case CountWay::direct: {
      const detail::NoiseSpread spread{noise, shared};
      plan.each = fraction_of(spread.quantile(alpha));
      plan.all = fraction_of(spread.quantile(shared));
      return;
    }
    case CountWay::correlated: {
      const auto centre = static_cast<std::uint64_t>(std::abs(plan.range.lower + plan.range.upper));
      const detail::NoiseSpread spread{noise, law_of(plan.noise, *plan.units_scale), centre,
                                       shared};
      // The noise of twice the number.
      plan.each = fraction_of(spread.quantile(alpha)) / 2;
      plan.all = fraction_of(spread.quantile(shared)) / 2;
      return;
    }
  }
}

}  // namespace

namespace detail {

Fraction exact_counts_cost(const NoisyCountsPlan& plan) {
  require_scale_of(plan.noise, plan.item_scale);
  require_scale_of(plan.noise, plan.units_scale);
  Fraction cost = 0;
  if (plan.item_scale) {
    cost +=
        cost_at(plan.noise, exact_fraction(plan.moved), exact_fraction(plan.by), *plan.item_scale);
  }
  if (plan.units_scale) {
    cost += cost_at(plan.noise, 1, 1, *plan.units_scale);
  }
  return cost;
}

}  // namespace detail

NoisyCountsPlan plan_noisy_counts(const NoisyCountsRequest& request) {
  require_sound_arithmetic();
  const Fraction budget = request.budget.exact();
  require(budget > 0, bad_parameter, "the budget of the counts must be above zero");
  require_contribution(request.contribution);
  require(request.items_per_unit != 0, bad_parameter, "a unit must be allowed an item");
  require(request.noise == CountNoise::discrete_laplace ||
              request.noise == CountNoise::discrete_gaussian,
          bad_parameter, "must specify the noise of the counts");
  require(request.neighbors == Neighbors::add_remove || request.neighbors == Neighbors::replace,
          bad_parameter, "must specify the neighbours");
  NoisyCountsPlan plan;
  plan.noise = request.noise;
  plan.items = request.items;
  plan.neighbors = request.neighbors;
  plan.range = {std::min<std::int64_t>(request.contribution.lower, 0),
                std::max<std::int64_t>(request.contribution.upper, 0)};
  plan.confidence = request.confidence.exact();
  require(plan.confidence > 0 && plan.confidence < 1, bad_parameter,
          "the confidence must be above zero and below one");
  require(1 - plan.confidence >= detail::power_of_ten(-100), bad_parameter,
          "the confidence must not be that near to one");
  // What was left out of the rows that the items were listed from is counted all the same.
  const bool bounded = request.bound == Bound::by_nature;
  choose_way(plan, bounded ? request.items_per_unit : std::nullopt);
  choose_scales(plan, budget);
  plan.cost = cost_of(plan, budget);
  choose_widths(plan);
  return plan;
}

}  // namespace discreet
