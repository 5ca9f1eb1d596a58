#include "discreet/mechanisms/top_k_measure.hpp"

#include <limits>

#include "discreet/accounting/convert.hpp"
#include "discreet/framework/metrics.hpp"
#include "discreet/numbers/rounding.hpp"
#include "selection/score_view.hpp"

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

void require_selection(bool may_be_nan, std::optional<std::size_t> size, std::size_t k,
                       double scale) {
  require_sound_arithmetic();
  require(!may_be_nan, bad_parameter, "input domain elements must be non-nan");
  require(k <= size.value_or(k), bad_parameter, "k must not exceed the number of candidates");
  require_scale(scale);
}

}  // namespace discreet::detail

namespace discreet {

double TopK<MaxDivergence>::privacy_map(double d_in, double scale) {
  return detail::inf_distance_in_scales(d_in, scale);
}

double TopK<ZeroConcentratedDivergence>::privacy_map(double d_in, double scale) {
  return bounded_range_to_zcdp(detail::inf_distance_in_scales(d_in, scale));
}

double TopK<BoundedRange>::privacy_map(double d_in, double scale) {
  return detail::inf_distance_in_scales(d_in, scale);
}

double TopK<BoundedRange>::compose(double eta, std::size_t k) {
  require_sound_arithmetic();
  detail::require_distance(eta);
  if (eta == 0 || k == 0) {
    return 0;
  }
  const auto rounds = inf_cast<double>(k);
  return inf_mul(eta, inf_sub(inf_add(rounds, rounds), 1.0));
}

}  // namespace discreet
