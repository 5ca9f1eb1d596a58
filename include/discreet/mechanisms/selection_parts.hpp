#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "discreet/entropy/system_bits.hpp"
#include "discreet/error.hpp"
#include "discreet/framework/atom_domain.hpp"
#include "discreet/framework/vector_domain.hpp"
#include "discreet/mechanisms/charged.hpp"
#include "discreet/mechanisms/top_k.hpp"
#include "discreet/numbers/inf_cast.hpp"
#include "discreet/numbers/inf_mul.hpp"
#include "discreet/numbers/number.hpp"
#include "discreet/numbers/sound_arithmetic.hpp"
#include "discreet/samplers/exponential_rv.hpp"
#include "discreet/samplers/gumbel_rv.hpp"
#include "discreet/selection/exponential_top_k.hpp"
#include "discreet/selection/gumbel_top_k.hpp"
#include "discreet/selection/optimize.hpp"
#include "discreet/selection/scores.hpp"

namespace discreet {

/// Stands for the measure's own noise, TopK<MO>::RV, where no other law is asked for.
struct OwnLaw {};

namespace detail {

template <class RV, class MO>
using Law = std::conditional_t<std::same_as<RV, OwnLaw>, typename TopK<MO>::RV, RV>;

/// The checks of every make_, in the order of the specification.
///
/// Throws    Error{bad_parameter}, or Error{bug} where the thread's arithmetic is not sound.
template <Number T>
void require_selection(const VectorDomain<AtomDomain<T>>& domain, std::size_t k, double scale) {
  require_sound_arithmetic();
  require(!domain.element_domain().nan(), bad_parameter, "input domain elements must be non-nan");
  require(k <= domain.size().value_or(k), bad_parameter,
          "k must not exceed the number of candidates");
  require_scale(scale);
}

/// The cost of k selections under MO from scores at distance d_in, rounded up at every step.
///
/// Throws    Error{bad_distance} where the metric refuses d_in.
/// Proof     proofs/mechanisms/noisy_top_k.md
template <TopKMeasure MO, class Metric>
double selection_map(const Metric& metric, typename Metric::Distance d_in, std::size_t k,
                     double scale) {
  const auto d_range = inf_cast<double>(metric.range_distance(d_in));
  // Nothing is released, or the same from both inputs: also where a product would be 0 times inf.
  if (d_range == 0 || k == 0) {
    return 0;
  }
  const double cost = TopK<MO>::privacy_map(d_range, scale);
  if constexpr (requires { TopK<MO>::compose(cost, k); }) {
    return TopK<MO>::compose(cost, k);
  } else {
    return inf_mul(cost, inf_cast<double>(k));
  }
}

/// k selections under noise of the law RV, which MO's map is proved for.
template <class RV, TopKMeasure MO, Number T>
std::vector<std::size_t> release_top_k(std::span<const T> x, double scale, std::size_t k,
                                       Optimize optimize) {
  static_assert(Charged<RV, MO>::value,
                "this noise has no proved privacy map under this measure (discreet::Charged)");
  if constexpr (std::same_as<RV, typename TopK<MO>::RV>) {
    return TopK<MO>::noisy_top_k(thread_bits(), x, scale, k, optimize);
  } else if constexpr (std::same_as<RV, GumbelRV>) {
    return gumbel_top_k(thread_bits(), x, scale, k, optimize);
  } else {
    static_assert(std::same_as<RV, ExponentialRV>);
    return exponential_top_k(thread_bits(), x, scale, k, optimize);
  }
}

}  // namespace detail
}  // namespace discreet
