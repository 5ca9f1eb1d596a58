#include "discreet/mechanisms/top_k_zcdp.hpp"

#include <algorithm>

#include "discreet/mechanisms/distance_in_scales.hpp"
#include "discreet/numbers/inf_div.hpp"
#include "discreet/numbers/inf_mul.hpp"

namespace discreet {

double TopK<ZeroConcentratedDivergence>::privacy_map(double d_in, double scale) {
  const double eta = detail::inf_distance_in_scales(d_in, scale);
  return std::min(inf_div(inf_mul(eta, eta), 8.0), eta);
}

}  // namespace discreet
