#pragma once

#include <optional>

#include "discreet/ledger/charge.hpp"
#include "discreet/ledger/dataset.hpp"
#include "ledger/entry.hpp"

namespace discreet::detail {

/// A dataset as facts, and back; nothing from facts that no dataset writes.
Facts dataset_facts(const Dataset& dataset);
std::optional<Dataset> parse_dataset(const Entry& entry);

/// A charge as facts, and back; nothing from facts that no charge writes.
Facts charge_facts(const ChargeRequest& request, const Amounts& charged);
std::optional<Charge> parse_charge(const Entry& entry);

}  // namespace discreet::detail
