#include "discreet/accounting/compose.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "accounting/arguments.hpp"
#include "accounting/composition_lattice.hpp"
#include "accounting/reals.hpp"
#include "accounting/renyi.hpp"
#include "discreet/accounting/convert.hpp"

namespace discreet {
namespace {

using detail::ExactSum;
using detail::StepKind;

constexpr double infinity = std::numeric_limits<double>::infinity();

// One cost as what its account needs: a step that bounds ratios or moments, and a delta besides.
struct Entry {
  StepKind kind;
  double parameter;
  double delta;
};

Entry entry(const PureCost& cost) {
  detail::require_epsilon(cost.epsilon);
  return {StepKind::pure, cost.epsilon, 0};
}
Entry entry(const ZcdpCost& cost) {
  detail::require_rho(cost.rho);
  return {StepKind::zcdp, cost.rho, 0};
}
Entry entry(const BoundedRangeCost& cost) {
  detail::require_eta(cost.eta);
  return {StepKind::bounded_range, cost.eta, 0};
}
Entry entry(const ApproximateCost& cost) {
  detail::require_epsilon(cost.epsilon);
  detail::require_delta(cost.delta);
  return {StepKind::pure, cost.epsilon, cost.delta};
}

std::vector<Entry> entries(std::span<const Cost> costs) {
  std::vector<Entry> out;
  out.reserve(costs.size());
  for (const Cost& cost : costs) {
    out.push_back(std::visit([](const auto& one) { return entry(one); }, cost));
  }
  return out;
}

void require_no_delta(const Entry& one) {
  require(one.delta == 0, bad_parameter,
          "a cost with a delta above 0 composes only into (epsilon, delta)");
}

void require_ratio(const Entry& one) {
  require(one.kind != StepKind::zcdp || one.parameter == 0, bad_parameter,
          "zCDP bounds no likelihood ratio: compose into zCDP, or at a delta");
}

// The account of a list at a delta or an epsilon, after its own deltas are set aside.
struct Account {
  explicit Account(const std::vector<Entry>& list) {
    for (const Entry& one : list) {
      deltas.add(one.delta);
      if (one.parameter == 0) {
        continue;
      }
      if (one.kind == StepKind::zcdp) {
        // Rhos add up exactly, so all of them are one step.
        rhos.add(one.parameter);
        bounds_ratios = one_kind = false;
        continue;
      }
      steps.push_back({one.kind, one.parameter, 1});
      ratios.add(one.parameter);
      greatest = std::max(greatest, one.parameter);
      one_kind = one_kind && one.kind == steps.front().kind;
    }
    // Equal steps are one entry with a count: a long list of equal costs is one evaluation.
    std::sort(steps.begin(), steps.end(), [](const auto& a, const auto& b) {
      return a.kind != b.kind ? a.kind < b.kind : a.parameter < b.parameter;
    });
    std::vector<detail::Steps> merged;
    for (const detail::Steps& one : steps) {
      if (!merged.empty() && merged.back().kind == one.kind &&
          merged.back().parameter == one.parameter) {
        merged.back().count += 1;
      } else {
        merged.push_back(one);
      }
      ++count;
    }
    steps = std::move(merged);
    if (rhos.inf() > 0) {
      steps.push_back({StepKind::zcdp, rhos.inf(), 1});
    }
  }

  [[nodiscard]] bool all(StepKind kind) const {
    return !steps.empty() && one_kind && steps.front().kind == kind;
  }

  // Whether it says anything to take all steps for as many of the greatest.
  [[nodiscard]] bool nearly_equal() const {
    return greatest * static_cast<double>(count) < 1.05 * ratios.inf();
  }

  // The lattice that bounds the curve of unequal steps near a delta, if there is one.
  [[nodiscard]] std::optional<detail::CompositionLattice> lattice(double delta,
                                                                  const Progress& progress) const {
    if (!bounds_ratios || steps.size() < 2 || !detail::fits_a_lattice(steps) ||
        delta < detail::least_lattice_delta) {
      return std::nullopt;
    }
    return detail::CompositionLattice{steps, delta, progress};
  }

