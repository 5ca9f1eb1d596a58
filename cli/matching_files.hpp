#pragma once

#include <string>
#include <vector>

#include "distinct_inputs.hpp"

namespace discreet::cli {

/// Whether a command reads its rows: not where a run has stored the result.
enum class RowsAre { needed, perhaps_stored };

/// The files that words of a command line mean, in their order.
///
/// Law       a word is a file of exactly that name, or standard input ("-"); with *, ? or [ in it and no such file it is
///           a pattern, as shells know it, and means every file that matches, in the order of their bytes; a file that
///           is called - is then ./-.
/// Throws    UsageError for a pattern that nothing matches, or where a directory cannot be read; where the rows may not be
///           needed, such a pattern stays as it is.
std::vector<std::string> matching_files(const std::vector<std::string>& words,
                                        RowsAre rows = RowsAre::needed);

/// Refuses files of rows that are not there, or that are one file with another input.
///
/// Requires  what matching_files gave.
/// Throws    UsageError, as matching_files and require_distinct_files.
void require_row_files(const std::vector<std::string>& files, const NamedWord& list,
                       const std::vector<NamedWord>& other_files);

}  // namespace discreet::cli
