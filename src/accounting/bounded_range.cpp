#include "accounting/bounded_range.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "accounting/arguments.hpp"
#include "accounting/composition_lattice.hpp"
#include "accounting/lattice.hpp"
#include "accounting/reals.hpp"
#include "accounting/renyi.hpp"
#include "accounting/two_point.hpp"
#include "accounting/two_point_sum.hpp"
#include "discreet/accounting/convert.hpp"

namespace discreet::detail {
namespace {

// f_1(epsilon) of one step of k eta: (1 - e^-(k eta - epsilon)/2)^2 / (1 - e^-k eta).
Bracket one_step(double eta, std::uint64_t k, double epsilon) {
  const Reals real{192 + 3 * bits_from_one(eta) + (epsilon > 0 ? 3 * bits_from_one(epsilon) : 0)};
  const BigInterval total = real.count(k) * real(eta);
  const BigInterval rest = total - real(epsilon);
  if (mpfr_sgn(rest.hi.get()) <= 0) {
    return {0, 0};
  }
  const BigInterval height = real(1) - exp(-(rest / real(2)));
  const BigInterval delta = height * height / (real(1) - exp(-total));
  const double lower = mpfr_sgn(rest.lo.get()) < 0 ? 0 : std::max(0.0, neg_inf_double(delta));
  return {lower, std::min(1.0, inf_double(delta))};
}

}  // namespace

Bracket bounded_range_closed_delta(double eta, std::uint64_t k, double epsilon) {
  if (std::isinf(epsilon)) {
    return {0, 0};
  }
  if (std::isinf(eta)) {
    return {0, 1};
  }
  const Bracket whole = one_step(eta, k, epsilon);
  if (k == 1 || whole.upper == 0) {
    return whole;
  }
  const std::array steps{Steps{StepKind::bounded_range, eta, k}};
  return {one_step(eta, 1, epsilon).lower, std::min(whole.upper, renyi_to_delta(steps, epsilon))};
}

double bounded_range_closed_epsilon(double eta, std::uint64_t k, double delta) {
  if (delta >= 1) {
    return 0;
  }
  if (std::isinf(eta)) {
    return eta;
  }
  const Reals real{192 + 3 * bits_from_one(eta) + (delta > 0 ? 3 * bits_from_one(delta) : 0)};
  const BigInterval total = real.count(k) * real(eta);
  double least = inf_double(total);
  if (delta > 0) {
    // k eta + 2 ln(1 - sqrt(delta (1 - e^-k eta)))
    const BigInterval square = real(delta) * (real(1) - exp(-total));
    const BigInterval root = exp(log(square) / real(2));
    least = std::min(least, inf_double(total + real(2) * log(real(1) - root)));
  }
  const std::array steps{Steps{StepKind::bounded_range, eta, k}};
  return std::max(0.0, k == 1 ? least : std::min(least, renyi_to_epsilon(steps, delta)));
}

namespace {

// Equal steps that each have the log-ratio t or t - eta are one strategy of many, so their curve is a
// lower bound; the t that is worst for moments of the best order is nearly the worst of all.
double same_strategy_throughout(double eta, std::uint64_t k, double epsilon,
                                const Progress& progress) {
  const std::array steps{Steps{StepKind::bounded_range, eta, k}};
  const double s = best_order(steps, epsilon);
  const double ratio = s * std::expm1(eta) / -std::expm1(-s * eta);
  const double t = eta < 1e-9 ? eta / 2 : std::log1p((ratio - 1) / (s + 1));
  const double inside = std::isfinite(t) ? std::clamp(t, eta / 64, eta - eta / 64) : eta / 2;
  return two_point_sum_delta({eta, inside, k}, epsilon, progress).lower;
}

Bracket many_steps(double eta, std::uint64_t k, double epsilon, Bracket bracket,
                   const Progress& progress) {
  const std::array steps{Steps{StepKind::bounded_range, eta, k}};
  if (!fits_a_lattice(steps) || bracket.upper < least_lattice_delta) {
    return bracket;
  }
  const CompositionLattice lattice{steps, bracket.upper, progress};
  bracket.upper = std::min(bracket.upper, lattice.delta(epsilon));
  if (k <= most_summed_steps) {
    bracket.lower = std::max(bracket.lower, same_strategy_throughout(eta, k, epsilon, progress));
  }
  return bracket;
}

// Where the curve is cut, and how many cells are affordable: none where a recursion has nothing to add or no room.
struct Reach {
  double cut = 0;
  std::uint32_t affordable = 0;
};

Reach reach_of(double eta, std::uint64_t k, double epsilon, const Bracket& closed) {
  if (k <= 1 || k > most_recursion_steps || closed.upper < 1e-290 || eta < 1e-100 || eta > 500) {
    return {};
  }
  // What lies past the cut adds at most its bound, a negligible part of delta.
  const std::array steps{Steps{StepKind::bounded_range, eta, k}};
  const double cut = std::max(epsilon, renyi_to_epsilon(steps, closed.upper * 1e-7));
  return {cut, affordable_cells(eta, k, cut)};
}

Bracket within_both(const Bracket& one, const Bracket& other) {
  return {std::max(one.lower, other.lower), std::min(one.upper, other.upper)};
}

// As fine as is wanted of delta, or, where it is so steep, of the step.
Bracket wanted_bracket(double eta, std::uint64_t k, double epsilon, Effort effort, double steep,
                       const Progress& progress) {
  if (k == 0 || eta == 0) {
    return {0, 0};
  }
  Bracket bracket = bounded_range_closed_delta(eta, k, epsilon);
  if (effort == Effort::closed) {
    return bracket;
  }
  if (k > most_recursion_steps && bracket.upper >= 1e-290 && eta >= 1e-100 && eta <= 500) {
    return many_steps(eta, k, epsilon, bracket, progress);
  }
  const Reach reach = reach_of(eta, k, epsilon, bracket);
  if (reach.affordable == 0) {
    return bracket;
  }
  const auto run = [&](std::uint32_t cells, const Progress& report) {
    const TwoPointRecursion curve{eta, k, {cells, epsilon, reach.cut}, report};
    const Bracket found = curve.delta(epsilon);
    bracket = within_both(bracket, found);
    return found;
  };
  const Progress alive = [&](double /*part*/) {
    if (progress) {
      progress(0);
    }
  };
  const Bracket first = run(first_cells(k), alive);
  if (effort == Effort::coarse) {
    return bracket;
  }
  const std::uint32_t cells = wanted_cells(first, k, steep, reach.affordable);
  if (cells > first_cells(k)) {
    run(cells, progress);
  }
  return bracket;
}

}  // namespace

Bracket bounded_range_bracket(double eta, std::uint64_t k, double epsilon, Effort effort,
                              const Progress& progress) {
  return wanted_bracket(eta, k, epsilon, effort, 0, progress);
}

std::uint32_t bounded_range_cells(double eta, std::uint64_t k, double epsilon,
                                  const Bracket& coarse) {
  if (k <= 30) {
    return 0;  // their curve bends sharply, and a coarse lattice costs little
  }
  const std::uint32_t affordable = reach_of(eta, k, epsilon, coarse).affordable;
  return affordable == 0 ? 0 : wanted_cells(coarse, k, steepness(eta, k, epsilon), affordable);
}

Bracket bounded_range_fine(double eta, std::uint64_t k, double epsilon, const Fineness& fineness,
                           const Progress& progress) {
  if (fineness.cells == 0) {
    const double steep = k == 0 || eta == 0 ? 0 : steepness(eta, k, epsilon);
    return wanted_bracket(eta, k, epsilon, Effort::full, steep, progress);
  }
  const Bracket closed = bounded_range_closed_delta(eta, k, epsilon);
  const Reach reach = reach_of(eta, k, epsilon, closed);
  if (reach.affordable == 0) {
    return closed;
  }
  const std::uint32_t cells = std::min(fineness.cells, reach.affordable);
  const TwoPointRecursion curve{eta, k, {cells, epsilon, reach.cut, fineness.sides}, progress};
  return within_both(closed, curve.delta(epsilon));
}

}  // namespace discreet::detail

