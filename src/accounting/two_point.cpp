#include "accounting/two_point.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "accounting/reals.hpp"

namespace discreet::detail {
namespace {

Reals reals_for(double eta) { return Reals{160 + 2 * bits_from_one(eta)}; }

double checked(double eta) {
  require(eta >= 1e-100 && eta <= 500, bad_parameter, "a lattice needs an eta from 1e-100 to 500");
  return eta;
}

}  // namespace

TwoPointTables::TwoPointTables(double eta, std::int64_t cells) {
  const Reals real = reals_for(eta);
  const Outer outer{real, two_point_slack};
  const BigInterval one = real(1);
  const BigInterval top = exp(real(eta));
  const BigInterval share = one / (top - one);
  const BigInterval top_share = top * share;
  const BigInterval each = exp(real(eta) / real(static_cast<double>(2 * cells)));
  BigInterval root = one;  // e^(jh / 2)
  for (std::int64_t j = 0; j <= cells; ++j) {
    const BigInterval power = root * root;
    // The ends are exact: a weight of zero must not become a small positive or negative one.
    const BigInterval stay = j == cells ? real(0) : (top - power) * share;
    const BigInterval leap = j == 0 ? real(0) : (power - one) * share;
    upper_stay.push_back(outer.inf(stay));
    lower_stay.push_back(outer.neg_inf(stay));
    upper_leap.push_back(outer.inf(leap));
    lower_leap.push_back(outer.neg_inf(leap));
    // tanh(y / 4) = (e^(y/2) - 1) / (e^(y/2) + 1)
    const BigInterval bend = (root - one) / (root + one);
    const BigInterval fall = bend * share;
    upper_rise.push_back(outer.inf(bend * top_share));
    upper_fall.push_back(outer.inf(fall));
    lower_fall.push_back(outer.neg_inf(fall));
    root = root * each;
  }
}

Mirror two_point_mirror(double eta, std::int64_t cells) {
  const Reals real = reals_for(eta);
  return {real, real(eta) / real(static_cast<double>(cells)), cells, two_point_slack,
          two_point_outward};
}

TwoPointStep::TwoPointStep(double eta, std::int64_t cells)
    : rows_(checked(eta), cells), mirror_(two_point_mirror(eta, cells)) {
  const Reals real = reals_for(eta);
  const Outer outer{real, two_point_slack};
  const BigInterval top = exp(real(eta) / real(2));
  const BigInterval share = real(lattice_scale) / (top * top - real(1));
  const BigInterval each = exp(real(eta) / real(static_cast<double>(2 * cells)));
  BigInterval root = real(1);  // e^(jh / 2)
  for (std::int64_t j = 0; j <= cells; ++j) {
    const BigInterval height = top - root;
    outer.put(first_, j == cells ? real(0) : height * height * share);
    root = root * each;
  }
}

double TwoPointStep::lower_delta(const LatticeEnd& end, double epsilon) {
  const auto& [eta, cells, first, before] = end.lower_before;
  const std::int64_t cell = end.upper.first + cell_of(end.upper, epsilon);
  if (std::isinf(epsilon)) {
    return 0;
  }
  // A last step that lands on the lattice: t = epsilon - x_j. Which t is best needs no proof.
  const double h = eta / static_cast<double>(cells);
  std::int64_t best = cell;
  double most = -1;
  for (std::int64_t j = cell; j > cell - cells; --j) {
    const double t = epsilon - static_cast<double>(j) * h;
    const auto at = static_cast<std::size_t>(j - first);
    const double value = (std::exp(eta) - std::exp(t)) * before[at] +
                         std::expm1(t) * before[at + static_cast<std::size_t>(cells)];
    if (value > most) {
      most = value;
      best = j;
    }
  }
  const Reals real = reals_for(eta);
  const BigInterval top = exp(real(eta));
  const BigInterval power = exp(real(epsilon) - real(static_cast<double>(best)) * real(eta) /
                                                    real(static_cast<double>(cells)));
  const BigInterval stay = top - power;
  const BigInterval leap = power - real(1);
  if (mpfr_sgn(stay.lo.get()) < 0 || mpfr_sgn(leap.lo.get()) < 0) {
    return 0;
  }
  const auto at = static_cast<std::size_t>(best - first);
  const BigInterval value =
      (stay * real(before[at]) + leap * real(before[at + static_cast<std::size_t>(cells)])) /
      ((top - real(1)) * real(lattice_scale));
  return std::max(0.0, neg_inf_double(value));
}

}  // namespace discreet::detail
