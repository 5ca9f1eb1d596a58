// A measure that nobody said how to select under is no TopKMeasure.
// expect: TopKMeasure
#include <cstddef>
#include <vector>

#include "discreet/discreet.hpp"

std::vector<std::size_t> release(const std::vector<double>& scores) {
  using namespace discreet;
#ifdef CONTROL
  const MaxDivergence measure;
#else
  const Approximate<ZeroConcentratedDivergence> measure;
#endif
  return make_noisy_top_k(VectorDomain{AtomDomain<double>{Nan::excluded}}, LInfDistance<double>{},
                          measure, 3, 1.0, Optimize::max)(scores);
}
