#include "bounded_range_bracket.hpp"

#include <algorithm>
#include <array>

#include "bounded_range_closed.hpp"
#include "discreet/accounting/two_point_recursion.hpp"
#include "lattice_choice.hpp"
#include "renyi.hpp"

namespace discreet::detail {

Bracket bounded_range_bracket(double eta, std::uint64_t k, double epsilon, Effort effort,
                              const Progress& progress) {
  if (k == 0 || eta == 0) {
    return {0, 0};
  }
  Bracket bracket = bounded_range_closed_delta(eta, k, epsilon);
  // Below, the lattice has nothing to add or no room.
  if (effort == Effort::closed || k == 1 || k > most_recursion_steps || bracket.upper < 1e-290 ||
      eta < 1e-100 || eta > 500) {
    return bracket;
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
  const Bracket first = run(first_cells(k), {});
  const std::uint32_t cells = wanted_cells(first, k, affordable);
  if (effort == Effort::full && cells > first_cells(k)) {
    run(cells, progress);
  }
  return bracket;
}

}  // namespace discreet::detail
