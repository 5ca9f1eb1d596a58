#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "accounting/reals.hpp"
#include "discreet/accounting/accuracy.hpp"
#include "discreet/error.hpp"
#include "discreet/mechanisms/quantiles.hpp"
#include "discreet/numbers/rounding.hpp"
#include "mechanisms/quantile_plan.hpp"
#include "numbers/interval.hpp"

namespace discreet {
namespace {

// What one choice of a boundary errs by, with probability 1 - beta, where a column has so many units.
double own_error(std::uint64_t boundaries, std::uint64_t units, double beta, double scale) {
  // What the difference 1 - e^-x loses for small x, twice.
  const double about = static_cast<double>(units) / scale;
  const detail::Reals real{
      256 + 3 * (about > 0 && std::isfinite(about) ? detail::bits_from_one(about) : 1100)};
  const BigInterval rise = real.count(units) / (real.count(detail::places_per_cell) * real(scale));
  const BigInterval all = real.count(boundaries);
  const BigInterval ln_weight =
      log(real(1) - exp(-(all * rise))) - rise - log(real(1) - exp(-rise));
  return std::max(0.0, detail::inf_double(real(scale) * (log(all) - ln_weight - log(real(beta)))));
}

// The draw takes the scale in integers, den times as large and rounded up: up to 2^-52 more.
double drawn_scale(const QuantileNode& node) { return next_up(next_up(node.scale)); }

}  // namespace

double QuantilePlan::rank_error(double beta, std::optional<std::uint64_t> units) const {
  require_sound_arithmetic();
  require(beta > 0 && beta <= 1, bad_parameter, "beta must be above 0 and at most 1");
  require(!nodes.empty() && nodes.size() == quantiles.size(), bad_parameter,
          "a plan must have a node for each quantile");
  if (nodes.size() == 1) {
    return error_quantile(law, cells, 1, beta, drawn_scale(nodes.front()));
  }
  require(units.has_value(), bad_parameter,
          "the rank error of several quantiles needs the most units that there are");
  require(*units >= 1 && *units < most_units, bad_parameter,
          "there must be at least one unit, and fewer than 2^31");
  const double each = neg_inf_div(beta, inf_cast<double>(nodes.size()));
  require(each > 0, bad_parameter, "beta must be above 0 for each quantile");
  const std::uint64_t boundaries = cells * detail::places_per_cell + 1;
  const detail::Reals real{192};
  std::vector<double> errors;
  double most = 0;
  for (const QuantileNode& node : nodes) {
    const bool leaf = !node.left && !node.right;
    const double scale = drawn_scale(node);
    const double own = leaf ? error_quantile(law, cells, 1, each, scale)
                            : own_error(boundaries, *units, each, scale);
    const BigInterval relative = BigInterval::of(node.relative, real.precision);
    const BigInterval low = real(node.lower_end ? errors.at(*node.lower_end) : 0.0);
    const BigInterval high = real(node.upper_end ? errors.at(*node.upper_end) : 0.0);
    errors.push_back(detail::inf_double(real(own) + (real(1) - relative) * low + relative * high));
    most = std::max(most, errors.back());
  }
  return most;
}

}  // namespace discreet