  std::vector<detail::Steps> steps;
  ExactSum deltas;
  ExactSum ratios;
  ExactSum rhos;
  std::uint64_t count = 0;
  double greatest = 0;
  bool bounds_ratios = true;
  bool one_kind = true;
};

}  // namespace

template <>
PureCost compose<PureCost>(std::span<const Cost> costs) {
  ExactSum sum;
  for (const Entry& one : entries(costs)) {
    require_no_delta(one);
    require_ratio(one);
    sum.add(one.parameter);
  }
  return {sum.inf()};
}

template <>
BoundedRangeCost compose<BoundedRangeCost>(std::span<const Cost> costs) {
  ExactSum sum;
  double least_first = infinity;
  for (const Entry& one : entries(costs)) {
    require_no_delta(one);
    require_ratio(one);
    if (one.parameter == 0) {
      continue;
    }
    sum.add(one.parameter);
    sum.add(one.parameter);
    least_first = std::min(least_first, one.kind == StepKind::pure ? 0 : one.parameter);
  }
  if (sum.is_infinite() || std::isinf(least_first)) {
    return {sum.inf()};
  }
  // Only the first release has one range; which comes first is not known.
  return {detail::inf_double(BigInterval::of(sum.value() - exact_fraction(least_first), 64))};
}

namespace {

double rho_of(const Entry& one) {
  switch (one.kind) {
    case StepKind::pure:
      return pure_to_zcdp(one.parameter);
    case StepKind::bounded_range:
      return bounded_range_to_zcdp(one.parameter);
    case StepKind::laplace:
      return permute_and_flip_to_zcdp(one.parameter);
    case StepKind::zcdp:
      return one.parameter;
  }
  throw Error{bug, "a step must have a kind"};
}

}  // namespace

template <>
ZcdpCost compose<ZcdpCost>(std::span<const Cost> costs) {
  ExactSum sum;
  for (const Entry& one : entries(costs)) {
    require_no_delta(one);
    sum.add(rho_of(one));
  }
  return {sum.inf()};
}

template <>
ApproximateCost compose<ApproximateCost>(std::span<const Cost> costs) {
  ExactSum epsilons;
  ExactSum deltas;
  for (const Entry& one : entries(costs)) {
    require_ratio(one);
    epsilons.add(one.parameter);
    deltas.add(one.delta);
  }
  return {epsilons.inf(), std::min(1.0, deltas.inf())};
}

double composed_epsilon(std::span<const Cost> costs, double delta, const Progress& progress) {
  detail::require_delta(delta);
  const Account account{entries(costs)};
  const Fraction rest = exact_fraction(delta) - account.deltas.value();
  if (delta == 1 || (account.steps.empty() && rest >= 0)) {
    return 0;
  }
  if (rest < 0) {
    return infinity;
  }
  // What is left of delta, rounded down.
  const double left = std::max(0.0, detail::neg_inf_double(BigInterval::of(rest, 64)));
  double epsilon = account.bounds_ratios ? account.ratios.inf() : infinity;
  epsilon = std::min(epsilon, detail::renyi_to_epsilon(account.steps, left, progress));
  if (account.all(StepKind::bounded_range) && account.nearly_equal()) {
    epsilon = std::min(epsilon,
                       bounded_range_to_epsilon(account.greatest, account.count, left, progress));
  }
  if (account.all(StepKind::pure) && account.nearly_equal()) {
    epsilon = std::min(epsilon, pure_to_epsilon(account.greatest, account.count, left, progress));
  }
  if (const auto lattice = account.lattice(left, progress)) {
    epsilon = std::min(epsilon, lattice->epsilon(left));
  }
  return epsilon;
}

double composed_delta(std::span<const Cost> costs, double epsilon, const Progress& progress) {
  detail::require_epsilon(epsilon);
  const Account account{entries(costs)};
  double delta = detail::renyi_to_delta(account.steps, epsilon, progress);
  if (account.bounds_ratios && account.ratios.inf() <= epsilon) {
    delta = 0;
  }
  if (delta > 0 && account.all(StepKind::bounded_range) && account.nearly_equal()) {
    delta =
        std::min(delta, bounded_range_to_delta(account.greatest, account.count, epsilon, progress));
  }
  if (delta > 0 && account.all(StepKind::pure) && account.nearly_equal()) {
    delta = std::min(delta, pure_to_delta(account.greatest, account.count, epsilon, progress));
  }
  if (const auto lattice = account.lattice(delta, progress)) {
    delta = std::min(delta, lattice->delta(epsilon));
  }
  ExactSum sum = account.deltas;
  sum.add(delta);
  return std::min(1.0, sum.inf());
}

}  // namespace discreet
