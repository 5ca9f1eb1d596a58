#pragma once

#include <functional>

#include "app.hpp"

namespace discreet::cli {

/// What a command does when it was chosen.
using Run = std::function<void()>;

/// Adds every command to the program; `run` is set to what the one does that was chosen.
///
/// Law       a file command_x.cpp has a function add_x(program, run), which CMake finds by the file's name.
void add_every_command(App program, Run& run);

/// Runs the program.
///
/// Law       0 for success, 1 if the result could not be written or something is wrong with the
///           machine, 2 usage, 3 input, 4 over budget, 5 ledger, 6 if something was charged, or may have been, and the
///           result was not delivered; errors are one line on standard error. Only 0 and 6 follow a charge.
int run_program(int count, const char* const* words);

}  // namespace discreet::cli
