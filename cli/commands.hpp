#pragma once

#include <functional>

namespace CLI {  // NOLINT(readability-identifier-naming): a library names it so
class App;
}

namespace discreet::cli {

/// Adds a command to the program; `run` is set to what it does when it was chosen.
using Run = std::function<void()>;
void add_top_k(CLI::App& program, Run& run);
void add_select(CLI::App& program, Run& run);
void add_check(CLI::App& program, Run& run);
void add_plan(CLI::App& program, Run& run);
void add_ledger(CLI::App& program, Run& run);
void add_help(CLI::App& program, Run& run);
void add_completion(CLI::App& program, Run& run);

/// Runs the program.
///
/// Law       0 for success, 1 if the result could not be written or something is wrong with the
///           machine, 2 usage, 3 input, 4 over budget, 5 ledger, 6 if something was charged, or may have been, and the
///           result was not delivered; errors are one line on standard error. Only 0 and 6 follow a charge.
int run_program(int count, const char* const* words);

}  // namespace discreet::cli
