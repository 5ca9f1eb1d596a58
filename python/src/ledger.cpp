#include "discreet/ledger/ledger.hpp"

#include <chrono>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "amounts.hpp"
#include "core.hpp"
#include "discreet/error.hpp"
#include "discreet/ledger/text.hpp"
#include "discreet/ledger/verify.hpp"
#include "discreet/release/words.hpp"
#include "ledger_handle.hpp"
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace discreet::python {
namespace {

std::string path_from(const nb::bytes& path) { return {path.c_str(), path.size()}; }

// No witness is None, never an empty name.
using Witness = std::optional<nb::bytes>;

LedgerOptions options_from(const Witness& witness, double patience) {
  constexpr double longest = 86400;
  require(patience >= 0 && patience <= longest, bad_parameter,
          "patience must be from 0 to 86400 seconds");
  LedgerOptions options;
  options.patience = std::chrono::milliseconds{std::llround(patience * 1000)};
  if (witness) {
    options.witness = path_from(*witness);
  }
  return options;
}

/// A dataset's budget as somebody said it: the amounts, the part of delta for thresholds, the accountant, and how many
/// steps there are to be where that was said instead of the step.
using SaidBudget = std::tuple<WrittenAmounts, MaybeText, MaybeText, std::optional<std::uint64_t>>;

std::pair<Amounts, std::optional<Accountant>> budget_from(const SaidBudget& said) {
  const auto& [amounts, share, accountant, steps] = said;
  Amounts budget = amounts_from(amounts);
  if (share) {
    budget = with_threshold_share(budget, parse_amount(*share));
  }
  if (steps) {
    budget = with_step_for(budget, *steps);
  }
  return {budget, accountant ? std::optional{parse_accountant(*accountant)} : std::nullopt};
}

Dataset dataset_from(const std::string& name, const std::string& unit, const std::string& neighbors,
                     const SaidBudget& said) {
  const auto [budget, accountant] = budget_from(said);
  return make_dataset(name, unit, parse_neighbors(neighbors), budget, accountant);
}

}  // namespace

void bind_ledger(nb::module_& module) {
  module.def("user_name", &user_name);
  module.def("shown_address",
             [](const nb::bytes& address) { return shown_address(path_from(address)); });
  module.def("made_visible", [](const std::string& text) { return made_visible(text); });
  module.def("require_address",
             [](const nb::bytes& address) { require_address(path_from(address)); });
  module.def("parse_amount",
             [](const std::string& text) { return amount_text(parse_amount(text)); });
  module.def("exact_text",
             [](const std::string& amount) { return amount_text(fraction_from(amount)); });
  module.def("costs_in_words", [](const PlainAmounts& costs) {
    return amounts_in_words(amounts_from_plain(costs), Shorten::up);
  });
  module.def("rests_in_words", [](const PlainAmounts& rests, const char* joint) {
    return amounts_in_words(amounts_from_plain(rests), Shorten::down, joint);
  });
  module.def("shortest_amount", [](double value) { return amount_text(shortest_amount(value)); });
  nb::class_<LedgerHandle>(module, "Ledger")
      .def_static("create",
                  [](const nb::bytes& path, const std::string& name, const std::string& unit,
                     const std::string& neighbors, const SaidBudget& budget, const Witness& witness,
                     double patience) {
                    const std::string file = path_from(path);
                    const LedgerOptions options = options_from(witness, patience);
                    const Unlocked others_may_run;
                    return LedgerHandle{
                        Ledger::create(file, dataset_from(name, unit, neighbors, budget), options)};
                  })
      .def_static("open",
                  [](const nb::bytes& path, const Witness& witness, double patience) {
                    const std::string file = path_from(path);
                    const LedgerOptions options = options_from(witness, patience);
                    const Unlocked others_may_run;
                    return LedgerHandle{Ledger::open(file, options)};
                  })
      .def_prop_ro("closed", &LedgerHandle::closed)
      .def("close", &LedgerHandle::close)
      .def("add",
           [](const LedgerHandle& self, const std::string& name, const std::string& unit,
              const std::string& neighbors, const SaidBudget& budget, const MaybeText& group) {
             const auto ledger = self.open();
             const Unlocked others_may_run;
             Dataset dataset = dataset_from(name, unit, neighbors, budget);
             dataset.group = group;
             ledger->add_dataset(dataset);
           })
      .def("add_group",
           [](const LedgerHandle& self, const std::string& name, const SaidBudget& said) {
             const auto ledger = self.open();
             const Unlocked others_may_run;
             const auto [budget, accountant] = budget_from(said);
             ledger->add_group(make_dataset_group(name, budget, accountant));
           })
      .def("close_dataset",
           [](const LedgerHandle& self, const std::string& dataset, const std::string& reason) {
             const auto ledger = self.open();
             const Unlocked others_may_run;
             ledger->close_dataset(dataset, reason);
           })
      .def("lower",
           [](const LedgerHandle& self, const std::string& dataset, const WrittenAmounts& budget,
              const std::string& reason) {
             const auto ledger = self.open();
             const Unlocked others_may_run;
             ledger->lower_budget(dataset, amounts_from(budget), reason);
           })
      .def("close_group",
           [](const LedgerHandle& self, const std::string& group, const std::string& reason) {
             const auto ledger = self.open();
             const Unlocked others_may_run;
             ledger->close_group(group, reason);
           })
      .def("lower_group",
           [](const LedgerHandle& self, const std::string& group, const WrittenAmounts& budget,
              const std::string& reason) {
             const auto ledger = self.open();
             const Unlocked others_may_run;
             ledger->lower_group(group, amounts_from(budget), reason);
           })
      .def("groups",
           [](const LedgerHandle& self) {
             const auto ledger = self.open();
             const Unlocked others_may_run;
             std::vector<PlainGroup> out;
             for (const GroupState& state : ledger->groups()) {
               out.push_back(plain(state));
             }
             return out;
           })
      .def("report",
           [](const LedgerHandle& self, const std::string& name) {
             const auto ledger = self.open();
             const Unlocked others_may_run;
             return ledger_report(ledger->contents(), name);
           })
      .def("summary",
           [](const LedgerHandle& self) {
             const auto ledger = self.open();
             const Unlocked others_may_run;
             return ledger_summary(ledger->contents());
           })
      .def("charge",
           [](const LedgerHandle& self, const std::string& dataset, const std::string& what,
              const std::string& by, const WrittenAmounts& cost, const Parameters& parameters) {
             const auto ledger = self.open();
             const Unlocked others_may_run;
             const ChargeRequest request{dataset, what, by, amounts_from(cost), parameters};
             const Receipt receipt = ledger->charge(request);
             return std::pair{plain(request, receipt, ledger->user()), plain(receipt.left)};
           })
      .def("states",
           [](const LedgerHandle& self) {
             const auto ledger = self.open();
             const Unlocked others_may_run;
             std::vector<PlainState> out;
             for (const DatasetState& state : ledger->states()) {
               out.push_back(plain(state));
             }
             return out;
           })
      .def("state",
           [](const LedgerHandle& self, const std::string& dataset) {
             const auto ledger = self.open();
             const Unlocked others_may_run;
             return plain(ledger->state(dataset));
           })
      .def("rest",
           [](const LedgerHandle& self, const std::string& dataset) {
             const auto ledger = self.open();
             const Unlocked others_may_run;
             return plain(rest_of(ledger->state(dataset)));
           })
      .def("charges",
           [](const LedgerHandle& self) {
             const auto ledger = self.open();
             const Unlocked others_may_run;
             std::vector<PlainCharge> out;
             for (const Charge& charge : ledger->charges()) {
               out.push_back(plain(charge));
             }
             return out;
           })
      .def("runs",
           [](const LedgerHandle& self) {
             const auto ledger = self.open();
             const Unlocked others_may_run;
             std::vector<PlainRun> out;
             for (const RunState& run : ledger->runs()) {
               out.push_back(plain(run));
             }
             return out;
           })
      .def("text",
           [](const LedgerHandle& self) {
             const auto ledger = self.open();
             const Unlocked others_may_run;
             return ledger_text(ledger->contents());
           })
      .def("write_witness",
           [](const LedgerHandle& self, const nb::bytes& path) {
             const auto ledger = self.open();
             const std::string file = path_from(path);
             const Unlocked others_may_run;
             ledger->write_witness(file);
           })
      .def("copy_to",
           [](const LedgerHandle& self, const nb::bytes& address) {
             const auto ledger = self.open();
             const std::string to = path_from(address);
             const Unlocked others_may_run;
             ledger->copy_to(to);
           })
      .def("grant",
           [](const LedgerHandle& self, const std::string& role, const std::string& dataset) {
             const auto ledger = self.open();
             const Unlocked others_may_run;
             ledger->grant(role, dataset);
           })
      .def("revoke",
           [](const LedgerHandle& self, const std::string& role, const std::string& dataset) {
             const auto ledger = self.open();
             const Unlocked others_may_run;
             ledger->revoke(role, dataset);
           })
      .def("backup", [](const LedgerHandle& self, const nb::bytes& path) {
        const auto ledger = self.open();
        const std::string file = path_from(path);
        const Unlocked others_may_run;
        ledger->backup(file);
      });
  module.def("verify_ledger", [](const nb::bytes& path, const Witness& witness, double patience) {
    const std::string file = path_from(path);
    const LedgerOptions options = options_from(witness, patience);
    const Unlocked others_may_run;
    const Verification found = verify_ledger(file, options);
    return std::tuple{found.entries, found.head, found.problem};
  });
}

}  // namespace discreet::python
