#include "discreet/selection/noisy_top_k.hpp"

#include "entropy/system_bits.hpp"
#include "selection/engine.hpp"

namespace discreet {

// Compiled here, once for each of the ten types, so that no caller compiles the engine.
std::vector<std::size_t> noisy_top_k(const Scores& scores, const Selection& how) {
  return detail::top_k_from_bits(thread_bits(), scores, how);
}

}  // namespace discreet
