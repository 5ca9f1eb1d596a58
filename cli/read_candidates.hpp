#pragma once

#include <string>
#include <vector>

#include "byte_source.hpp"

namespace discreet::cli {

/// What a public list has, so that a refusal can name it.
enum class ListOf { candidates, groups };

/// The public list of candidates, or of groups: one on each line, in the file's order.
///
/// Law       what cannot equal any item, but was meant to, is refused from the list alone.
/// Requires  valid UTF-8 without NUL, lines of at most 64 KiB that end in LF or CRLF; at least one
///           line, none empty, none twice, none with a blank or an invisible character at an end, none
///           in quotes, none with a tab; all or none beginning with '#'; not every line with the same number
///           of fields above one.
/// Throws    InputError with the line.
std::vector<std::string> read_candidates(const NextBytes& next_bytes,
                                         ListOf what = ListOf::candidates);

/// The same list as a column of a table, in the file's order.
///
/// Law       fields are separated by `separator` if the header then has the column, else by whichever of
///           comma, semicolon, tab and bar gives it one.
/// Requires  a table as TableReader has it; at least one row; fields of at most 64 KiB, none empty, none
///           twice, none with a blank or an invisible character at an end.
/// Throws    InputError with the line.
std::vector<std::string> read_candidates(const NextBytes& next_bytes, char separator,
                                         const std::string& column,
                                         ListOf what = ListOf::candidates);

}  // namespace discreet::cli
