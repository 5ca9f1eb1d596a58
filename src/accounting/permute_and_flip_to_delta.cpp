#include "discreet/accounting/permute_and_flip_to_delta.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "arguments.hpp"
#include "composition_lattice.hpp"
#include "discreet/accounting/laplace_recursion.hpp"
#include "lattice_choice.hpp"
#include "permute_and_flip_closed.hpp"
#include "renyi.hpp"

namespace discreet {
Bracket permute_and_flip_delta_bracket(double epsilon_step, std::uint64_t k, double epsilon,
                                       const Progress& progress) {
  detail::require_epsilon(epsilon_step);
  detail::require_epsilon(epsilon);
  if (k == 0 || epsilon_step == 0) {
    return {0, 0};
  }
  Bracket bracket = detail::permute_and_flip_closed_delta(epsilon_step, k, epsilon);
  if (k == 1 || bracket.upper < 1e-260 || epsilon_step < 1e-100 || epsilon_step > 100) {
    return bracket;
  }
  const std::array steps{detail::Steps{detail::StepKind::laplace, epsilon_step, k}};
  const double cut = std::max(epsilon, detail::renyi_to_epsilon(steps, bracket.upper * 1e-7));
  const std::uint32_t cells = detail::affordable_laplace_cells(epsilon_step, k, cut);
  if (cells > 0) {
    const Bracket found = LaplaceRecursion{epsilon_step, k, cells, cut, progress}.delta(epsilon);
    bracket = {std::max(bracket.lower, found.lower), std::min(bracket.upper, found.upper)};
  }
  if (cells < detail::enough_laplace_cells && detail::fits_a_lattice(steps) &&
      bracket.upper >= detail::least_lattice_delta) {
    const detail::CompositionLattice lattice{steps, bracket.upper, progress};
    bracket.upper = std::min(bracket.upper, lattice.delta(epsilon));
  }
  return bracket;
}

double permute_and_flip_to_delta(double epsilon_step, std::uint64_t k, double epsilon,
                                 const Progress& progress) {
  return permute_and_flip_delta_bracket(epsilon_step, k, epsilon, progress).upper;
}

}  // namespace discreet
