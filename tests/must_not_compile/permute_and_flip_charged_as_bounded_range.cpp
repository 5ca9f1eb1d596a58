// Exponential noise, which is permute-and-flip, has no proved map under BoundedRange.
// expect: this noise has no proved privacy map under this measure
#include <cstddef>
#include <vector>

#include "discreet/discreet.hpp"

std::vector<std::size_t> release(const std::vector<double>& scores) {
  using namespace discreet;
#ifdef CONTROL
  using Noise = GumbelRV;
#else
  using Noise = ExponentialRV;
#endif
  return make_noisy_top_k<Noise>(VectorDomain{AtomDomain<double>{Nan::excluded}},
                                 LInfDistance<double>{}, BoundedRange{}, 3, 1.0,
                                 Optimize::max)(scores);
}
