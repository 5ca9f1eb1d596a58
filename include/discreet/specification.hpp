#pragma once

// The names of the specification documents in one place, for whoever reads the library beside them. A
// program that does not come from there needs mechanisms/ or release/ only.

#include <cstddef>
#include <type_traits>
#include <vector>

#include "discreet/error.hpp"
#include "discreet/framework/law.hpp"
#include "discreet/mechanisms/noisy_max.hpp"
#include "discreet/mechanisms/noisy_top_k.hpp"
#include "discreet/mechanisms/report_noisy_max_gumbel.hpp"
#include "discreet/mechanisms/top_k_measure.hpp"
#include "discreet/numbers/fraction.hpp"
#include "discreet/samplers/noise.hpp"
#include "discreet/selection/noisy_top_k.hpp"

namespace discreet {

namespace detail {

/// Whether a law's round proposes among all candidates again after a rejection.
[[nodiscard]] constexpr bool with_replacement(Law law) noexcept {
  switch (law) {
    case Law::exponential_mechanism:
      return true;
    case Law::permute_and_flip:
      return false;
  }
  return false;
}

}  // namespace detail

/// Whether a round under the measure proposes a rejected candidate again.
template <TopKMeasure MO>
// NOLINTNEXTLINE(readability-identifier-naming): the specification's name
inline constexpr bool REPLACEMENT = detail::with_replacement(TopK<MO>::law);

/// Whether noise added once to each score gives all k winners in order: Gumbel noise does, whose
/// order is that of peeling; exponential noise does not.
template <TopKMeasure MO>
// NOLINTNEXTLINE(readability-identifier-naming): the specification's name
inline constexpr bool ONE_SHOT = detail::with_replacement(TopK<MO>::law);

/// The noise around one exact score under the measure; at scale 0 the score itself.
///
/// Throws    Error{bad_parameter} for a negative scale.
template <TopKMeasure MO>
[[nodiscard]] auto random_variable(const FBig& shift, const FBig& scale) {
  return std::conditional_t<REPLACEMENT<MO>, GumbelRV, ExponentialRV>{shift, scale};
}

/// The indices of the k greatest of y_i + Gumbel(scale), in order: the exponential mechanism, peeled.
///
/// Throws    as noisy_top_k.
/// Proof     proofs/selection/noisy_top_k.md
[[nodiscard]] inline std::vector<std::size_t> gumbel_top_k(const Scores& x, double scale,
                                                           std::size_t k, Optimize optimize) {
  return noisy_top_k(x, {Law::exponential_mechanism, scale, k, optimize});
}

/// k rounds of peeling, each the argmax of what is left of y_i + Exp(scale): permute-and-flip.
///
/// Throws    as noisy_top_k.
/// Proof     proofs/selection/noisy_top_k.md
[[nodiscard]] inline std::vector<std::size_t> exponential_top_k(const Scores& x, double scale,
                                                                std::size_t k, Optimize optimize) {
  return noisy_top_k(x, {Law::permute_and_flip, scale, k, optimize});
}

/// The argmax of y_i + Gumbel(scale): i with probability proportional to e^(y_i / scale).
///
/// Throws    as noisy_top_k, and Error{outside_domain} for no scores.
/// Proof     proofs/selection/noisy_top_k.md
[[nodiscard]] inline std::size_t gumbel_noisy_max(const Scores& x, double scale,
                                                  Optimize optimize) {
  require(x.size() > 0, outside_domain, "there must be at least one score");
  return gumbel_top_k(x, scale, 1, optimize).front();
}

/// The argmax of y_i + Exp(scale).
///
/// Throws    as noisy_top_k, and Error{outside_domain} for no scores.
/// Proof     proofs/selection/noisy_top_k.md
[[nodiscard]] inline std::size_t exponential_noisy_max(const Scores& x, double scale,
                                                       Optimize optimize) {
  require(x.size() > 0, outside_domain, "there must be at least one score");
  return exponential_top_k(x, scale, 1, optimize).front();
}

/// Walks a random permutation, keeps i with probability e^(-(best - y_i) / scale), returns the first
/// kept: the law of exponential_noisy_max.
///
/// Throws    as exponential_noisy_max.
/// Proof     proofs/selection/noisy_top_k.md
[[nodiscard]] inline std::size_t permute_and_flip(const Scores& x, double scale,
                                                  Optimize optimize) {
  return exponential_noisy_max(x, scale, optimize);
}

}  // namespace discreet
