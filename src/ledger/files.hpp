#pragma once

#include <string>
#include <string_view>

namespace discreet::detail {

/// Opens a file as open() does, but never as standard input, output or error.
int open_file(const std::string& path, int flags, unsigned mode = 0);

/// A file descriptor that closes itself.
class File {
 public:
  /// Opens; the descriptor is negative if that failed, with errno as open() left it.
  File(const std::string& path, int flags, unsigned mode = 0);
  /// Owns an open descriptor, or a negative one.
  explicit File(int descriptor) : descriptor_(descriptor) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  File(File&&) = delete;
  File& operator=(File&&) = delete;
  ~File();

  [[nodiscard]] int get() const noexcept { return descriptor_; }
  explicit operator bool() const noexcept { return descriptor_ >= 0; }

  /// Writes all of it at a place, the start unless said; false if that failed.
  [[nodiscard]] bool write_all(std::string_view bytes, std::size_t place = 0) const;
  [[nodiscard]] bool sync() const;

 private:
  int descriptor_;
};

/// The path as SQLite should see it: absolute, so that no name has a special meaning.
///
/// Throws    Error{ledger} if there is none, or if the name is one that SQLite gives to the files beside
///           a ledger.
std::string plain_path(const std::string& path);

/// Makes the names in the directory of a path durable; false if that failed.
bool sync_directory(const std::string& path);

/// Throws Error{ledger} unless there is a plain file at the path that may be read.
void require_file(const std::string& path);

}  // namespace discreet::detail
