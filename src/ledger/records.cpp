#include "ledger/records.hpp"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include "discreet/accounting/amount.hpp"
#include "discreet/accounting/budget.hpp"
#include "discreet/error.hpp"
#include "ledger/names.hpp"
#include "ledger/run_records.hpp"

namespace discreet::detail {
namespace {

const std::string parameter_prefix = "parameter.";  // NOLINT(cert-err58-cpp)

void put(Facts& facts, const std::string& name, const std::optional<Fraction>& amount) {
  if (amount) {
    facts.emplace_back(name, amount_text(*amount));
  }
}

std::optional<Fraction> amount(const Facts& facts, const std::string& name) {
  const auto text = fact(facts, name);
  return text ? std::optional{parse_amount(*text)} : std::nullopt;
}

bool is_empty(const Amounts& amounts) { return amounts == Amounts{}; }

}  // namespace

void put_amounts(Facts& facts, const std::string& prefix, const Amounts& amounts) {
  put(facts, prefix + "epsilon", amounts.epsilon);
  put(facts, prefix + "delta", amounts.delta);
  put(facts, prefix + "rho", amounts.rho);
  put(facts, prefix + "slack", amounts.slack);
  put(facts, prefix + "steps", amounts.steps);
  put(facts, prefix + "step", amounts.step);
}

Amounts amounts_in(const Facts& facts, const std::string& prefix) {
  return {amount(facts, prefix + "epsilon"), amount(facts, prefix + "delta"),
          amount(facts, prefix + "rho"),     amount(facts, prefix + "slack"),
          amount(facts, prefix + "steps"),   amount(facts, prefix + "step")};
}

bool is_sound(const Budget& budget) {
  const Amounts& b = budget.amounts;
  const bool above_0 = b.epsilon.value_or(1) > 0 && (b.rho.value_or(1) > 0 || b.delta);
  const bool delta_below_1 = !b.delta || (*b.delta > 0 && *b.delta < 1);
  const bool slack_below_delta = !b.slack || (*b.slack > 0 && *b.slack < b.delta.value_or(1));
  const bool has_steps = budget.accountant == Accountant::steps;
  if (!above_0 || !delta_below_1 || !slack_below_delta || b.steps.has_value() != has_steps ||
      b.step.has_value() != has_steps) {
    return false;
  }
  // What thresholds leave of delta.
  const Fraction rest{b.delta.value_or(0) - b.slack.value_or(0)};
  switch (budget.accountant) {
    case Accountant::pure:
      return b.epsilon && !b.delta && !b.rho && !b.slack;
    case Accountant::zcdp:
      return b.rho && !b.epsilon && !b.delta;
    case Accountant::basic:
      return b.epsilon && b.delta && !b.rho && !b.slack;
    case Accountant::mixed:
      return b.epsilon && b.delta && b.rho && is_zcdp_within(*b.rho, *b.epsilon, rest);
    case Accountant::steps:
      return b.epsilon && b.delta && !b.rho && is_steps_within(*b.steps, *b.step, *b.epsilon, rest);
  }
  return false;
}

Facts dataset_facts(const Dataset& dataset) {
  Facts out{{"unit", dataset.unit},
            {"neighbors", std::string{to_string(dataset.neighbors)}},
            {"accountant", std::string{to_string(dataset.accountant)}}};
  put_amounts(out, "budget.", dataset.budget);
  if (dataset.group) {
    out.emplace_back("group", *dataset.group);
  }
  return out;
}

std::optional<Dataset> parse_dataset(const Entry& entry) {
  const std::string_view record = stamp_of(entry).record;
  const auto facts = parse_facts(record);
  if (!facts || !is_recorded_name(entry.dataset)) {
    return std::nullopt;
  }
  const auto unit = fact(*facts, "unit");
  const auto neighbors = fact(*facts, "neighbors");
  const auto accountant = fact(*facts, "accountant");
  if (!unit || !is_recorded_name(*unit) || !neighbors || !accountant) {
    return std::nullopt;
  }
  try {
    Dataset out{entry.dataset,
                *unit,
                parse_neighbors(*neighbors),
                parse_accountant(*accountant),
                amounts_in(*facts, "budget."),
                fact(*facts, "group")};
    const bool written_by_us = is_sound(budget_of(out)) && facts_text(dataset_facts(out)) == record;
    return written_by_us ? std::optional{std::move(out)} : std::nullopt;
  } catch (const Error&) {
    return std::nullopt;
  }
}

namespace {

std::optional<RunRequest> run_in(const Facts& facts) {
  const auto id = fact(facts, "run");
  if (!id) {
    return std::nullopt;
  }
  const std::string room = fact(facts, "room").value_or("");
  RunRequest out{*id, fact(facts, "request").value_or("")};
  // What does not write back the same was not ours.
  static_cast<void>(std::from_chars(room.data(), room.data() + room.size(), out.room));
  return out;
}

}  // namespace

Facts charge_facts(const Charge& charge) {
  const ChargeRequest& request = charge.request;
  Facts out{{"what", request.what}, {"asked-by", request.asked_by}};
  if (charge.user) {
    out.emplace_back("user", *charge.user);
  }
  if (request.run) {
    out.emplace_back("run", request.run->id);
    out.emplace_back("request", request.run->request);
    out.emplace_back("room", std::to_string(request.run->room));
  }
  put_amounts(out, "cost.", request.cost);
  put_amounts(out, "charged.", charge.charged);
  put_amounts(out, "charged-to-group.", charge.charged_to_group.value_or(Amounts{}));
  for (const auto& [name, value] : request.parameters) {
    out.emplace_back(parameter_prefix + name, value);
  }
  return out;
}

std::optional<Charge> parse_charge(const Entry& entry) {
  const Stamp stamp = stamp_of(entry);
  const auto facts = parse_facts(stamp.record);
  if (!facts) {
    return std::nullopt;
  }
  const auto what = fact(*facts, "what");
  const auto asked_by = fact(*facts, "asked-by");
  if (!what || !asked_by) {
    return std::nullopt;
  }
  Charge out;
  out.sequence = entry.sequence;
  out.at = entry.at;
  out.ordered_at = stamp.ordered_at;
  out.hash = entry.hash;
  out.user = fact(*facts, "user");
  try {
    out.request = {entry.dataset, *what, *asked_by, amounts_in(*facts, "cost."), {}, {}};
    out.request.run = run_in(*facts);
    out.charged = amounts_in(*facts, "charged.");
    const Amounts to_group = amounts_in(*facts, "charged-to-group.");
    if (!is_empty(to_group)) {
      out.charged_to_group = to_group;
    }
  } catch (const Error&) {
    return std::nullopt;
  }
  for (const auto& [name, value] : *facts) {
    if (name.starts_with(parameter_prefix)) {
      out.request.parameters.emplace_back(name.substr(parameter_prefix.size()), value);
    }
  }
  const bool sound_run = !out.request.run || is_sound(*out.request.run);
  const bool written_by_us = sound_run && facts_text(charge_facts(out)) == stamp.record;
  return written_by_us ? std::optional{std::move(out)} : std::nullopt;
}

}  // namespace discreet::detail
