// No public function takes bits, so that no release can be seeded.
// expect: (no matching|no known conversion|could not convert|too many arguments|invalid initialization)
#include <vector>

#include "discreet/discreet.hpp"

struct Seeded {
  static constexpr unsigned width = 64;
  unsigned long next() { return 12345; }
};

std::vector<std::size_t> release(const std::vector<double>& scores) {
  const discreet::Selection how{discreet::Law::permute_and_flip, 1.0};
#ifdef CONTROL
  return discreet::noisy_top_k(scores, how);
#else
  Seeded bits;
  return discreet::noisy_top_k(bits, scores, how);
#endif
}
