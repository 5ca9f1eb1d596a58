#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "discreet/entropy/bit_source.hpp"
#include "discreet/entropy/system_bits.hpp"
#include "discreet/error.hpp"
#include "discreet/framework/domains.hpp"
#include "discreet/framework/law.hpp"
#include "discreet/framework/measures.hpp"
#include "discreet/numbers/fraction.hpp"
#include "discreet/numbers/number.hpp"
#include "discreet/numbers/rounding.hpp"
#include "discreet/samplers/noise.hpp"
#include "discreet/selection/exponential_top_k.hpp"
#include "discreet/selection/gumbel_top_k.hpp"
#include "discreet/selection/score_view.hpp"

namespace discreet::detail {

/// The range distance in units of the scale, rounded up; 0 at distance 0, else +inf at scale 0.
///
/// Throws    Error{bad_distance} for a negative, -0.0 or NaN distance; Error{bad_parameter} for a
///           scale that is not finite or has a minus sign.
/// Proof     proofs/mechanisms/top_k_max_divergence.md
[[nodiscard]] double inf_distance_in_scales(double d_in, double scale);

}  // namespace discreet::detail

namespace discreet {

/// How scores are selected under the measure MO and what that costs; specialise it for a measure of
/// your own.
///
/// A specialisation has
///   RV                           the noise whose top-k is released
///   law                          the law of one selection
///   one_shot                     whether noise added once gives all k, in order
///   random_variable(shift, scale)  the noise around one exact score
///   privacy_map(d_in, scale)     a bound, rounded up, on MO between single selections from scores
///                                at range distance d_in
///   compose(cost, k)             only where k > 0 selections, each chosen in sight of those
///                                before, may cost more than k times one: a bound, rounded up
///   noisy_top_k(bits, x, scale, k, optimize)  the release, which refuses NaN before the first bit
template <class MO>
struct TopK;

/// A measure that make_noisy_top_k can select under, because TopK says how.
template <class MO>
concept TopKMeasure = std::same_as<typename MO::Distance, double> &&
                      requires(SystemBits& bits, std::span<const double> x, double real,
                               std::size_t k, Optimize optimize, const Fraction& exact) {
                        typename TopK<MO>::RV;
                        { TopK<MO>::law } -> std::same_as<const Law&>;
                        { TopK<MO>::one_shot } -> std::same_as<const bool&>;
                        {
                          TopK<MO>::random_variable(exact, exact)
                        } -> std::same_as<typename TopK<MO>::RV>;
                        { TopK<MO>::privacy_map(real, real) } -> std::same_as<double>;
                        {
                          TopK<MO>::noisy_top_k(bits, x, real, k, optimize)
                        } -> std::same_as<std::vector<std::size_t>>;
                      };

/// Selection under pure differential privacy: permute-and-flip.
///
/// Law       the greatest of y_i + Exp(scale); k rounds of peeling.
/// Map       per selection d_in / scale; +inf for scale 0, unless d_in is 0.
/// Throws    privacy_map: Error{bad_distance} for d_in, Error{bad_parameter} for the scale.
/// Proof     proofs/mechanisms/top_k_max_divergence.md
template <>
struct TopK<MaxDivergence> {
  using RV = ExponentialRV;
  static constexpr Law law = Law::permute_and_flip;
  static constexpr bool one_shot = false;

  static RV random_variable(const Fraction& shift, const Fraction& scale) { return {shift, scale}; }

  static double privacy_map(double d_in, double scale);

  template <BitSource Bits, ScoreRange Scores>
  static std::vector<std::size_t> noisy_top_k(Bits& bits, const Scores& x, double scale,
                                              std::size_t k, Optimize optimize) {
    return exponential_top_k(bits, x, scale, k, optimize);
  }
};

static_assert(TopKMeasure<MaxDivergence>);

/// Selection under zero-concentrated differential privacy: the exponential mechanism.
///
/// Law       the k greatest of y_i + Gumbel(scale), in order.
/// Map       per selection a - 1 - ln a with a = eta / (1 - e^-eta), eta = d_in / scale, which is
///           below eta^2 / 8 and below eta; +inf for scale 0, unless d_in is 0.
/// Throws    privacy_map: Error{bad_distance} for d_in, Error{bad_parameter} for the scale.
/// Proof     proofs/mechanisms/top_k_zcdp.md
template <>
struct TopK<ZeroConcentratedDivergence> {
  using RV = GumbelRV;
  static constexpr Law law = Law::exponential_mechanism;
  static constexpr bool one_shot = true;

  static RV random_variable(const Fraction& shift, const Fraction& scale) { return {shift, scale}; }

  static double privacy_map(double d_in, double scale);

  template <BitSource Bits, ScoreRange Scores>
  static std::vector<std::size_t> noisy_top_k(Bits& bits, const Scores& x, double scale,
                                              std::size_t k, Optimize optimize) {
    return gumbel_top_k(bits, x, scale, k, optimize);
  }
};

static_assert(TopKMeasure<ZeroConcentratedDivergence>);

/// Selection under bounded range: the exponential mechanism.
///
/// Law       the k greatest of y_i + Gumbel(scale), in order.
/// Map       per selection d_in / scale; +inf for scale 0, unless d_in is 0. For k of them 2k - 1
///           times that: the interval of a later round depends on the earlier winners.
/// Throws    privacy_map: Error{bad_distance} for d_in, Error{bad_parameter} for the scale.
/// Proof     proofs/mechanisms/top_k_bounded_range.md
template <>
struct TopK<BoundedRange> {
  using RV = GumbelRV;
  static constexpr Law law = Law::exponential_mechanism;
  static constexpr bool one_shot = true;

  static RV random_variable(const Fraction& shift, const Fraction& scale) { return {shift, scale}; }

  static double privacy_map(double d_in, double scale);

  static double compose(double eta, std::size_t k);

  template <BitSource Bits, ScoreRange Scores>
  static std::vector<std::size_t> noisy_top_k(Bits& bits, const Scores& x, double scale,
                                              std::size_t k, Optimize optimize) {
    return gumbel_top_k(bits, x, scale, k, optimize);
  }
};

static_assert(TopKMeasure<BoundedRange>);

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

/// Stands for the measure's own noise, TopK<MO>::RV, where no other law is asked for.
struct OwnLaw {};

namespace detail {

template <class RV, class MO>
using NoiseOf = std::conditional_t<std::same_as<RV, OwnLaw>, typename TopK<MO>::RV, RV>;

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
