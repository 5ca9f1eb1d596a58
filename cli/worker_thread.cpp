#include "worker_thread.hpp"

#include <utility>

#include "interruption.hpp"

namespace discreet::cli {

WorkerThread::WorkerThread(std::function<void(const Load&)> work) : work_(std::move(work)) {
  // A thread begins with the signals of who made it.
  const SignalsHeld held;
  thread_ = std::thread{[this] { run(); }};
}

WorkerThread::~WorkerThread() {
  {
    const std::lock_guard lock{mutex_};
    ended_ = true;
  }
  given_.notify_one();
  thread_.join();
}

void WorkerThread::rethrow() const {
  if (thrown_) {
    std::rethrow_exception(thrown_);
  }
}

void WorkerThread::give(Load& load) {
  {
    std::unique_lock lock{mutex_};
    taken_.wait(lock, [&] { return waiting_.size() < most_waiting || thrown_; });
    rethrow();
    waiting_.push_back(std::move(load));
    load = {};
    if (!empty_.empty()) {
      load.swap(empty_.back());
      empty_.pop_back();
    }
  }
  given_.notify_one();
}

void WorkerThread::drain() {
  std::unique_lock lock{mutex_};
  taken_.wait(lock, [&] { return (waiting_.empty() && !busy_) || thrown_; });
  rethrow();
}

void WorkerThread::run() {
  std::unique_lock lock{mutex_};
  while (true) {
    given_.wait(lock, [&] { return ended_ || !waiting_.empty(); });
    if (ended_) {
      return;
    }
    Load load = std::move(waiting_.front());
    waiting_.pop_front();
    busy_ = true;
    lock.unlock();
    taken_.notify_one();
    std::exception_ptr thrown;
    try {
      work_(load);
    } catch (...) {
      thrown = std::current_exception();
    }
    load.clear();
    lock.lock();
    busy_ = false;
    thrown_ = thrown;
    if (!thrown_ && empty_.size() < most_waiting) {
      empty_.push_back(std::move(load));
    }
    taken_.notify_one();
    if (thrown_) {
      return;
    }
  }
}

}  // namespace discreet::cli
