#include "discreet/accounting/bounded_range_to_epsilon.hpp"

#include <algorithm>
#include <array>

#include "arguments.hpp"
#include "bounded_range_closed.hpp"
#include "composition_lattice.hpp"
#include "discreet/accounting/two_point_recursion.hpp"
#include "lattice_choice.hpp"
#include "renyi.hpp"

namespace discreet {

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
  const TwoPointRecursion first{eta, k, {detail::first_cells(k), 0, cut}, alive};
  epsilon = std::min(epsilon, first.epsilon(delta));
  const std::uint32_t cells = detail::wanted_cells(first.delta(epsilon), k, affordable);
  if (cells > detail::first_cells(k)) {
    const TwoPointRecursion fine{eta, k, {cells, 0, cut}, progress};
    epsilon = std::min(epsilon, fine.epsilon(delta));
  }
  return epsilon;
}

}  // namespace discreet
