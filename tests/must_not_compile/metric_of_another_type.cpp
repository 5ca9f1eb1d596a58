// Scores and their distances have one type: nothing is converted in silence.
// expect: (deduced conflicting|conflicting types)
#include <cstddef>
#include <vector>

#include "discreet/discreet.hpp"

std::vector<std::size_t> release(const std::vector<double>& scores) {
  using namespace discreet;
#ifdef CONTROL
  const LInfDistance<double> metric;
#else
  const LInfDistance<float> metric;
#endif
  return make_noisy_top_k(VectorDomain{AtomDomain<double>{Nan::excluded}}, metric, MaxDivergence{},
                          3, 1.0, Optimize::max)(scores);
}
