#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "ledger/sqlite/file_lock.hpp"
#include "ledger/store.hpp"

namespace discreet::detail {

/// Which runs this process and others hold: of each a byte of the ledger's file is locked, far behind its end.
///
/// Law       at most one holder of a run among all threads of all processes; it ends with the process. Two runs that
///           share a byte, one pair in 2^60, wait for each other.
/// Requires  the file's lock outlives it, and it its holds.
/// Throws    Error{ledger} if the patience ends first.
/// Proof     proofs/ledger/runs.md
class RunLock {
 public:
  RunLock(const FileLock& file, std::chrono::milliseconds patience)
      : file_(file), patience_(patience) {}

  [[nodiscard]] std::unique_ptr<RunHold> hold(const std::string& dataset, const std::string& id);

 private:
  class Hold;

  bool try_take(long long byte);
  void release(long long byte) noexcept;

  const FileLock& file_;
  std::chrono::milliseconds patience_;
  std::mutex mutex_;
  // A lock of the system belongs to the open file, which the threads that use this object share.
  std::set<long long> held_;
};

}  // namespace discreet::detail
