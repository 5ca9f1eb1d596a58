#pragma once

#include <concepts>
#include <type_traits>

#include "discreet/framework/max_divergence.hpp"
#include "discreet/mechanisms/top_k.hpp"
#include "discreet/mechanisms/top_k_max_divergence.hpp"
#include "discreet/samplers/gumbel_rv.hpp"

namespace discreet {

/// Whether TopK<MO>::privacy_map is proved for noise of the law RV: for the measure's own law, and
/// for the pairs below.
///
/// Permute-and-flip is not bounded-range, so exponential noise is never charged as such, nor by the
/// zCDP map that bounded range implies.
///
/// Proof     proofs/mechanisms/charged.md
template <class RV, class MO>
struct Charged : std::bool_constant<std::same_as<RV, typename TopK<MO>::RV>> {};

template <>
struct Charged<GumbelRV, MaxDivergence> : std::true_type {};

}  // namespace discreet
