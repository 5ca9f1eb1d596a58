#pragma once

#include "discreet/accounting/amount.hpp"
#include "discreet/ledger/dataset.hpp"
#include "json.hpp"

namespace discreet::cli {

/// The members epsilon, delta, rho, slack, steps and step, as decimals of at most 17 digits in strings, and exact: the
/// same six in full, a fraction where no decimal ends. Absent ones are null.
void write_amounts(Json& json, const Amounts& amounts, Shorten shorten);

}  // namespace discreet::cli
