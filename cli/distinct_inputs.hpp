#pragma once

#include <optional>
#include <string>
#include <vector>

namespace discreet::cli {

/// Something that a command line names: for people what it is, and what was given for it, if anything.
struct NamedWord {
  std::string what;
  std::optional<std::string> given;
};

/// Refuses two inputs that are one file: a private one would be printed as if it were public.
///
/// Law       files are one if they have one device and inode, whatever names, links or descriptors
///           lead there; "-" is standard input.
/// Throws    UsageError.
void require_distinct_files(const std::vector<NamedWord>& files);

/// Refuses two roles that are one column, for the same reason.
///
/// Throws    UsageError.
void require_distinct_columns(const std::vector<NamedWord>& columns);

}  // namespace discreet::cli
