#pragma once

namespace discreet::detail {

/// Held by a thread while it uses SQLite, which remembers the locks of a process in the process: a child that was forked
/// in the middle of another thread's transaction would find that one's lock on the file for ever. So a fork waits until
/// nobody has a pass.
///
/// Law       a fork waits for passes of other threads, for some seconds at most; never for those of its own thread.
class ForkPass {
 public:
  ForkPass() noexcept;
  ForkPass(const ForkPass&) = delete;
  ForkPass& operator=(const ForkPass&) = delete;
  ForkPass(ForkPass&&) = delete;
  ForkPass& operator=(ForkPass&&) = delete;
  ~ForkPass();
};

}  // namespace discreet::detail
