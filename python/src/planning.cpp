#include <algorithm>
#include <cstdint>
#include <optional>
#include <variant>

#include "core.hpp"
#include "discreet/accounting/cost.hpp"
#include "discreet/release/top_k.hpp"
#include "flags.hpp"
#include "interruptible.hpp"
#include "plain_cost.hpp"
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

namespace discreet::python {
namespace {

/// A plan as it crosses to Python. It describes; it cannot release.
struct PlainPlan {
  std::string law;
  double scale;
  double step;
  PlainCost cost;
  double expected_error;
  double lower;
  double upper;
};

/// What is proved, or the number that was asked for where rounding alone keeps them apart: 0.1 means one tenth, which no
/// double is, so that what is planned stays just below. Never less than what is proved.
double as_asked(double proved, std::optional<double> asked) {
  constexpr double roundings = 0x1p-48;
  return asked && proved >= *asked - *asked * roundings ? std::max(proved, *asked) : proved;
}

/// The same for the currency of the cost.
struct AsAsked {
  std::optional<double> epsilon, delta, rho;
  PlainCost operator()(const PureCost& cost) const {
    return plain(PureCost{as_asked(cost.epsilon, epsilon)});
  }
  PlainCost operator()(const ZcdpCost& cost) const {
    return plain(ZcdpCost{as_asked(cost.rho, rho)});
  }
  PlainCost operator()(const ApproximateCost& cost) const {
    return plain(ApproximateCost{as_asked(cost.epsilon, epsilon), as_asked(cost.delta, delta)});
  }
};

PlainPlan plan_top_k(std::uint64_t k, double sensitivity, bool monotonic, std::uint64_t candidates,
                     std::optional<double> epsilon, std::optional<double> delta,
                     std::optional<double> rho, std::optional<double> scale,
                     const std::optional<std::string>& law, const SaidRows& rows) {
  const nb::gil_scoped_release others_may_run;
  TopKRequest request{.k = k, .epsilon = epsilon, .delta = delta, .rho = rho, .scale = scale};
  request.sensitivity = sensitivity;
  request.monotonic = monotonic_from(monotonic);
  if (law) {
    request.law = parse_law(*law);
  }
  const TopKRelease::Plan plan =
      rows ? TopKRowsRelease::plan({request, disjoint_from(rows->second)},
                                   {rows->first, candidates}, nullptr, interruptible())
                 .row
           : TopKRelease::plan(request, {candidates}, nullptr, interruptible());
  return {std::string{id_of(plan.selection.law)},
          plan.selection.scale,
          plan.step,
          std::visit(AsAsked{epsilon, delta, rho}, plan.certified),
          plan.expected_error,
          plan.step_bracket.lower,
          plan.step_bracket.upper};
}

}  // namespace

void bind_planning(nb::module_& module) {
  nb::class_<PlainPlan>(module, "PlainPlan")
      .def_ro("law", &PlainPlan::law)
      .def_ro("scale", &PlainPlan::scale)
      .def_ro("step", &PlainPlan::step)
      .def_ro("cost", &PlainPlan::cost)
      .def_ro("expected_error", &PlainPlan::expected_error)
      .def_ro("lower", &PlainPlan::lower)
      .def_ro("upper", &PlainPlan::upper);
  const auto maybe = nb::arg().none();
  module.def("plan_top_k", &plan_top_k, nb::arg(), nb::arg(), nb::arg(), nb::arg(), maybe, maybe,
             maybe, maybe, maybe, maybe);
}

}  // namespace discreet::python
