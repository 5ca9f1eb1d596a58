#include "read_beside.hpp"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "interruption.hpp"

namespace discreet::cli {
namespace {

class PiecesAhead {
 public:
  explicit PiecesAhead(NextBytes source) : source_(std::move(source)) {
    // A thread begins with the signals of who made it.
    const SignalsHeld held;
    thread_ = std::thread{[this] { run(); }};
  }
  PiecesAhead(const PiecesAhead&) = delete;
  PiecesAhead& operator=(const PiecesAhead&) = delete;
  PiecesAhead(PiecesAhead&&) = delete;
  PiecesAhead& operator=(PiecesAhead&&) = delete;
  ~PiecesAhead() {
    {
      const std::lock_guard lock{mutex_};
      dropped_ = true;
    }
    taken_.notify_one();
    thread_.join();
  }

  std::string_view next() {
    std::unique_lock lock{mutex_};
    if (!piece_.empty()) {
      spare_.push_back(std::move(piece_));
      piece_.clear();
    }
    made_.wait(lock, [&] { return !ahead_.empty() || ended_; });
    if (!ahead_.empty()) {
      piece_ = std::move(ahead_.front());
      ahead_.pop_front();
      taken_.notify_one();
    } else if (thrown_) {
      std::rethrow_exception(thrown_);
    }
    return piece_;
  }

 private:
  static constexpr std::size_t most_ahead = 4;

  void run() {
    try {
      while (make_one()) {
      }
    } catch (...) {
      const std::lock_guard lock{mutex_};
      thrown_ = std::current_exception();
    }
    const std::lock_guard lock{mutex_};
    ended_ = true;
    made_.notify_one();
  }

  // Whether more may follow.
  bool make_one() {
    const std::string_view made = source_();
    std::unique_lock lock{mutex_};
    taken_.wait(lock, [&] { return ahead_.size() < most_ahead || dropped_; });
    if (made.empty() || dropped_) {
      return false;
    }
    std::string piece;
    if (!spare_.empty()) {
      piece.swap(spare_.back());
      spare_.pop_back();
    }
    lock.unlock();
    piece.assign(made);
    lock.lock();
    ahead_.push_back(std::move(piece));
    made_.notify_one();
    return true;
  }

  NextBytes source_;
  std::mutex mutex_;
  std::condition_variable made_;
  std::condition_variable taken_;
  std::deque<std::string> ahead_;
  std::vector<std::string> spare_;
  std::string piece_;  // what the reader looks at
  std::exception_ptr thrown_;
  bool ended_ = false;
  bool dropped_ = false;
  std::thread thread_;
};

}  // namespace

NextBytes read_beside(NextBytes source) {
  try {
    auto ahead = std::make_shared<PiecesAhead>(source);
    return [ahead] { return ahead->next(); };
  } catch (const std::system_error&) {
    return source;
  }
}

}  // namespace discreet::cli
