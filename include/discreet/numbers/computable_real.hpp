#pragma once

#include <concepts>

#include <mpfr.h>

#include "discreet/numbers/big_interval.hpp"
#include "discreet/numbers/interval.hpp"

namespace discreet {

/// A real number r known through enclosures: a quick one in doubles, and exact ones on demand.
///
/// Requires  quick() and enclose(p) contain r; the width of enclose(p) tends to 0 as p grows, or
///           falls below 2^-1000000 for certain (beyond MPFR's exponents an enclosure cannot shrink
///           further).
/// Proof     proofs/samplers/uniform_less.md
template <class R>
concept ComputableReal = requires(R& real, mpfr_prec_t precision) {
  { real.quick() } -> std::same_as<Interval>;
  { real.enclose(precision) } -> std::same_as<BigInterval>;
};

}  // namespace discreet
