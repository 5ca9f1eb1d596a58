#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace discreet::cli {

/// Numbers that one thread fills and another works through.
using Load = std::vector<std::uint64_t>;

/// A thread beside the caller's that works through loads, in the order in which they are given.
///
/// Law       what the work throws ends it: it is thrown again by the next give() or drain(), and no later load is
///           looked at. Signals that end the program are left to other threads. The destructor drops what waits.
/// Throws    std::system_error where the system gives no thread.
class WorkerThread {
 public:
  explicit WorkerThread(std::function<void(const Load&)> work);
  WorkerThread(const WorkerThread&) = delete;
  WorkerThread& operator=(const WorkerThread&) = delete;
  WorkerThread(WorkerThread&&) = delete;
  WorkerThread& operator=(WorkerThread&&) = delete;
  ~WorkerThread();

  /// Leaves an empty load in the place of this one, once the thread has taken enough of those that wait.
  void give(Load& load);

  /// Waits until every load is worked through; then what the work did can be looked at until the next is given.
  void drain();

 private:
  static constexpr std::size_t most_waiting = 8;

  void run();
  void rethrow() const;

  std::function<void(const Load&)> work_;
  std::mutex mutex_;
  std::condition_variable taken_;
  std::condition_variable given_;
  std::deque<Load> waiting_;
  std::vector<Load> empty_;
  std::exception_ptr thrown_;
  bool busy_ = false;
  bool ended_ = false;
  std::thread thread_;  // the last member: it begins when the others are there
};

}  // namespace discreet::cli
