#include "discreet/mechanisms/above_threshold.hpp"

#include <ranges>

#include "discreet/error.hpp"
#include "discreet/mechanisms/top_k_measure.hpp"
#include "entropy/system_bits.hpp"
#include "samplers/first_above.hpp"
#include "selection/require_no_nan.hpp"
#include "selection/score_view.hpp"

namespace discreet::detail {

void require_above_threshold(bool may_be_nan, double scale) {
  require_sound_arithmetic();
  require(!may_be_nan, bad_parameter, "input domain elements must be non-nan");
  require_scale(scale);
}

std::optional<std::size_t> release_above_threshold(const Scores& scores, const Fraction& threshold,
                                                   double scale) {
  require_sound_arithmetic();
  require_scale(scale);
  // Also of those that no comparison would reach: whether a release fails must not be a matter of chance.
  require_no_nan(scores);
  return ScoresInside::visit(scores, [&]<Number T>(const ScoreView<T>& view) {
    const auto exact = std::views::iota(std::size_t{0}, view.size()) |
                       std::views::transform([&view](std::size_t i) {
                         return exact_fraction(finite_score(*view.at(i)));
                       });
    return sample_first_above(thread_bits(), exact, threshold, exact_fraction(scale));
  });
}

double above_threshold_map(double d_in, double d_range, double scale) {
  require_sound_arithmetic();
  require_distance(d_in);
  require_distance(d_range);
  return inf_distance_in_scales(inf_add(d_in, d_range), scale);
}

}  // namespace discreet::detail
