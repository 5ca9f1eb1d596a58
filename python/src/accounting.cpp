#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core.hpp"
#include "discreet/accounting/accuracy.hpp"
#include "discreet/accounting/compose.hpp"
#include "discreet/accounting/convert.hpp"
#include "discreet/accounting/cost.hpp"
#include "discreet/accounting/curve.hpp"
#include "discreet/error.hpp"
#include "discreet/framework/law.hpp"
#include "interruptible.hpp"
#include "plain_cost.hpp"
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace discreet::python {
namespace {

Cost cost_from(const PlainCost& plain) {
  const auto& [currency, amount, delta] = plain;
  if (currency == "epsilon") return PureCost{amount};
  if (currency == "rho") return ZcdpCost{amount};
  if (currency == "eta") return BoundedRangeCost{amount};
  if (currency == "epsilon, delta") return ApproximateCost{amount, delta};
  throw Error{bug, "a cost must be in a known currency"};
}

std::vector<Cost> costs_from(const std::vector<PlainCost>& plain_costs) {
  std::vector<Cost> costs;
  for (const PlainCost& cost : plain_costs) {
    costs.push_back(cost_from(cost));
  }
  return costs;
}

PlainCost compose_into(const std::string& currency, const std::vector<PlainCost>& plain_costs) {
  const std::vector<Cost> costs = costs_from(plain_costs);
  if (currency == "epsilon") return plain(compose<PureCost>(costs));
  if (currency == "rho") return plain(compose<ZcdpCost>(costs));
  if (currency == "eta") return plain(compose<BoundedRangeCost>(costs));
  require(currency == "epsilon, delta", bad_parameter, "costs compose into a known currency");
  return plain(compose<ApproximateCost>(costs));
}

}  // namespace

void bind_accounting(nb::module_& module) {
  using Release = nb::call_guard<nb::gil_scoped_release>;
  module.def("pure_to_zcdp", &pure_to_zcdp, Release());
  module.def("bounded_range_to_zcdp", &bounded_range_to_zcdp, Release());
  module.def("permute_and_flip_to_zcdp", &permute_and_flip_to_zcdp, Release());
  module.def("zcdp_to_delta", &zcdp_to_delta, Release());
  module.def("zcdp_to_epsilon", &zcdp_to_epsilon, Release());
  module.def("zcdp_budget", &zcdp_budget, Release());
  module.def(
      "pure_to_delta",
      [](double step, std::uint64_t k, double epsilon) {
        return pure_to_delta(step, k, epsilon, interruptible());
      },
      Release());
  module.def(
      "pure_to_epsilon",
      [](double step, std::uint64_t k, double delta) {
        return pure_to_epsilon(step, k, delta, interruptible());
      },
      Release());
  module.def(
      "bounded_range_to_delta",
      [](double eta, std::uint64_t k, double epsilon) {
        return bounded_range_to_delta(eta, k, epsilon, interruptible());
      },
      Release());
  module.def(
      "bounded_range_delta_bracket",
      [](double eta, std::uint64_t k, double epsilon) {
        return plain(bounded_range_delta_bracket(eta, k, epsilon, interruptible()));
      },
      Release());
  module.def(
      "permute_and_flip_delta_bracket",
      [](double step, std::uint64_t k, double epsilon) {
        return plain(permute_and_flip_delta_bracket(step, k, epsilon, interruptible()));
      },
      Release());
  module.def(
      "bounded_range_to_epsilon",
      [](double eta, std::uint64_t k, double delta) {
        return bounded_range_to_epsilon(eta, k, delta, interruptible());
      },
      Release());
  module.def(
      "permute_and_flip_to_delta",
      [](double step, std::uint64_t k, double epsilon) {
        return permute_and_flip_to_delta(step, k, epsilon, interruptible());
      },
      Release());
  module.def(
      "permute_and_flip_to_epsilon",
      [](double step, std::uint64_t k, double delta) {
        return permute_and_flip_to_epsilon(step, k, delta, interruptible());
      },
      Release());
  module.def(
      "expected_error",
      [](const std::string& mechanism, std::uint64_t candidates, double scale) {
        return expected_error(parse_law(mechanism), candidates, scale);
      },
      Release());
  module.def(
      "error_quantile",
      [](const std::string& mechanism, std::uint64_t candidates, std::uint64_t k, double beta,
         double scale) { return error_quantile(parse_law(mechanism), candidates, k, beta, scale); },
      Release());
  module.def("compose", &compose_into, Release());
  module.def(
      "composed_epsilon",
      [](const std::vector<PlainCost>& costs, double delta) {
        return composed_epsilon(costs_from(costs), delta, interruptible());
      },
      Release());
  module.def(
      "composed_delta",
      [](const std::vector<PlainCost>& costs, double epsilon) {
        return composed_delta(costs_from(costs), epsilon, interruptible());
      },
      Release());
  nb::class_<PrivacyCurve>(module, "PrivacyCurve")
      .def_static("of_selections",
                  [](const std::string& mechanism, double step, std::uint64_t k) {
                    return PrivacyCurve::of_selections(parse_law(mechanism), step, k);
                  })
      .def_static("of_costs",
                  [](const std::vector<PlainCost>& costs) {
                    return PrivacyCurve::of_costs(costs_from(costs));
                  })
      .def(
          "epsilon",
          [](const PrivacyCurve& self, double delta) {
            return self.epsilon(delta, interruptible());
          },
          Release())
      .def(
          "delta",
          [](const PrivacyCurve& self, double epsilon) {
            return self.delta(epsilon, interruptible());
          },
          Release());
}

}  // namespace discreet::python
