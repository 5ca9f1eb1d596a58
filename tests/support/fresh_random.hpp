#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>

namespace discreet::testing {

/// Other numbers in every run. A test that fails shows the seed, and DISCREET_TEST_SEED in the environment draws the same
/// numbers again.
inline std::mt19937_64 fresh_random() {
  const char* const again = std::getenv("DISCREET_TEST_SEED");
  const std::uint64_t seed =
      again == nullptr ? std::random_device{}() : std::strtoull(again, nullptr, 10);
  std::cout << "DISCREET_TEST_SEED=" << seed << '\n';
  return std::mt19937_64{seed};
}

}  // namespace discreet::testing
