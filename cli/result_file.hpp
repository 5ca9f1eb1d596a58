#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace discreet::cli {

/// Where a result goes: standard output, or a file that appears whole or not at all.
///
/// Law       the place is tried when this is made, before anything is read or charged: the new file is created at once,
///           and renamed over the old one, durably, when it is written. A signal removes it.
///           A link is followed; what is not a plain file, as /dev/null, is never replaced.
/// Throws    OutputError with the path and the system's reason, UsageError if the path is empty.
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

  /// Writes it all; on return the stage is Stage::delivered.
  void write(const std::string& text);

 private:
  void create(const std::string& pattern);
  void publish();

  std::optional<std::string> path_;
  std::string name_;  ///< as it was written, for messages
  std::string unfinished_;
  int descriptor_ = 1;
  int directory_ = -1;
};

}  // namespace discreet::cli
