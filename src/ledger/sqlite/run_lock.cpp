#include "ledger/sqlite/run_lock.hpp"

#include <thread>

#include "discreet/error.hpp"

namespace discreet::detail {
namespace {

// Below the bytes that the file's own lock takes, and far behind every byte of the file and those that SQLite locks.
constexpr long long first_byte = 0x2000'0000'0000'0000;

}  // namespace

class RunLock::Hold : public RunHold {
 public:
  Hold(RunLock& lock, long long byte) : lock_(lock), byte_(byte) {}
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;
  Hold(Hold&&) = delete;
  Hold& operator=(Hold&&) = delete;
  ~Hold() override { lock_.release(byte_); }

 private:
  RunLock& lock_;
  long long byte_;
};

bool RunLock::try_take(long long byte) {
  const std::scoped_lock guard{mutex_};
  if (held_.contains(byte) || !file_.try_byte(byte)) {
    return false;
  }
  held_.insert(byte);
  return true;
}

void RunLock::release(long long byte) noexcept {
  const std::scoped_lock guard{mutex_};
  held_.erase(byte);
  file_.release_byte(byte);
}

std::unique_ptr<RunHold> RunLock::hold(const std::string& dataset, const std::string& id) {
  const long long byte = first_byte + number_of_run(dataset, id);
  const auto until = std::chrono::steady_clock::now() + patience_;
  while (!try_take(byte)) {
    require(std::chrono::steady_clock::now() < until, ErrorKind::ledger,
            "another process is at this run, for longer than this one waits");
    std::this_thread::sleep_for(std::chrono::milliseconds{5});
  }
  return std::make_unique<Hold>(*this, byte);
}

}  // namespace discreet::detail
