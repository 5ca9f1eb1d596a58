#pragma once

#include <string>
#include <vector>

#include "byte_source.hpp"

namespace discreet::cli {

/// The public list of candidates: one on each line, in the file's order.
///
/// Requires  valid UTF-8 without NUL, lines of at most 64 KiB that end in LF or CRLF; at least one
///           line, none empty, none twice.
/// Throws    InputError with the line.
std::vector<std::string> read_candidates(const NextBytes& next_bytes);

}  // namespace discreet::cli
