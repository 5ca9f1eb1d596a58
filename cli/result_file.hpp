#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace discreet::cli {

/// Where a result goes: standard output, or a file that appears whole or not at all.
///
/// Law       the place is tried before anything is charged: the new file is made at once, and renamed
///           over the old one, durably, when it is written.
///           A link is followed; what is not a plain file, as /dev/null, is never replaced.
/// Throws    OutputError, UsageError if the path is empty.
class ResultFile {
 public:
  explicit ResultFile(std::optional<std::string> path);
  ResultFile(const ResultFile&) = delete;
  ResultFile& operator=(const ResultFile&) = delete;
  ResultFile(ResultFile&&) = delete;
  ResultFile& operator=(ResultFile&&) = delete;
  ~ResultFile();

  /// Takes room on the disk for a file of so many bytes, so that a full disk is met before the charge.
  void reserve(std::size_t bytes);

  void write(const std::string& text);

 private:
  std::optional<std::string> path_;
  std::string unfinished_;
  int descriptor_ = 1;
};

}  // namespace discreet::cli
