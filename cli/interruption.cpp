#include "interruption.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <climits>
#include <string_view>

#include <unistd.h>

namespace discreet::cli {
namespace {

// Every signal that ends a program and may come from outside, or from a library that gives up.
constexpr std::array ends{SIGHUP,  SIGINT,  SIGQUIT, SIGTERM,   SIGALRM, SIGXCPU,
                          SIGUSR1, SIGUSR2, SIGABRT, SIGVTALRM, SIGPROF, SIGIO};

// A handler may touch nothing but what is atomic without a lock.
std::atomic<Stage> reached{Stage::uncharged};
static_assert(std::atomic<Stage>::is_always_lock_free);
std::atomic<bool> run_entered{false};
std::atomic<bool> unfinished_there{false};
std::array<char, PATH_MAX> unfinished{};

constexpr std::string_view perhaps =
    "discreet: interrupted while charging: count it as charged (discreet ledger show tells); "
    "nothing was delivered\n";
constexpr std::string_view surely =
    "discreet: interrupted after the charge: charged, but not delivered\n";
constexpr std::string_view perhaps_of_a_run =
    "discreet: interrupted while charging: nothing was delivered; repeat the command: it was a "
    "run, and is charged once at most\n";
constexpr std::string_view surely_of_a_run =
    "discreet: interrupted after the charge: charged, but not delivered; repeat the command: it "
    "was a run, and is charged once at most\n";

std::string_view words_of(Stage stage) noexcept {
  if (stage == Stage::charged) {
    return run_entered.load() ? surely_of_a_run : surely;
  }
  return run_entered.load() ? perhaps_of_a_run : perhaps;
}

sigset_t all_ends() noexcept {
  sigset_t out{};
  ::sigemptyset(&out);
  for (const int one : ends) {
    ::sigaddset(&out, one);
  }
  return out;
}

extern "C" void end_by_signal(int number) {
  const Stage now = reached.load();
  if (now == Stage::delivered) {
    return;
  }
  if (unfinished_there.load()) {
    ::unlink(unfinished.data());
  }
  if (now == Stage::uncharged) {
    // It waits until this function has returned, and then ends the program as if nobody had listened.
    std::signal(number, SIG_DFL);
    ::raise(number);
    return;
  }
  const std::string_view said = words_of(now);
  // Whether somebody listens changes nothing.
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, said.data(), said.size());
  ::_exit(charged_not_delivered);
}

}  // namespace

void enter(Stage stage) noexcept { reached.store(stage); }

Stage stage() noexcept { return reached.load(); }

void enter_run() noexcept { run_entered.store(true); }

bool in_run() noexcept { return run_entered.load(); }

bool leaves_uncharged(ErrorKind kind) noexcept {
  switch (kind) {
    case bad_parameter:
    case outside_domain:
    case bad_distance:
    case over_budget:
    case no_entropy:
    case ErrorKind::ledger:
      return true;
    case charge_unknown:
    case unsound_thread:
    case bug:
      break;
  }
  return false;
}

void heed_signals() noexcept {
  for (const int one : ends) {
    struct sigaction action{};
    if (::sigaction(one, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) {
      continue;
    }
    action = {};
    action.sa_handler = end_by_signal;
    action.sa_mask = all_ends();
    ::sigaction(one, &action, nullptr);
  }
}

SignalsHeld::SignalsHeld() noexcept {
  const sigset_t wait = all_ends();
  ::pthread_sigmask(SIG_BLOCK, &wait, &before_);
}

SignalsHeld::~SignalsHeld() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

void remember_unfinished(const std::string& path) noexcept {
  unfinished_there.store(false);
  if (path.empty() || path.size() >= unfinished.size()) {
    return;
  }
  *std::copy(path.begin(), path.end(), unfinished.begin()) = '\0';
  unfinished_there.store(true);
}

}  // namespace discreet::cli
