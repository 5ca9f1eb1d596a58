#pragma once

#include <cstdint>

#include "accounting/reals.hpp"

namespace discreet::detail {

/// The probability that permute-and-flip does not choose the best of n candidates when all others
/// have the gap that makes their coin come up with probability p = e^-gap.
///
/// Law       1 - (1 - (1-p)^n) / (n p), enclosed.
/// Requires  n >= 2 and 0 < gap < 10^4.
/// Proof     proofs/accounting/error_quantile.md
inline BigInterval far_choice(std::uint64_t n, const BigInterval& gap, const Reals& real) {
  const BigInterval p = exp(-gap);
  const BigInterval none = exp(real.count(n) * log(real(1) - p));
  return real(1) - (real(1) - none) / (real.count(n) * p);
}

}  // namespace discreet::detail
