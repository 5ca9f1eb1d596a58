#pragma once

#include <cstdint>
#include <vector>

#include "accounting/lattice.hpp"
#include "accounting/reals.hpp"

namespace discreet::detail {

/// How far a growth may be away from the real number, relatively.
inline constexpr double growth_error = 7 * 0x1p-53;

/// Moves outward what the tables make of growths: by more than their errors together, with 2^-50 to spare.
inline constexpr Outward growths_outward{0x1p-47, 0};

/// e^jh - 1 for j = 0 to count, in doubles: any formula of them that has no difference keeps its last digits.
///
/// Law       each is within growth_error, relatively; of j = 0 it is 0.
/// Requires  count >= 1; an enclosed h from 1e-110 on with count h at most 700, and with enough places for e^h - 1.
/// Throws    Error{bug} if there are too few.
/// Cost      a few products of enclosures for each of 2 sqrt(count) entries, a few nanoseconds for the others.
/// Proof     proofs/accounting/growths.md
std::vector<double> growths(const Reals& real, const BigInterval& h, std::int64_t count);

}  // namespace discreet::detail
