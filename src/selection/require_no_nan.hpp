#pragma once

#include <cstddef>
#include <span>

#include "discreet/numbers/number.hpp"
#include "discreet/selection/noisy_top_k.hpp"
#include "selection/score_view.hpp"

namespace discreet::detail {

/// Throws Error{outside_domain} if a score is NaN; where it stands is not said. For releases that are
/// charged, or that need not read every score.
inline void require_no_nan(const Scores& scores) {
  ScoresInside::visit(scores, []<Number T>(const ScoreView<T>& view) {
    for (std::size_t i = 0; i < view.size();) {
      const std::span<const T> run = view.run_from(i);
      require_scores(run);
      i += run.size();
    }
  });
}

}  // namespace discreet::detail
