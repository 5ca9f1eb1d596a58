#include "bounded_range_bracket.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "bounded_range_closed.hpp"
#include "composition_lattice.hpp"
#include "discreet/accounting/two_point_recursion.hpp"
#include "lattice_choice.hpp"
#include "renyi.hpp"
#include "two_point_sum.hpp"

namespace discreet::detail {

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

}  // namespace

Bracket bounded_range_bracket(double eta, std::uint64_t k, double epsilon, Effort effort,
                              const Progress& progress) {
  if (k == 0 || eta == 0) {
    return {0, 0};
  }
  Bracket bracket = bounded_range_closed_delta(eta, k, epsilon);
  // Below, the lattice has nothing to add or no room.
  if (effort == Effort::closed || k == 1 || bracket.upper < 1e-290 || eta < 1e-100 || eta > 500) {
    return bracket;
  }
  if (k > most_recursion_steps) {
    return many_steps(eta, k, epsilon, bracket, progress);
  }
  // What lies past the cut adds at most its bound, a negligible part of delta.
  const std::array steps{Steps{StepKind::bounded_range, eta, k}};
  const double cut = std::max(epsilon, renyi_to_epsilon(steps, bracket.upper * 1e-7));
  const std::uint32_t affordable = affordable_cells(eta, k, cut);
  if (affordable == 0) {
    return bracket;
  }
  const auto run = [&](std::uint32_t cells, const Progress& report) {
    const Bracket found = TwoPointRecursion{eta, k, {cells, epsilon, cut}, report}.delta(epsilon);
    bracket = {std::max(bracket.lower, found.lower), std::min(bracket.upper, found.upper)};
    return found;
  };
  const Progress alive = [&](double /*part*/) {
    if (progress) {
      progress(0);
    }
  };
  const Bracket first = run(first_cells(k), alive);
  const std::uint32_t cells = wanted_cells(first, k, affordable);
  if (effort == Effort::full && cells > first_cells(k)) {
    run(cells, progress);
  }
  return bracket;
}

}  // namespace discreet::detail
