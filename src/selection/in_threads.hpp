#pragma once

#include <exception>
#include <system_error>
#include <thread>
#include <vector>

#include "discreet/numbers/rounding.hpp"

namespace discreet::detail {

/// How many cores the process may use, at least one.
[[nodiscard]] unsigned usable_cores();

/// Calls part(t) once for every t below count, the first in this thread and each other in one of its own.
///
/// Law       all parts have ended when it returns or throws. A part whose thread the system does not give runs in this
///           one.
/// Throws    what the first part of those that failed throws, in their order; Error{unsound_thread} from a thread without
///           sound arithmetic.
template <class Part>
void in_threads(unsigned count, const Part& part) {
  if (count <= 1) {
    part(0U);
    return;
  }
  std::vector<std::exception_ptr> failed(count);
  {
    const auto run = [&](unsigned t) {
      try {
        require_sound_arithmetic();
        part(t);
      } catch (...) {
        failed[t] = std::current_exception();
      }
    };
    // Declared last, so that they are joined before anything they use is gone.
    std::vector<std::jthread> helpers;
    helpers.reserve(count - 1);
    for (unsigned t = 1; t < count; ++t) {
      try {
        helpers.emplace_back(run, t);
      } catch (const std::system_error&) {
        // No more threads to be had: this one does that part as well.
        run(t);
      }
    }
    run(0);
  }
  for (const std::exception_ptr& failure : failed) {
    if (failure) {
      std::rethrow_exception(failure);
    }
  }
}

}  // namespace discreet::detail
