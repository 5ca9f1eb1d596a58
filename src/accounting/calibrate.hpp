#pragma once

#include <cstdint>

#include "discreet/accounting/calibrate.hpp"

namespace discreet::detail {

/// Plans k selections by one law, from numbers that differ by a range, as calibrate_top_k plans for the better one.
///
/// Requires  k >= 1; a finite range above 0; candidates only for the error that is stated.
/// Throws    as calibrate_top_k.
/// Proof     proofs/accounting/calibrate_top_k.md
TopKPlan calibrate_law(Law law, std::uint64_t k, const Target& target, double range,
                       std::uint64_t candidates, const Progress& progress);

/// calibrate_top_k for as many selections as there are, which may be more than candidates: k from each of many lists.
///
/// Requires  as calibrate_top_k, but only selections >= 1 and candidates >= 1.
/// Throws    as calibrate_top_k.
/// Proof     proofs/accounting/calibrate_top_k.md
TopKPlan calibrate_selections(std::uint64_t selections, const Target& target, double sensitivity,
                              Monotonic monotonic, std::uint64_t candidates,
                              const Progress& progress);

}  // namespace discreet::detail
