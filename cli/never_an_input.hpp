#pragma once

#include <optional>
#include <string>
#include <vector>

#include "options.hpp"

namespace discreet::cli {

/// Where the result goes, once it is certain that this is no file that is read: none of the inputs, not the
/// ledger, not what it or SQLite keeps beside it, not the witness; nor any other ledger, witness or such name. The
/// same holds for standard output, whose name is the shell's.
///
/// Throws    UsageError.
std::optional<std::string> never_an_input(const std::optional<std::string>& output,
                                          const std::vector<std::string>& inputs,
                                          const ChargeOptions& charge);

}  // namespace discreet::cli
