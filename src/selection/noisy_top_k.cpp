#include "discreet/selection/noisy_top_k.hpp"

#include "entropy/system_bits.hpp"
#include "selection/engine.hpp"
#include "selection/rows.hpp"

namespace discreet {

// Compiled here, once for each of the ten types, so that no caller compiles the engine; rows beside single selections,
// which share it.
std::vector<std::size_t> noisy_top_k(const Scores& scores, const Selection& how) {
  return detail::top_k_from_bits(thread_bits(), scores, how);
}

std::vector<std::size_t> noisy_top_k_rows(const ScoreRows& rows, const Selection& how) {
  return detail::top_k_rows_from_bits([]() -> SystemBits& { return thread_bits(); }, rows, how);
}

}  // namespace discreet
