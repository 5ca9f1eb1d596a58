#pragma once

#include <optional>
#include <string>

#include "discreet/accounting/budget.hpp"
#include "discreet/ledger/charge.hpp"
#include "discreet/ledger/dataset.hpp"
#include "ledger/entry.hpp"

namespace discreet::detail {

/// Amounts as facts, each under its name after a prefix, and back.
///
/// Throws    Error{bad_parameter} for a text that is no amount.
void put_amounts(Facts& facts, const std::string& prefix, const Amounts& amounts);
Amounts amounts_in(const Facts& facts, const std::string& prefix);

/// Whether make_budget could have made this budget, in any version: what it would refuse, and a rho or a number of steps
/// that (epsilon, delta) does not allow, did not come from it.
bool is_sound(const Budget& budget);

/// What somebody says to make_budget for such a budget: without the rho, or the number of steps, that it found.
Amounts said_of(const Budget& budget);

/// A dataset as facts, and back; nothing from facts that no dataset writes.
Facts dataset_facts(const Dataset& dataset);
std::optional<Dataset> parse_dataset(const Entry& entry);

/// A charge as facts, and back; nothing from facts that no charge writes. Where and when it stands is for the chain.
Facts charge_facts(const Charge& charge);
std::optional<Charge> parse_charge(const Entry& entry);

}  // namespace discreet::detail
