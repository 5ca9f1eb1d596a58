#pragma once

#include <string>
#include <string_view>

namespace discreet::detail {

/// A file descriptor that closes itself.
class File {
 public:
  /// Opens; the descriptor is negative if that failed, with errno as open() left it.
  File(const std::string& path, int flags, unsigned mode = 0);
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  File(File&&) = delete;
  File& operator=(File&&) = delete;
  ~File();

  [[nodiscard]] int get() const noexcept { return descriptor_; }
  explicit operator bool() const noexcept { return descriptor_ >= 0; }

  /// Writes all of it at the start; false if that failed.
  [[nodiscard]] bool write_all(std::string_view bytes) const;
  [[nodiscard]] bool sync() const;

 private:
  int descriptor_;
};

/// The path as SQLite should see it: absolute, so that no name has a special meaning.
std::string plain_path(const std::string& path);

/// Makes the names in the directory of a path durable; false if that failed.
bool sync_directory(const std::string& path);

/// Throws Error{ledger} unless there is a plain file at the path that may be read.
void require_file(const std::string& path);

}  // namespace discreet::detail
