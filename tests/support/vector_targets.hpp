#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "vectors/targets.hpp"

namespace discreet::testing {

/// The vector widths that were compiled and that this machine has, the best first.
inline std::vector<std::int64_t> vector_targets() {
  std::vector<std::int64_t> found;
  for (std::int64_t left = vectors::supported_targets() & HWY_TARGETS; left != 0;
       left &= left - 1) {
    found.push_back(left & -left);
  }
  return found;
}

/// Lets every kernel run with one vector width, and with the best again when it goes.
class OneVectorTarget {
 public:
  explicit OneVectorTarget(std::int64_t target) { vectors::chosen_target().Update(target); }
  OneVectorTarget(const OneVectorTarget&) = delete;
  OneVectorTarget& operator=(const OneVectorTarget&) = delete;
  ~OneVectorTarget() { vectors::chosen_target().Update(vectors::supported_targets()); }
};

/// Runs the body once with each of these vector widths, and says which one failed.
template <class Body>
void for_each_vector_target(Body body) {
  for (const std::int64_t target : vector_targets()) {
    const OneVectorTarget chosen{target};
    SCOPED_TRACE(std::string("vectors of ") + hwy::TargetName(target));
    body();
  }
}

}  // namespace discreet::testing
