#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "amounts.hpp"
#include "book.hpp"
#include "choice.hpp"
#include "core.hpp"
#include "discreet/error.hpp"
#include "discreet/ledger/charged.hpp"
#include "discreet/ledger/plan_release.hpp"
#include "discreet/ledger/release_request.hpp"
#include "discreet/ledger/ways_to_pay.hpp"
#include "discreet/numbers/rounding.hpp"
#include "plain_cost.hpp"
#include "release.hpp"
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace discreet::python {
namespace {

/// A release that was planned for a dataset and would fit its budget.
struct PlannedRelease {
  SelectionTask task;
  Optimize optimize;
  ReleasePlan plan;
  ChargeRequest request;
};

/// The double that means this amount, by its shortest decimal; where there is none, one not below it.
double meant_or_above(const Fraction& amount) {
  const double below = neg_inf_double_of(amount);
  return shortest_amount(below) == amount ? below : inf_double_of(amount);
}

/// What the release promises.
PlainCost promised(const ReleasePlan& plan) {
  const Amounts& promise = plan.promise;
  if (!promise.epsilon) {
    return plain(ZcdpCost{meant_or_above(promise.rho.value_or(0))});
  }
  const double epsilon = meant_or_above(*promise.epsilon);
  return promise.delta ? plain(ApproximateCost{epsilon, meant_or_above(*promise.delta)})
                       : plain(PureCost{epsilon});
}

/// plan_release, which may take a second; each thread remembers its last plan, since releases are often repeated.
ReleasePlan plan_again(const SelectionTask& task, const AskedPrivacy& asked,
                       const Dataset& dataset) {
  struct Last {
    SelectionTask task;
    AskedPrivacy asked;
    Accountant accountant;
    Amounts budget;
    ReleasePlan plan;
  };
  thread_local std::optional<Last> last;
  // Of a dataset, a plan depends on its accountant and its budget alone.
  if (!last || last->task != task || last->asked != asked ||
      last->accountant != dataset.accountant || last->budget != dataset.budget) {
    const ReleasePlan plan = plan_release(task, asked, dataset, interruptible());
    last = Last{task, asked, dataset.accountant, dataset.budget, plan};
  }
  return last->plan;
}

/// What was asked for, as it comes from Python.
AskedPrivacy asked_from(const SaidAmounts& amounts, std::optional<double> scale,
                        std::optional<bool> exponential, const std::optional<std::string>& pay) {
  const Amounts exact = amounts_from(amounts);
  AskedPrivacy asked{exact.epsilon, exact.delta, exact.rho, scale, std::nullopt};
  if (exponential) {
    asked.law = *exponential ? Law::exponential_mechanism : Law::permute_and_flip;
  }
  if (pay) {
    asked.pay = parse_pay(*pay);
  }
  return asked;
}

SelectionTask task_from(std::uint64_t k, double sensitivity, bool monotonic,
                        std::uint64_t candidates) {
  return {k, sensitivity, monotonic ? Monotonic::yes : Monotonic::no, candidates};
}

std::optional<std::string> name_of(std::optional<Pay> pay) {
  return pay ? std::optional{std::string{to_string(*pay)}} : std::nullopt;
}

/// A way to pay as it crosses to Python: pay, exponential, scale, cost, expected error, charged, left.
using PlainWay = std::tuple<std::optional<std::string>, bool, double, PlainCost, double,
                            PlainAmounts, std::optional<PlainAmounts>>;

std::vector<PlainWay> plain_ways(const Book& book, const std::string& dataset,
                                 const SelectionTask& task, const AskedPrivacy& asked) {
  const auto ledger = book.open();
  const Unlocked others_may_run;
  require_sound_arithmetic();
  std::vector<PlainWay> out;
  for (const WayToPay& way : ways_to_pay(task, asked, ledger->state(dataset), interruptible())) {
    out.emplace_back(name_of(way.plan.pay), way.plan.law == Law::exponential_mechanism,
                     way.plan.scale, promised(way.plan), way.plan.expected_error,
                     plain(way.charged), way.left ? std::optional{plain(*way.left)} : std::nullopt);
  }
  return out;
}

PlannedRelease planned(const Book& book, const ReleaseName& name, const SelectionTask& task,
                       const AskedPrivacy& asked, Optimize optimize) {
  const auto ledger = book.open();
  const Unlocked others_may_run;
  require_sound_arithmetic();
  const Dataset dataset = ledger->state(name.dataset).dataset;
  const ReleasePlan plan = plan_again(task, asked, dataset);
  PlannedRelease out{task, optimize, plan, release_request(name, task, optimize, plan)};
  ledger->preview(out.request);
  return out;
}

/// The same release with the other end of the scores as the good one; the plan does not depend on it.
PlannedRelease optimizing(const PlannedRelease& planned, bool smallest) {
  PlannedRelease out = planned;
  out.optimize = smallest ? Optimize::min : Optimize::max;
  const ChargeRequest& asked = planned.request;
  out.request = release_request({asked.dataset, asked.what, asked.asked_by}, planned.task,
                                out.optimize, planned.plan);
  return out;
}

/// The scores as an array or as chunks, checked: what is refused later was already charged.
template <class Use>
auto with_checked_scores(nb::handle scores, std::uint64_t candidates, const Use& use) {
  const auto checked = [&](const auto& source, std::size_t size) {
    require(size == candidates, outside_domain,
            "there must be as many scores as the plan has candidates");
    require_no_nan(source);
    return use(source);
  };
  if (const auto view = try_scores(scores)) {
    return checked(*view, size_of(*view));
  }
  if (!nb::isinstance<Chunks>(scores)) {
    throw nb::type_error("scores must be an array");
  }
  const Chunks& chunks = *nb::inst_ptr<Chunks>(scores);
  return checked(chunks, chunks.size());
}

/// Charges, and only then draws: the indices, the charge and what is left.
nb::object release(const Book& book, const PlannedRelease& planned, nb::handle scores) {
  const auto ledger = book.open();
  Receipt kept;
  const auto indices = with_checked_scores(scores, planned.task.candidates, [&](const auto& x) {
    const Unlocked others_may_run;
    require_sound_arithmetic();
    return charged(*ledger, planned.request, [&](const Receipt& receipt) {
      kept = receipt;
      return draw_top_k(x, planned.plan.scale, planned.task.k, planned.optimize, planned.plan.law);
    });
  });
  return nb::make_tuple(index_array(indices), plain(kept.charge), plain(kept.left));
}

}  // namespace

void bind_ledger_release(nb::module_& module) {
  nb::class_<PlannedRelease>(module, "PlannedRelease")
      .def_prop_ro(
          "exponential",
          [](const PlannedRelease& self) { return self.plan.law == Law::exponential_mechanism; })
      .def_prop_ro("scale", [](const PlannedRelease& self) { return self.plan.scale; })
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
      [](const Book& self, const std::string& dataset, const std::string& what,
         const std::string& by, std::uint64_t k, double sensitivity, bool monotonic,
         std::uint64_t candidates, const SaidAmounts& amounts, std::optional<double> scale,
         std::optional<bool> exponential, bool smallest, const std::optional<std::string>& pay) {
        return planned(self, {dataset, what, by}, task_from(k, sensitivity, monotonic, candidates),
                       asked_from(amounts, scale, exponential, pay),
                       smallest ? Optimize::min : Optimize::max);
      });
  module.def("ways_to_pay",
             [](const Book& self, const std::string& dataset, std::uint64_t k, double sensitivity,
                bool monotonic, std::uint64_t candidates, const SaidAmounts& amounts,
                std::optional<double> scale, std::optional<bool> exponential,
                const std::optional<std::string>& pay) {
               return plain_ways(self, dataset, task_from(k, sensitivity, monotonic, candidates),
                                 asked_from(amounts, scale, exponential, pay));
             });
  module.def("release_from_ledger", &release);
}

}  // namespace discreet::python
