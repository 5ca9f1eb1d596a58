#include "ledger/decision_records.hpp"

#include <charconv>
#include <utility>

#include "discreet/error.hpp"
#include "ledger/names.hpp"
#include "ledger/records.hpp"

namespace discreet::detail {

Facts group_facts(const DatasetGroup& group) {
  Facts out{{"name", group.name}, {"accountant", std::string{to_string(group.budget.accountant)}}};
  put_amounts(out, "budget.", group.budget.amounts);
  return out;
}

std::optional<DatasetGroup> parse_group(const Entry& entry) {
  const std::string_view record = stamp_of(entry).record;
  const auto facts = parse_facts(record);
  if (!facts || !entry.dataset.empty()) {
    return std::nullopt;
  }
  const auto name = fact(*facts, "name");
  const auto accountant = fact(*facts, "accountant");
  if (!name || !is_recorded_name(*name) || !accountant) {
    return std::nullopt;
  }
  try {
    DatasetGroup out{*name, {parse_accountant(*accountant), amounts_in(*facts, "budget.")}};
    const bool written_by_us = is_sound(out.budget) && facts_text(group_facts(out)) == record;
    return written_by_us ? std::optional{std::move(out)} : std::nullopt;
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::string_view to_string(Decision::Kind kind) noexcept {
  switch (kind) {
    case Decision::Kind::lower:
      return "lower";
    case Decision::Kind::close:
      return "close";
  }
  return "unknown";
}

std::optional<Decision::Kind> decision_kind(std::string_view name) noexcept {
  for (const auto kind : {Decision::Kind::lower, Decision::Kind::close}) {
    if (name == to_string(kind)) {
      return kind;
    }
  }
  return std::nullopt;
}

Facts decision_facts(const Decision& decision) {
  Facts out{{"reason", decision.reason}, {"user", decision.user}};
  put_amounts(out, "budget.", decision.budget);
  if (decision.group) {
    out.emplace_back("group", *decision.group);
  }
  if (decision.charges) {
    out.emplace_back("charges", std::to_string(*decision.charges));
  }
  return out;
}

namespace {

// A number that does not write back the same was not ours.
std::optional<std::uint64_t> charges_in(const Facts& facts) {
  const auto text = fact(facts, "charges");
  if (!text) {
    return std::nullopt;
  }
  std::uint64_t out = 0;
  static_cast<void>(std::from_chars(text->data(), text->data() + text->size(), out));
  return out;
}

}  // namespace

std::optional<Decision> parse_decision(const Entry& entry, Decision::Kind kind) {
  const std::string_view record = stamp_of(entry).record;
  const auto facts = parse_facts(record);
  const auto reason = facts ? fact(*facts, "reason") : std::nullopt;
  const auto user = facts ? fact(*facts, "user") : std::nullopt;
  if (!reason || !is_recorded_name(*reason) || !user || !is_recorded_name(*user)) {
    return std::nullopt;
  }
  try {
    Decision out{kind,
                 entry.sequence,
                 entry.at,
                 entry.dataset,
                 *user,
                 *reason,
                 amounts_in(*facts, "budget."),
                 entry.hash,
                 fact(*facts, "group"),
                 charges_in(*facts)};
    const bool closes = kind == Decision::Kind::close;
    const bool fits_kind = (!closes || out.budget == Amounts{}) &&
                           out.group.has_value() == entry.dataset.empty() &&
                           out.charges.has_value() == (closes && out.group);
    const bool written_by_us = fits_kind && facts_text(decision_facts(out)) == record;
    return written_by_us ? std::optional{std::move(out)} : std::nullopt;
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace discreet::detail
