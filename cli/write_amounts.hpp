#pragma once

#include "discreet/ledger/dataset.hpp"
#include "json.hpp"

namespace discreet::cli {

/// The members epsilon, delta and rho, as exact decimals in strings; absent ones are null.
void write_amounts(Json& json, const Amounts& amounts);

}  // namespace discreet::cli
