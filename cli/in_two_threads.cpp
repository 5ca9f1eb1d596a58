#include "in_two_threads.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>

namespace discreet::cli {

void in_two_threads(std::size_t count, const std::function<void(std::size_t)>& piece) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::exception_ptr> failures(count);
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        piece(i);
      } catch (...) {
        failures[i] = std::current_exception();
        next = count;
      }
    }
  };
  {
    const std::jthread helper{work};
    work();
  }
  // Pieces are begun in order, so all that come before the first failure were done.
  for (const std::exception_ptr& failure : failures) {
    if (failure) {
      std::rethrow_exception(failure);
    }
  }
}

Progress ProgressOfMany::of(std::size_t i) {
  return [this, i](double part) {
    const std::lock_guard lock{mutex_};
    parts_[i] = std::max(parts_[i], part);
    whole_(std::accumulate(parts_.begin(), parts_.end(), 0.0) / static_cast<double>(parts_.size()));
  };
}

}  // namespace discreet::cli
