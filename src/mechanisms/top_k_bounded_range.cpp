#include "discreet/mechanisms/top_k_bounded_range.hpp"

#include "discreet/framework/require_distance.hpp"
#include "discreet/mechanisms/distance_in_scales.hpp"
#include "discreet/numbers/inf_add.hpp"
#include "discreet/numbers/inf_cast.hpp"
#include "discreet/numbers/inf_mul.hpp"
#include "discreet/numbers/inf_sub.hpp"
#include "discreet/numbers/sound_arithmetic.hpp"

namespace discreet {

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
