#pragma once

#include <string>

namespace discreet::cli {

/// Whether two names mean one file: by device and inode where both are there, so through links too, else by
/// directory and name. "-" is standard input.
bool same_file(const std::string& one, const std::string& other);

}  // namespace discreet::cli
