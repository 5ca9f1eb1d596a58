#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "discreet/error.hpp"
#include "discreet/framework/domains.hpp"
#include "discreet/framework/law.hpp"
#include "discreet/framework/measures.hpp"
#include "discreet/numbers/number.hpp"
#include "discreet/numbers/rounding.hpp"
#include "discreet/selection/noisy_top_k.hpp"

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
///   law                       the law of one selection
///   privacy_map(d_in, scale)  a bound, rounded up, on MO between single selections from scores at
///                             range distance d_in
///   compose(cost, k)          only where k > 0 selections, each chosen in sight of those before,
///                             may cost more than k times one: a bound, rounded up
template <class MO>
struct TopK;

/// A measure that make_noisy_top_k can select under, because TopK says how.
template <class MO>
concept TopKMeasure = std::same_as<typename MO::Distance, double> && requires(double x) {
  { TopK<MO>::law } -> std::same_as<const Law&>;
  { TopK<MO>::privacy_map(x, x) } -> std::same_as<double>;
};

/// Selection under pure differential privacy: permute-and-flip.
///
/// Law       the greatest of y_i + Exp(scale); k rounds of peeling.
/// Map       per selection d_in / scale; +inf for scale 0, unless d_in is 0.
/// Throws    privacy_map: Error{bad_distance} for d_in, Error{bad_parameter} for the scale.
/// Proof     proofs/mechanisms/top_k_max_divergence.md
template <>
struct TopK<MaxDivergence> {
  static constexpr Law law = Law::permute_and_flip;

  static double privacy_map(double d_in, double scale);
};

static_assert(TopKMeasure<MaxDivergence>);

/// Selection under zero-concentrated differential privacy: the exponential mechanism.
///
/// Law       k rounds of peeling: i with probability proportional to e^(y_i / scale).
/// Map       per selection a - 1 - ln a with a = eta / (1 - e^-eta), eta = d_in / scale, which is
///           below eta^2 / 8 and below eta; +inf for scale 0, unless d_in is 0.
/// Throws    privacy_map: Error{bad_distance} for d_in, Error{bad_parameter} for the scale.
/// Proof     proofs/mechanisms/top_k_zcdp.md
template <>
struct TopK<ZeroConcentratedDivergence> {
  static constexpr Law law = Law::exponential_mechanism;

  static double privacy_map(double d_in, double scale);
};

static_assert(TopKMeasure<ZeroConcentratedDivergence>);

/// Selection under bounded range: the exponential mechanism.
///
/// Law       k rounds of peeling: i with probability proportional to e^(y_i / scale).
/// Map       per selection d_in / scale; +inf for scale 0, unless d_in is 0. For k of them 2k - 1
///           times that: the interval of a later round depends on the earlier winners.
/// Throws    privacy_map: Error{bad_distance} for d_in, Error{bad_parameter} for the scale.
/// Proof     proofs/mechanisms/top_k_bounded_range.md
template <>
struct TopK<BoundedRange> {
  static constexpr Law law = Law::exponential_mechanism;

  static double privacy_map(double d_in, double scale);

  static double compose(double eta, std::size_t k);
};

static_assert(TopKMeasure<BoundedRange>);

/// Whether TopK<MO>::privacy_map is proved for selections by a law: for the measure's own law, and
/// for the pairs below.
///
/// Permute-and-flip is not bounded-range, so it is never charged as such, nor by the zCDP map that
/// bounded range implies.
///
/// Proof     proofs/mechanisms/is_proved.md
template <Law law, class MO>
inline constexpr bool is_proved = law == TopK<MO>::law;

template <>
inline constexpr bool is_proved<Law::exponential_mechanism, MaxDivergence> = true;

// The noises of the specification; samplers/noise.hpp has them.
class GumbelRV;
class ExponentialRV;

/// Stands for the measure's own law, TopK<MO>::law, where no noise names another.
struct OwnLaw {};

namespace detail {

/// The law that a noise gives the greatest noisy score: peeled, for more than one.
template <class RV, class MO>
inline constexpr Law law_of = TopK<MO>::law;
template <class MO>
inline constexpr Law law_of<GumbelRV, MO> = Law::exponential_mechanism;
template <class MO>
inline constexpr Law law_of<ExponentialRV, MO> = Law::permute_and_flip;

template <class RV>
concept NamesALaw =
    std::same_as<RV, OwnLaw> || std::same_as<RV, GumbelRV> || std::same_as<RV, ExponentialRV>;

/// The checks of every make_, in the order of the specification.
///
/// Throws    Error{bad_parameter}, or Error{unsound_thread} where the thread's arithmetic is not sound.
void require_selection(bool may_be_nan, std::optional<std::size_t> size, std::size_t k,
                       double scale);

template <Number T>
void require_selection(const VectorDomain<AtomDomain<T>>& domain, std::size_t k, double scale) {
  require_selection(domain.element_domain().nan(), domain.size(), k, scale);
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

/// k selections by a law that MO's map is proved for.
template <Law law, TopKMeasure MO, Number T>
std::vector<std::size_t> release_top_k(std::span<const T> x, double scale, std::size_t k,
                                       Optimize optimize) {
  static_assert(is_proved<law, MO>,
                "this noise has no proved privacy map under this measure (discreet::is_proved)");
  return noisy_top_k(x, {law, scale, k, optimize});
}

}  // namespace detail
}  // namespace discreet
