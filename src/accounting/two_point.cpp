#include "accounting/two_point.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "accounting/growths.hpp"
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
  const BigInterval h = real(eta) / real(static_cast<double>(cells));
  const std::vector<double> growth = growths(real, h, cells);          // e^jh - 1
  const std::vector<double> half = growths(real, h / real(2), cells);  // e^(jh / 2) - 1
  const double whole = growth.back();
  const auto put = [](std::vector<double>& upper, std::vector<double>* lower, double value) {
    upper.push_back(growths_outward.inf(value));
    if (lower != nullptr) {
      lower->push_back(growths_outward.neg_inf(value));
    }
  };
  for (std::size_t j = 0; j < growth.size(); ++j) {
    // e^eta - e^jh = e^jh (e^(eta - jh) - 1). The ends are exact: a weight of zero is no small positive one.
    put(upper_stay, &lower_stay, (1 + growth[j]) * growth[growth.size() - 1 - j] / whole);
    put(upper_leap, &lower_leap, growth[j] / whole);
    // tanh(y / 4) = (e^(y/2) - 1) / (e^(y/2) + 1)
    const double fall = half[j] / (2 + half[j]) / whole;
    put(upper_rise, nullptr, fall * (1 + whole));
    put(upper_fall, &lower_fall, fall);
  }
}

Mirror two_point_mirror(double eta, std::int64_t cells) {
  const Reals real = reals_for(eta);
  return {real, real(eta) / real(static_cast<double>(cells)), cells, two_point_outward};
}

TwoPointStep::TwoPointStep(double eta, std::int64_t cells)
    : rows_(checked(eta), cells), mirror_(two_point_mirror(eta, cells)) {
  const Reals real = reals_for(eta);
  const BigInterval h = real(eta) / real(static_cast<double>(cells));
  const std::vector<double> half = growths(real, h / real(2), cells);  // e^(jh / 2) - 1
  const double whole = half.back() * (2 + half.back());                // e^eta - 1
  for (std::size_t j = 0; j < half.size(); ++j) {
    // e^(eta / 2) - e^(jh / 2) = e^(jh / 2) (e^((eta - jh) / 2) - 1)
    const double height = (1 + half[j]) * half[half.size() - 1 - j];
    growths_outward.put(first_, height * height / whole * lattice_scale);
  }
}

double TwoPointStep::lower_delta(const LatticeEnd& end, double epsilon) {
  const auto& [eta, cells, first, before] = end.lower_before;
  const std::int64_t cell = end.lower.first + cell_of(end.lower, epsilon);
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
