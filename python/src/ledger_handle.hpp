#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "amounts.hpp"
#include "core.hpp"
#include "discreet/error.hpp"
#include "discreet/ledger/ledger.hpp"
#include "discreet/ledger/text.hpp"

namespace discreet::python {

// Ledgers are asked without the interpreter's lock, which none of their callbacks needs.
using Unlocked = nb::gil_scoped_release;

/// A ledger that can be closed while another thread still uses it.
class LedgerHandle {
 public:
  explicit LedgerHandle(Ledger ledger) : ledger_(std::make_shared<Ledger>(std::move(ledger))) {}

  [[nodiscard]] std::shared_ptr<Ledger> open() const {
    require(ledger_ != nullptr, ErrorKind::ledger, "the ledger is closed; open it again");
    return ledger_;
  }
  [[nodiscard]] bool closed() const { return ledger_ == nullptr; }
  void close() { ledger_.reset(); }

 private:
  std::shared_ptr<Ledger> ledger_;
};

/// A charge as it crosses to Python.
using PlainCharge = std::tuple<std::int64_t, std::string, std::optional<std::string>, std::string,
                               std::string, std::string, PlainAmounts, PlainAmounts,
                               std::vector<std::pair<std::string, std::string>>, std::string,
                               std::optional<std::string>>;

/// The charge that a receipt was given for.
inline PlainCharge plain(const ChargeRequest& request, const Receipt& receipt,
                         const std::string& user) {
  return {receipt.sequence,
          receipt.at,
          receipt.ordered_at,
          request.dataset,
          request.what,
          request.asked_by,
          plain(request.cost),
          plain(receipt.charged),
          request.parameters,
          receipt.hash,
          user};
}

inline PlainCharge plain(const Charge& charge) {
  return {charge.sequence,
          charge.at,
          charge.ordered_at,
          charge.request.dataset,
          charge.request.what,
          charge.request.asked_by,
          plain(charge.request.cost),
          plain(charge.charged),
          charge.request.parameters,
          charge.hash,
          charge.user};
}

/// What was paid for a request: the charge, and what it left. That of a run names whoever was charged first.
inline std::pair<PlainCharge, PlainAmounts> paid_for(Ledger& ledger, const ChargeRequest& request,
                                                     const Receipt& receipt) {
  if (!request.run) {
    return {plain(request, receipt, ledger.user()), plain(receipt.left)};
  }
  const auto run = ledger.find_run(request.dataset, request.run->id);
  require(run.has_value(), bug, "a run that was paid for is in its ledger");
  return {plain(run->charge), plain(receipt.left)};
}

inline std::optional<PlainAmounts> plain(const std::optional<Amounts>& amounts) {
  return amounts ? std::optional{plain(*amounts)} : std::nullopt;
}

/// A decision as it crosses to Python: when, by whom, why.
using PlainDecision = std::tuple<std::string, std::string, std::string>;

inline std::optional<PlainDecision> plain(const std::optional<Decision>& decision) {
  return decision ? std::optional{PlainDecision{decision->at, decision->user, decision->reason}}
                  : std::nullopt;
}

/// A run: its id and request, its charge, and of its result the number, the time, the SHA-256 and the link.
using PlainRun =
    std::tuple<std::string, std::string, PlainCharge,
               std::optional<std::tuple<std::int64_t, std::string, std::string, std::string>>>;

inline PlainRun plain(const RunState& run) {
  const auto& terms = run.charge.request.run.value();
  const auto& result = run.result;
  PlainRun out{terms.id, terms.request, plain(run.charge), std::nullopt};
  if (result) {
    std::get<3>(out).emplace(result->sequence, result->at, result->sha256, result->hash);
  }
  return out;
}

/// Where a dataset stands: name, unit, neighbours, accountant, budget, spent, left, charges, group, limit, lowered,
/// closed, spent if fixed.
using PlainState = std::tuple<std::string, std::string, std::string, std::string, PlainAmounts,
                              PlainAmounts, PlainAmounts, std::uint64_t, std::optional<std::string>,
                              PlainAmounts, std::optional<PlainDecision>,
                              std::optional<PlainDecision>, std::optional<PlainAmounts>>;

inline PlainState plain(const DatasetState& state) {
  const Dataset& dataset = state.dataset;
  return {dataset.name,
          dataset.unit,
          std::string{to_string(dataset.neighbors)},
          std::string{to_string(dataset.accountant)},
          plain(dataset.budget),
          plain(state.spent),
          plain(state.left),
          state.charges,
          dataset.group,
          plain(state.limit.amounts),
          plain(state.lowered),
          plain(state.closed),
          plain(spent_if_fixed(state))};
}

/// Where a group stands: name, accountant, budget, spent, left, charges, datasets, limit, lowered, closed, spent if
/// fixed.
using PlainGroup =
    std::tuple<std::string, std::string, PlainAmounts, PlainAmounts, PlainAmounts, std::uint64_t,
               std::vector<std::string>, PlainAmounts, std::optional<PlainDecision>,
               std::optional<PlainDecision>, std::optional<PlainAmounts>>;

inline PlainGroup plain(const GroupState& state) {
  return {state.group.name,
          std::string{to_string(state.group.budget.accountant)},
          plain(state.group.budget.amounts),
          plain(state.spent),
          plain(state.left),
          state.charges,
          state.datasets,
          plain(state.limit.amounts),
          plain(state.lowered),
          plain(state.closed),
          plain(spent_if_fixed(state))};
}

}  // namespace discreet::python
