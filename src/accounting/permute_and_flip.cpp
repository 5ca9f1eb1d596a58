#include "accounting/permute_and_flip.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "accounting/arguments.hpp"
#include "accounting/composition_lattice.hpp"
#include "accounting/laplace.hpp"
#include "accounting/lattice.hpp"
#include "accounting/reals.hpp"
#include "accounting/renyi.hpp"
#include "discreet/accounting/convert.hpp"

namespace discreet::detail {
namespace {

// One Laplace pair at distance k step: 1 - e^(x - k step)/2.
Bracket one_pair(double step, std::uint64_t k, double epsilon) {
  const Reals real{192 + 3 * bits_from_one(step) + (epsilon > 0 ? 3 * bits_from_one(epsilon) : 0)};
  const BigInterval rest = real.count(k) * real(step) - real(epsilon);
  const BigInterval delta = real(1) - exp(-(rest / real(2)));
  return {std::max(0.0, neg_inf_double(delta)), std::clamp(inf_double(delta), 0.0, 1.0)};
}

// What the atoms alone lose, all k log-ratios being the greatest: 2^-k (1 - e^(x - k step)).
double all_atoms(double step, std::uint64_t k, double epsilon) {
  const Reals real{192 + 3 * bits_from_one(step) + (epsilon > 0 ? 3 * bits_from_one(epsilon) : 0)};
  const BigInterval rest = real.count(k) * real(step) - real(epsilon);
  const BigInterval delta = exp(-(real.count(k) * log(real(2)))) * (real(1) - exp(-rest));
  return std::max(0.0, neg_inf_double(delta));
}

}  // namespace

Bracket permute_and_flip_closed_delta(double epsilon_step, std::uint64_t k, double epsilon) {
  if (std::isinf(epsilon)) {
    return {0, 0};
  }
  if (std::isinf(epsilon_step)) {
    return {0, 1};
  }
  const Bracket whole = one_pair(epsilon_step, k, epsilon);
  if (k == 1 || whole.upper == 0) {
    return whole;
  }
  const std::array steps{Steps{StepKind::laplace, epsilon_step, k}};
  return {std::max(one_pair(epsilon_step, 1, epsilon).lower, all_atoms(epsilon_step, k, epsilon)),
          std::min({whole.upper, renyi_to_delta(steps, epsilon),
                    pure_to_delta(epsilon_step, k, epsilon)})};
}

Bracket permute_and_flip_bracket(double epsilon_step, std::uint64_t k, double epsilon,
                                 Effort effort, const Progress& progress) {
  if (k == 0 || epsilon_step == 0) {
    return {0, 0};
  }
  Bracket bracket = permute_and_flip_closed_delta(epsilon_step, k, epsilon);
  if (effort == Effort::closed || k == 1 || bracket.upper < 1e-260 || epsilon_step < 1e-100 ||
      epsilon_step > 100) {
    return bracket;
  }
  const std::array steps{Steps{StepKind::laplace, epsilon_step, k}};
  const double cut = std::max(epsilon, renyi_to_epsilon(steps, bracket.upper * 1e-7));
  const std::uint32_t affordable = affordable_laplace_cells(epsilon_step, k, cut);
  const std::uint32_t cells =
      effort == Effort::coarse ? coarse_laplace_cells(k, affordable) : affordable;
  if (cells > 0) {
    const LaplaceRecursion curve{epsilon_step, k, {cells, 0, cut}, progress};
    const Bracket found = curve.delta(epsilon);
    bracket = {std::max(bracket.lower, found.lower), std::min(bracket.upper, found.upper)};
  }
  if (affordable < enough_laplace_cells && fits_a_lattice(steps) &&
      bracket.upper >= least_lattice_delta) {
    const CompositionLattice lattice{steps, bracket.upper, progress};
    bracket.upper = std::min(bracket.upper, lattice.delta(epsilon));
  }
  return bracket;
}

}  // namespace discreet::detail

namespace discreet {

Bracket permute_and_flip_delta_bracket(double epsilon_step, std::uint64_t k, double epsilon,
                                       const Progress& progress) {
  detail::require_epsilon(epsilon_step);
  detail::require_epsilon(epsilon);
  return detail::permute_and_flip_bracket(epsilon_step, k, epsilon, detail::Effort::full, progress);
}

double permute_and_flip_to_delta(double epsilon_step, std::uint64_t k, double epsilon,
                                 const Progress& progress) {
  return permute_and_flip_delta_bracket(epsilon_step, k, epsilon, progress).upper;
}

double permute_and_flip_to_epsilon(double epsilon_step, std::uint64_t k, double delta,
                                   const Progress& progress) {
  detail::require_epsilon(epsilon_step);
  detail::require_delta(delta);
  if (k == 0 || epsilon_step == 0 || delta == 1) {
    return 0;
  }
  if (std::isinf(epsilon_step)) {
    return epsilon_step;
  }
  // One Laplace pair at distance k epsilon_step: k epsilon_step + 2 ln(1 - delta).
  const detail::Reals real{1300 + 3 * detail::bits_from_one(epsilon_step)};
  const BigInterval total = real.count(k) * real(epsilon_step);
  double epsilon = std::max(0.0, detail::inf_double(total + real(2) * log(real(1) - real(delta))));
  if (k == 1 || epsilon == 0 || delta == 0) {
    return epsilon;
  }
  const std::array steps{detail::Steps{detail::StepKind::laplace, epsilon_step, k}};
  epsilon = std::min({epsilon, detail::renyi_to_epsilon(steps, delta),
                      pure_to_epsilon(epsilon_step, k, delta, progress)});
  if (delta < 1e-260 || epsilon_step < 1e-100 || epsilon_step > 100) {
    return epsilon;
  }
  const double cut = std::max(epsilon, detail::renyi_to_epsilon(steps, delta * 1e-7));
  const std::uint32_t cells = detail::affordable_laplace_cells(epsilon_step, k, cut);
  if (cells > 0) {
    const detail::LaplaceRecursion curve{epsilon_step, k, {cells, 0, cut}, progress};
    epsilon = std::min(epsilon, curve.epsilon(delta));
  }
  if (cells < detail::enough_laplace_cells && detail::fits_a_lattice(steps) &&
      delta >= detail::least_lattice_delta) {
    const detail::CompositionLattice lattice{steps, delta, progress};
    epsilon = std::min(epsilon, lattice.epsilon(delta));
  }
  return epsilon;
}

}  // namespace discreet
