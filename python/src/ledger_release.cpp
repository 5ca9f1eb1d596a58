#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "amounts.hpp"
#include "core.hpp"
#include "discreet/error.hpp"
#include "discreet/release/account.hpp"
#include "discreet/release/top_k.hpp"
#include "flags.hpp"
#include "interruptible.hpp"
#include "kind.hpp"
#include "ledger_handle.hpp"
#include "plain_cost.hpp"
#include "score_view.hpp"
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace discreet::python {
namespace {

/// A release that was planned for a dataset and would fit its budget.
struct PlannedRelease {
  TopKRelease::Plan plan;  ///< with rows, how each is made and what is proved of all
  SaidRows rows;
  std::string dataset;
  std::string asked_by;
  Parameters asked;
  std::optional<RunRequest> run;

  [[nodiscard]] LedgerAccount account(Ledger& ledger) const {
    return {ledger, dataset, asked_by, run, asked};
  }

  [[nodiscard]] TopKRowsRelease::Plan of_rows() const {
    return {plan, rows->first, disjoint_from(rows->second)};
  }

  [[nodiscard]] Bill bill() const {
    return rows ? TopKRowsRelease::bill(of_rows()) : TopKRelease::bill(plan);
  }
};

/// The double that means this amount, by its shortest decimal; where there is none, one not below it.
double meant_or_above(const Fraction& amount) {
  const double below = neg_inf_double_of(amount);
  return shortest_amount(below) == amount ? below : inf_double_of(amount);
}

/// What the release promises.
PlainCost promised(const TopKRelease::Plan& plan) {
  const Amounts& promise = plan.promise;
  if (!promise.epsilon) {
    return plain(ZcdpCost{meant_or_above(promise.rho.value_or(0))});
  }
  const double epsilon = meant_or_above(*promise.epsilon);
  return promise.delta ? plain(ApproximateCost{epsilon, meant_or_above(*promise.delta)})
                       : plain(PureCost{epsilon});
}

/// What was asked for, as it comes from Python.
TopKRequest request_from(std::uint64_t k, double sensitivity, bool monotonic,
                         const WrittenAmounts& amounts, std::optional<double> scale,
                         const std::optional<std::string>& law,
                         const std::optional<std::string>& pay) {
  const Amounts exact = amounts_from(amounts);
  TopKRequest out;
  out.k = k;
  out.sensitivity = sensitivity;
  out.monotonic = monotonic_from(monotonic);
  out.epsilon = exact.epsilon;
  out.delta = exact.delta;
  out.rho = exact.rho;
  out.scale = scale;
  if (law) {
    out.law = parse_law(*law);
  }
  if (pay) {
    out.pay = parse_pay(*pay);
  }
  return out;
}

std::string law_of(const TopKRelease::Plan& plan) { return std::string{id_of(plan.selection.law)}; }

std::optional<std::string> name_of(std::optional<Pay> pay) {
  return pay ? std::optional{std::string{to_string(*pay)}} : std::nullopt;
}

/// A way to pay as it crosses to Python: pay, law, scale, cost, expected error, charged, left.
using PlainWay = std::tuple<std::optional<std::string>, std::string, double, PlainCost, double,
                            PlainAmounts, std::optional<PlainAmounts>>;

/// What a way would leave of the dataset, and of its group; nothing where either does not cover it.
std::optional<PlainAmounts> left_by(const DatasetState& state, const WayToPay& way) {
  try {
    return plain(after_charge(state, way.plan.cost).left);
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::vector<PlainWay> plain_ways(const LedgerHandle& handle, const std::string& dataset,
                                 std::uint64_t candidates, const TopKRequest& request,
                                 const SaidRows& rows) {
  const auto ledger = handle.open();
  const Unlocked others_may_run;
  const DatasetState state = ledger->state(dataset);
  require_open(state.closed);
  const std::vector<WayToPay> ways =
      rows ? ways_to_pay({request, disjoint_from(rows->second)}, {rows->first, candidates},
                         state.limit, state.spent, interruptible())
           : ways_to_pay(request, {candidates}, state.limit, state.spent, interruptible());
  std::vector<PlainWay> out;
  for (const WayToPay& way : ways) {
    out.emplace_back(name_of(way.plan.pay), law_of(way.plan), way.plan.selection.scale,
                     promised(way.plan), way.plan.expected_error, plain(way.charged),
                     left_by(state, way));
  }
  return out;
}

PlannedRelease planned(const LedgerHandle& handle, PlannedRelease asked, std::uint64_t candidates,
                       const TopKRequest& request) {
  const auto ledger = handle.open();
  const Unlocked others_may_run;
  LedgerAccount account = asked.account(*ledger);
  asked.plan =
      asked.rows
          ? plan_release<TopKRowsRelease>({request, disjoint_from(asked.rows->second)},
                                          {asked.rows->first, candidates}, &account,
                                          interruptible())
                .plan()
                .row
          : plan_release<TopKRelease>(request, {candidates}, &account, interruptible()).plan();
  return asked;
}

/// The same release with the other end of the scores as the good one; the plan does not depend on it.
PlannedRelease optimizing(const PlannedRelease& planned, bool smallest) {
  PlannedRelease out = planned;
  out.plan.selection.optimize = optimize_from(smallest);
  return out;
}

nb::object plain_release(Ledger& ledger, const PlannedRelease& planned,
                         const TopKRelease::Output& output, const Receipt& receipt) {
  const auto [charge, left] = [&] {
    const Unlocked others_may_run;
    return paid_for(ledger, planned.account(ledger).request(planned.bill()), receipt);
  }();
  return nb::make_tuple(index_array(output), charge, left, receipt.replayed);
}

/// Charges, and only then draws: the indices, the charge, what is left, and whether a run had stored them.
nb::object release(const LedgerHandle& handle, const PlannedRelease& planned, nb::handle object) {
  const auto ledger = handle.open();
  const std::optional<discreet::Scores> scores = try_view(object);
  if (!scores) {
    throw nb::type_error("scores must be an array");
  }
  LedgerAccount account = planned.account(*ledger);
  const auto [output, receipt] = [&]() -> std::pair<TopKRelease::Output, Receipt> {
    const Unlocked others_may_run;
    if (planned.rows) {
      const ScoreRows rows{*scores, planned.plan.facts.candidates};
      auto released = release_by<TopKRowsRelease>(planned.of_rows(), rows, &account);
      return {std::move(released.output), std::move(*released.receipt)};
    }
    auto released = release_by<TopKRelease>(planned.plan, *scores, &account);
    return {std::move(released.output), std::move(*released.receipt)};
  }();
  return plain_release(*ledger, planned, output, receipt);
}

/// The same of a run whose result is stored; None where there is none.
nb::object stored_release(const LedgerHandle& handle, const PlannedRelease& planned) {
  const auto ledger = handle.open();
  const auto found = [&] {
    const Unlocked others_may_run;
    return planned.run ? ledger->stored_result(planned.dataset, *planned.run) : std::nullopt;
  }();
  return found
             ? plain_release(*ledger, planned, TopKRelease::output_of(found->text), found->receipt)
             : nb::none();
}

}  // namespace

void bind_ledger_release(nb::module_& module) {
  nb::class_<PlannedRelease>(module, "PlannedRelease")
      .def_prop_ro("law", [](const PlannedRelease& self) { return law_of(self.plan); })
      .def_prop_ro("scale", [](const PlannedRelease& self) { return self.plan.selection.scale; })
      .def_prop_ro("step", [](const PlannedRelease& self) { return self.plan.step; })
      .def_prop_ro("cost", [](const PlannedRelease& self) { return promised(self.plan); })
      .def_prop_ro("pay", [](const PlannedRelease& self) { return name_of(self.plan.pay); })
      .def_prop_ro("expected_error",
                   [](const PlannedRelease& self) { return self.plan.expected_error; })
      .def("optimizing", &optimizing)
      .def_prop_ro("lower", [](const PlannedRelease& self) { return self.plan.step_bracket.lower; })
      .def_prop_ro("upper",
                   [](const PlannedRelease& self) { return self.plan.step_bracket.upper; });
  module.def(
      "plan_for_ledger",
      [](const LedgerHandle& self, const std::string& dataset, const std::string& what,
         const std::string& by, std::uint64_t k, double sensitivity, bool monotonic,
         std::uint64_t candidates, const WrittenAmounts& amounts, std::optional<double> scale,
         const std::optional<std::string>& law, bool smallest,
         const std::optional<std::string>& pay, const Parameters& asked,
         const std::optional<std::pair<std::string, std::string>>& run, const SaidRows& rows) {
        TopKRequest request = request_from(k, sensitivity, monotonic, amounts, scale, law, pay);
        request.optimize = optimize_from(smallest);
        request.what = what;
        return planned(self, {{}, rows, dataset, by, asked, run_from(run)}, candidates, request);
      });
  module.def("ways_to_pay", [](const LedgerHandle& self, const std::string& dataset,
                               std::uint64_t k, double sensitivity, bool monotonic,
                               std::uint64_t candidates, const WrittenAmounts& amounts,
                               std::optional<double> scale, const std::optional<std::string>& law,
                               const std::optional<std::string>& pay, const SaidRows& rows) {
    return plain_ways(self, dataset, candidates,
                      request_from(k, sensitivity, monotonic, amounts, scale, law, pay), rows);
  });
  module.def("release_from_ledger", &release);
  module.def("stored_in_ledger", &stored_release);
}

}  // namespace discreet::python