namespace discreet {

Bracket bounded_range_delta_bracket(double eta, std::uint64_t k, double epsilon,
                                    const Progress& progress) {
  detail::require_eta(eta);
  detail::require_epsilon(epsilon);
  return detail::bounded_range_bracket(eta, k, epsilon, detail::Effort::full, progress);
}

double bounded_range_to_delta(double eta, std::uint64_t k, double epsilon,
                              const Progress& progress) {
  return bounded_range_delta_bracket(eta, k, epsilon, progress).upper;
}

double bounded_range_to_epsilon(double eta, std::uint64_t k, double delta,
                                const Progress& progress) {
  detail::require_eta(eta);
  detail::require_delta(delta);
  if (k == 0 || eta == 0) {
    return 0;
  }
  double epsilon = detail::bounded_range_closed_epsilon(eta, k, delta);
  if (epsilon == 0 || k == 1 || delta < 1e-290 || eta < 1e-100 || eta > 500) {
    return epsilon;
  }
  const std::array steps{detail::Steps{detail::StepKind::bounded_range, eta, k}};
  if (k > detail::most_recursion_steps) {
    if (!detail::fits_a_lattice(steps) || delta < detail::least_lattice_delta) {
      return epsilon;
    }
    return std::min(epsilon, detail::CompositionLattice{steps, delta, progress}.epsilon(delta));
  }
  const double cut = std::max(epsilon, detail::renyi_to_epsilon(steps, delta * 1e-7));
  const std::uint32_t affordable = detail::affordable_cells(eta, k, cut);
  if (affordable == 0) {
    return epsilon;
  }
  const Progress alive = [&](double /*part*/) {
    if (progress) {
      progress(0);
    }
  };
  const detail::TwoPointRecursion first{eta, k, {detail::first_cells(k), 0, cut}, alive};
  epsilon = std::min(epsilon, first.epsilon(delta));
  const std::uint32_t cells = detail::wanted_cells(first.delta(epsilon), k, 0, affordable);
  if (cells > detail::first_cells(k)) {
    const detail::TwoPointRecursion fine{eta, k, {cells, 0, cut}, progress};
    epsilon = std::min(epsilon, fine.epsilon(delta));
  }
  return epsilon;
}

}  // namespace discreet
