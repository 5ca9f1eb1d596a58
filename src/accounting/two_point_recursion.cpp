#include "accounting/two_point_recursion.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "accounting/arguments.hpp"
#include "accounting/lattice_curve.hpp"
#include "accounting/reals.hpp"
#include "accounting/renyi.hpp"
#include "accounting/two_point_stage.hpp"
#include "accounting/two_point_tables.hpp"

namespace discreet {

using detail::lattice_scale;
using detail::Reals;
using detail::TwoPointTables;
TwoPointRecursion::TwoPointRecursion(double eta, std::uint64_t k, Lattice lattice,
                                     const Progress& progress)
    : eta_(eta), cells_(lattice.cells) {
  require(eta >= 1e-100 && eta <= 500, bad_parameter, "a lattice needs an eta from 1e-100 to 500");
  require(k >= 2, bad_parameter, "a recursion needs two steps or more");
  require(lattice.cells >= 2 && lattice.cells <= 65536, bad_parameter,
          "a lattice needs 2 to 65536 cells");
  require(lattice.from >= 0 && lattice.from <= lattice.cut, bad_parameter,
          "a lattice must begin at a number not negative and not beyond its cut");
  const double h = eta / static_cast<double>(cells_);
  require(
      static_cast<double>(k) * static_cast<double>(cells_) < 0x1p40 && lattice.from / h < 0x1p40,
      bad_parameter, "a lattice must stay below 2^40 points");
  const auto stages = static_cast<std::int64_t>(k);
  // One cell more on either side makes up for the rounding of h.
  last_ = stages * cells_;
  double tail = 0;
  if (lattice.cut / h + 2 < static_cast<double>(last_)) {
    last_ = static_cast<std::int64_t>(std::ceil(lattice.cut / h)) + 1;
    const std::array steps{detail::Steps{detail::StepKind::bounded_range, eta, k}};
    tail = detail::renyi_to_delta(steps, lattice.cut) * lattice_scale;
  }
  first_ = std::max<std::int64_t>(
      0, static_cast<std::int64_t>(std::floor(std::min(lattice.from, lattice.cut) / h)) - 1);
  first_ = std::min(first_, last_);

  const TwoPointTables tables{eta, cells_};
  const auto size = static_cast<std::size_t>(last_ + 2 * cells_ + 1);
  // The upper bounds must fall with their index, so none is below the tail.
  detail::TwoPointBounds bounds{std::vector<double>(size, tail), std::vector<double>(size, 0)};
  for (std::int64_t i = 0; i <= std::min(cells_, last_); ++i) {
    const auto at = static_cast<std::size_t>(cells_ + i);
    bounds.upper[at] = std::max(tail, tables.upper_first[static_cast<std::size_t>(i)]);
    bounds.lower[at] = tables.lower_first[static_cast<std::size_t>(i)];
  }
  detail::mirror(tables, cells_, bounds);
  detail::TwoPointBounds next = bounds;
  for (std::int64_t stage = 2; stage <= stages; ++stage) {
    // Later stages look at most eta below their own least index.
    const std::int64_t begin = std::max<std::int64_t>(0, first_ - (stages - stage) * cells_);
    detail::two_point_stage(tables, cells_, begin, std::min(last_, stage * cells_), bounds, next);
    std::swap(bounds, next);
    detail::mirror(tables, cells_, bounds);
    if (progress) {
      progress(static_cast<double>(stage) / static_cast<double>(stages));
    }
  }
  upper_ = std::move(bounds.upper);
  lower_before_ = std::move(next.lower);
}

Bracket TwoPointRecursion::delta(double epsilon) const {
  return {lower_delta(epsilon), upper_delta(epsilon)};
}

double TwoPointRecursion::upper_delta(double epsilon) const {
  return detail::chord_above(upper_curve(), epsilon);
}

double TwoPointRecursion::epsilon(double delta) const {
  return detail::least_x(upper_curve(), delta);
}

detail::LatticeCurve TwoPointRecursion::upper_curve() const {
  const auto size = static_cast<std::size_t>(last_ - first_ + 1);
  return {eta_, cells_, first_, {upper_.data() + cells_ + first_, size}};
}

double TwoPointRecursion::lower_delta(double epsilon) const {
  const std::int64_t cell = first_ + detail::cell_of(upper_curve(), epsilon);
  if (std::isinf(epsilon)) {
    return 0;
  }
  // A last step that lands on the lattice: t = epsilon - x_j. Which t is best needs no proof.
  const double h = eta_ / static_cast<double>(cells_);
  std::int64_t best = cell;
  double most = -1;
  for (std::int64_t j = cell; j > cell - cells_; --j) {
    const double t = epsilon - static_cast<double>(j) * h;
    const auto at = static_cast<std::size_t>(cells_ + j);
    const double value = (std::exp(eta_) - std::exp(t)) * lower_before_[at] +
                         std::expm1(t) * lower_before_[at + static_cast<std::size_t>(cells_)];
    if (value > most) {
      most = value;
      best = j;
    }
  }
  const Reals real{160 + 2 * detail::places(eta_)};
  const BigInterval top = exp(real(eta_));
  const BigInterval power = exp(real(epsilon) - real(static_cast<double>(best)) * real(eta_) /
                                                    real(static_cast<double>(cells_)));
  const BigInterval stay = top - power;
  const BigInterval leap = power - real(1);
  if (mpfr_sgn(stay.lo.get()) < 0 || mpfr_sgn(leap.lo.get()) < 0) {
    return 0;
  }
  const auto at = static_cast<std::size_t>(cells_ + best);
  const BigInterval value = (stay * real(lower_before_[at]) +
                             leap * real(lower_before_[at + static_cast<std::size_t>(cells_)])) /
                            ((top - real(1)) * real(lattice_scale));
  return std::max(0.0, detail::neg_inf_double(value));
}

}  // namespace discreet
