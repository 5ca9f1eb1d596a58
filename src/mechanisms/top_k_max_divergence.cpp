#include "discreet/mechanisms/top_k_max_divergence.hpp"

#include "discreet/mechanisms/distance_in_scales.hpp"

namespace discreet {

double TopK<MaxDivergence>::privacy_map(double d_in, double scale) {
  return detail::inf_distance_in_scales(d_in, scale);
}

}  // namespace discreet
