#pragma once

#include <string>

namespace discreet::detail {

/// A file beside the place it is meant for, removed again unless it was published.
///
/// Throws    Error{ledger}.
class UnfinishedFile {
 public:
  /// Creates it, readable by its owner only whatever the umask.
  explicit UnfinishedFile(const std::string& path);
  UnfinishedFile(const UnfinishedFile&) = delete;
  UnfinishedFile& operator=(const UnfinishedFile&) = delete;
  UnfinishedFile(UnfinishedFile&&) = delete;
  UnfinishedFile& operator=(UnfinishedFile&&) = delete;
  ~UnfinishedFile();

  [[nodiscard]] const std::string& path() const noexcept { return path_; }

  /// Gives it its name, durably, and no other; fails where a file stands already.
  void publish();

 private:
  std::string target_;
  std::string path_;
};

}  // namespace discreet::detail
