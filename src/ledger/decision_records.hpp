#pragma once

#include <optional>
#include <string_view>

#include "discreet/ledger/charge.hpp"
#include "discreet/ledger/dataset.hpp"
#include "ledger/entry.hpp"

namespace discreet::detail {

/// A group of datasets as facts, and back; nothing from facts that no group writes.
Facts group_facts(const DatasetGroup& group);
std::optional<DatasetGroup> parse_group(const Entry& entry);

/// What an entry is called that says such a decision.
std::string_view to_string(Decision::Kind kind) noexcept;

/// The kind of decision that an entry of that name says; nothing if it says none.
std::optional<Decision::Kind> decision_kind(std::string_view name) noexcept;

/// A decision as facts, and back; nothing from facts that no decision of its kind writes.
Facts decision_facts(const Decision& decision);
std::optional<Decision> parse_decision(const Entry& entry, Decision::Kind kind);

}  // namespace discreet::detail
