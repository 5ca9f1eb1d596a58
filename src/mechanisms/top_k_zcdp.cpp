#include "discreet/mechanisms/top_k_zcdp.hpp"

#include "discreet/accounting/bounded_range_to_zcdp.hpp"
#include "discreet/mechanisms/distance_in_scales.hpp"

namespace discreet {

double TopK<ZeroConcentratedDivergence>::privacy_map(double d_in, double scale) {
  return bounded_range_to_zcdp(detail::inf_distance_in_scales(d_in, scale));
}

}  // namespace discreet
