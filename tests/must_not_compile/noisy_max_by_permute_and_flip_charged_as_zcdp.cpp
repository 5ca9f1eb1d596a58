// The rule holds for one selection as for many.
// expect: this noise has no proved privacy map under this measure
#include <cstddef>
#include <vector>

#include "discreet/discreet.hpp"

std::size_t release(const std::vector<double>& scores) {
  using namespace discreet;
#ifdef CONTROL
  const MaxDivergence measure;
#else
  const ZeroConcentratedDivergence measure;
#endif
  return make_noisy_max<ExponentialRV>(VectorDomain{AtomDomain<double>{Nan::excluded}},
                                       LInfDistance<double>{}, measure, 1.0, Optimize::max)(scores);
}
