#pragma once

#include <cstdint>
#include <string>

#include <gtest/gtest.h>
#include <hwy/targets.h>

namespace discreet::testing {

/// Runs the body once with each vector width that was compiled and that this machine has, and says
/// which one failed. The choice is put back to the best afterwards.
template <class Body>
void for_each_vector_target(Body body) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    SCOPED_TRACE(std::string("vectors of ") + hwy::TargetName(target));
    body();
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace discreet::testing
