#include "discreet/mechanisms/distance_in_scales.hpp"

#include <limits>

#include "discreet/framework/require_distance.hpp"
#include "discreet/numbers/inf_div.hpp"
#include "discreet/numbers/sound_arithmetic.hpp"
#include "discreet/selection/scores.hpp"

namespace discreet::detail {

double inf_distance_in_scales(double d_in, double scale) {
  require_sound_arithmetic();
  require_distance(d_in);
  require_scale(scale);
  if (d_in == 0) {
    return 0;
  }
  if (scale == 0) {
    return std::numeric_limits<double>::infinity();
  }
  return inf_div(d_in, scale);
}

}  // namespace discreet::detail
