#pragma once

#include <cstdint>

#include "accounting/reals.hpp"

namespace discreet::detail {

/// The greatest expected gap of one selection from n candidates at scale 1, rounded up, for each law.
///
/// Requires  n >= 2.
/// Proof     proofs/accounting/accuracy.md
double exponential_mechanism_expected_gap(std::uint64_t n);
double permute_and_flip_expected_gap(std::uint64_t n);

/// A gap that one selection from n candidates at scale 1 exceeds with probability at most beta.
///
/// Requires  n >= 2 and an enclosed 0 < beta <= 1.
/// Proof     proofs/accounting/accuracy.md
double exponential_mechanism_gap_quantile(std::uint64_t n, const BigInterval& beta,
                                          const Reals& real);
double permute_and_flip_gap_quantile(std::uint64_t n, const BigInterval& beta, const Reals& real);

}  // namespace discreet::detail
