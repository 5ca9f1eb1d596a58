#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <vector>

#include "discreet/accounting/cost.hpp"

namespace discreet::cli {

/// Does pieces 0 to count - 1 of some work in two threads, so that a machine of two processors waits half as long.
///
/// Throws    what the first piece of those that failed throws, in the order of the pieces; pieces that had not begun are
///           then left out.
void in_two_threads(std::size_t count, const std::function<void(std::size_t)>& piece);

/// The progress of pieces that are worked at together, as one; the pieces report it from any thread.
class ProgressOfMany {
 public:
  ProgressOfMany(std::size_t count, Progress whole) : whole_(std::move(whole)), parts_(count) {}

  /// What piece i reports to.
  [[nodiscard]] Progress of(std::size_t i);

 private:
  std::mutex mutex_;
  Progress whole_;
  std::vector<double> parts_;
};

}  // namespace discreet::cli
