#include "ledger/sqlite/fork_gate.hpp"

#include <ctime>

#include <pthread.h>

namespace discreet::detail {
namespace {

// Longer than a transaction takes on any disk that works; then a fork goes on, rather than never.
constexpr std::time_t longest_wait = 10;

pthread_rwlock_t gate = PTHREAD_RWLOCK_INITIALIZER;
thread_local unsigned passes = 0;     // of this thread; only the first has the gate
thread_local bool is_closed = false;  // by this thread, which forks

void close_gate() noexcept {
  std::timespec until{};
  ::clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += longest_wait;
  is_closed = passes == 0 && ::pthread_rwlock_timedwrlock(&gate, &until) == 0;
}

void open_gate_in_parent() noexcept {
  if (is_closed) {
    ::pthread_rwlock_unlock(&gate);
  }
}

// The lock is that of a thread by its number, and the child's is another: so the child, where no other thread is, has a
// new one.
void open_gate_in_child() noexcept {
  gate = PTHREAD_RWLOCK_INITIALIZER;
  if (passes > 0) {
    ::pthread_rwlock_rdlock(&gate);
  }
}

[[maybe_unused]] const int is_registered =
    ::pthread_atfork(close_gate, open_gate_in_parent, open_gate_in_child);

}  // namespace

ForkPass::ForkPass() noexcept {
  if (passes++ == 0) {
    ::pthread_rwlock_rdlock(&gate);
  }
}

ForkPass::~ForkPass() {
  if (--passes == 0) {
    ::pthread_rwlock_unlock(&gate);
  }
}

}  // namespace discreet::detail
