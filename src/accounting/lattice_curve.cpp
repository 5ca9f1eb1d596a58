#include "accounting/lattice_curve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "accounting/arguments.hpp"
#include "accounting/reals.hpp"
#include "accounting/two_point_tables.hpp"

namespace discreet::detail {
namespace {

Reals reals_for(const LatticeCurve& curve) { return Reals{192 + 2 * places(curve.unit)}; }

BigInterval point(const LatticeCurve& curve, const Reals& real, std::int64_t index) {
  return real(static_cast<double>(curve.first + index)) * real(curve.unit) /
         real(static_cast<double>(curve.cells));
}

double at(const LatticeCurve& curve, std::int64_t index) {
  return curve.values[static_cast<std::size_t>(index)];
}

std::int64_t last(const LatticeCurve& curve) {
  return static_cast<std::int64_t>(curve.values.size()) - 1;
}

}  // namespace

std::int64_t cell_of(const LatticeCurve& curve, double x) {
  require_epsilon(x);
  const double h = curve.unit / static_cast<double>(curve.cells);
  const double guess = std::floor(x / h) + 1 - static_cast<double>(curve.first);
  auto index = static_cast<std::int64_t>(std::clamp(guess, -1.0, static_cast<double>(last(curve))));
  const Fraction scaled =
      exact_fraction(std::min(x, std::numeric_limits<double>::max())) * exact_fraction(curve.cells);
  while (index >= 0 && exact_fraction(curve.first + index) * exact_fraction(curve.unit) > scaled) {
    --index;
  }
  require(index >= 0, bad_parameter, "epsilon must not be below where the lattice begins");
  return index;
}

double chord_above(const LatticeCurve& upper, double x) {
  const std::int64_t cell = cell_of(upper, x);
  const Reals real = reals_for(upper);
  const BigInterval left = real(at(upper, cell));
  if (cell == last(upper)) {
    return inf_double(left / real(lattice_scale));
  }
  const BigInterval right = real(at(upper, cell + 1));
  const BigInterval to_left = exp(point(upper, real, cell) - real(x));
  const BigInterval to_right = exp(point(upper, real, cell + 1) - real(x));
  // The chord falls, so more weight on the left is a greater bound.
  const double weight =
      std::clamp(inf_double((to_right - real(1)) / (to_right - to_left)), 0.0, 1.0);
  return inf_double((right + real(weight) * (left - right)) / real(lattice_scale));
}

double line_below(const LatticeCurve& lower, const LatticeCurve& upper, double x) {
  const std::int64_t near = cell_of(lower, x) + 1;
  if (near > last(lower)) {
    return 0;
  }
  const Reals real = reals_for(lower);
  const BigInterval value = real(at(lower, near));
  double bound = neg_inf_double(value / real(lattice_scale));
  // A far second point keeps the distance of the two bounds from being magnified.
  const std::int64_t far = std::min(near + 8, last(lower));
  if (far > near) {
    const BigInterval drop = value - real(at(upper, far));
    const BigInterval to_near = exp(point(lower, real, near) - real(x));
    const BigInterval to_far = exp(point(lower, real, far) - real(x));
    // To the left of x's cell by nothing or a rounding: then the line is not extended at all.
    if (mpfr_sgn(drop.lo.get()) > 0 && mpfr_cmp_ui(to_near.lo.get(), 1) > 0) {
      const BigInterval line = value + drop * (to_near - real(1)) / (to_far - to_near);
      bound = std::max(bound, neg_inf_double(line / real(lattice_scale)));
    }
  }
  return std::max(0.0, bound);
}

double least_x(const LatticeCurve& upper, double delta) {
  require_delta(delta);
  const double scaled = delta * lattice_scale;  // exact: a power of two
  const auto found = std::find_if(upper.values.begin(), upper.values.end(),
                                  [&](double bound) { return bound <= scaled; });
  if (found == upper.values.end()) {
    return std::numeric_limits<double>::infinity();
  }
  const Reals real = reals_for(upper);
  const BigInterval x = point(upper, real, found - upper.values.begin());
  if (found == upper.values.begin()) {
    return inf_double(x);
  }
  // The chord to the left reaches delta at this share of the cell.
  const BigInterval share =
      (real(scaled) - real(*found)) / (real(*std::prev(found)) - real(*found));
  const BigInterval h = real(upper.unit) / real(static_cast<double>(upper.cells));
  return std::max(0.0, inf_double(x + log(real(1) - share * (real(1) - exp(-h)))));
}

}  // namespace discreet::detail
