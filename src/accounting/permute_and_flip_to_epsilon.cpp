#include "discreet/accounting/permute_and_flip_to_epsilon.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "arguments.hpp"
#include "composition_lattice.hpp"
#include "discreet/accounting/laplace_recursion.hpp"
#include "discreet/accounting/pure_to_delta.hpp"
#include "lattice_choice.hpp"
#include "reals.hpp"
#include "renyi.hpp"

namespace discreet {

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
  const detail::Reals real{1300 + 3 * detail::places(epsilon_step)};
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
    const LaplaceRecursion curve{epsilon_step, k, cells, cut, progress};
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
