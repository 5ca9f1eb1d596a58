#include "discreet/selection/system_top_k.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "discreet/selection/engine.hpp"
#include "discreet/selection/engine_decisions.hpp"
#include "discreet/selection/shape.hpp"

namespace discreet::detail {

template <Number T>
std::vector<std::size_t> system_top_k(SystemBits& bits, const ScoreView<T>& scores, double scale,
                                      std::size_t k, Optimize optimize, Law law, unsigned threads) {
  EngineDecisions<SystemBits> decide{bits};
  return engine_top_k<DefaultShape<T>>(decide, scores, scale, k, optimize, law, threads);
}

#define DISCREET_EACH(T, name)                                                             \
  template std::vector<std::size_t> system_top_k(SystemBits&, const ScoreView<T>&, double, \
                                                 std::size_t, Optimize, Law, unsigned);
#include "selection/each_number.inc"
#undef DISCREET_EACH

}  // namespace discreet::detail
