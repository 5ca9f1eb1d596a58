#pragma once

#include <string>
#include <vector>

#include "distinct_inputs.hpp"

namespace discreet::cli {

/// The files that words of a command line mean, in their order.
///
/// Law       a word is a file of exactly that name, or standard input ("-"); with *, ? or [ in it and no such file it is
///           a pattern, as shells know it, and means every file that matches, in the order of their bytes.
/// Throws    UsageError for a pattern that nothing matches, or where a directory cannot be read.
std::vector<std::string> matching_files(const std::vector<std::string>& words);

/// The files of the rows as a refusal names them.
std::vector<NamedWord> named_files(const std::vector<std::string>& files);

}  // namespace discreet::cli
