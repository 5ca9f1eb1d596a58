#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <vector>

#include "discreet/entropy/system_bits.hpp"
#include "discreet/numbers/fraction.hpp"
#include "discreet/selection/draw.hpp"
#include "discreet/selection/optimize.hpp"

namespace discreet {

/// How scores are selected under the measure MO and what that costs; specialise it for a measure of
/// your own.
///
/// A specialisation has
///   RV                           the noise whose top-k is released
///   replacement                  the Draw that gives that law by rounds of proposals
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
                        { TopK<MO>::replacement } -> std::same_as<const Draw&>;
                        { TopK<MO>::one_shot } -> std::same_as<const bool&>;
                        {
                          TopK<MO>::random_variable(exact, exact)
                        } -> std::same_as<typename TopK<MO>::RV>;
                        { TopK<MO>::privacy_map(real, real) } -> std::same_as<double>;
                        {
                          TopK<MO>::noisy_top_k(bits, x, real, k, optimize)
                        } -> std::same_as<std::vector<std::size_t>>;
                      };

}  // namespace discreet
