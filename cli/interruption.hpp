#pragma once

#include <csignal>
#include <string>

#include "discreet/error.hpp"

namespace discreet::cli {

/// How far a run has come, as far as its end is concerned.
enum class Stage {
  uncharged,  ///< nothing is charged
  charging,   ///< a charge is under way: from outside one cannot tell whether it was made
  charged,    ///< it is on disk, and the result is not yet where it was asked for
  delivered,  ///< the result is there, whole
};

/// What a run ends with that charged and did not deliver, or may have.
inline constexpr int charged_not_delivered = 6;

void enter(Stage stage) noexcept;
[[nodiscard]] Stage stage() noexcept;

/// What is charged from now on is the run of an id: who repeats the command uses that charge. What is said of the end
/// says so.
void enter_run() noexcept;
[[nodiscard]] bool in_run() noexcept;

/// Whether what a ledger threw while charging says that the budget is as it was; of a bug nobody knows.
[[nodiscard]] bool leaves_uncharged(ErrorKind kind) noexcept;

/// From now on a signal that ends the program removes the unfinished file first.
///
/// Law       nothing charged: the program dies by the signal, as any other. Charged, or perhaps charged: exit code 6
///           and a line on standard error. Delivered: it ends as if there had been no signal.
///           What the caller ignores, as under nohup, stays ignored.
void heed_signals() noexcept;

/// While this lives, signals wait.
class SignalsHeld {
 public:
  SignalsHeld() noexcept;
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;
  SignalsHeld(SignalsHeld&&) = delete;
  SignalsHeld& operator=(SignalsHeld&&) = delete;
  ~SignalsHeld();

 private:
  sigset_t before_{};
};

/// The one file that a signal must remove; an empty name for none.
///
/// Requires  that signals are held.
void remember_unfinished(const std::string& path) noexcept;

}  // namespace discreet::cli
