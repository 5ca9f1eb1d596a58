#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "ledger/files.hpp"

namespace discreet::detail {

/// A lock on a ledger's file, on a descriptor of its own: unlike a POSIX lock, it stays when something
/// else in the process closes the file.
///
/// Law       at most one holder of Mode::exclusive, and then none of Mode::shared, among all locks of all
///           processes on the file. Who waits for Mode::exclusive is not passed by those who come later.
/// Throws    Error{ledger}.
/// Proof     proofs/ledger/charge.md
class FileLock {
 public:
  enum class Mode { shared, exclusive };

  FileLock(const std::string& path, std::chrono::milliseconds patience);
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  FileLock(FileLock&&) = delete;
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock();

  /// Takes the lock, waiting for as long as the patience lasts.
  void take(Mode mode) const;
  void release() const noexcept;

  /// Locks one byte that the lock itself does not use, exclusively, if nobody else has it.
  ///
  /// Throws    Error{ledger} if the system has no such lock for this file.
  [[nodiscard]] bool try_byte(long long at) const;
  void release_byte(long long at) const noexcept;

  /// Takes room on the disk for so many bytes behind the file's end, where its file system can.
  ///
  /// Throws    Error{ledger} if there is none.
  void reserve(std::uint64_t bytes) const;

  /// Throws Error{ledger} unless the path still names the file that was opened, no other name does, and
  /// it lies on the same mount as its directory: SQLite finds a journal by the file's name.
  void require_one_name() const;

  /// The file, for reading: opening and closing it once more would drop SQLite's locks.
  [[nodiscard]] const File& file() const noexcept { return file_; }

 private:
  void take_on(const File& file, Mode mode) const;

  std::string path_;
  std::chrono::milliseconds patience_;
  std::optional<File> last_;  // the file opened anew, to be closed after the other
  File file_;
  pid_t process_;
};

/// Holds a lock for as long as it lives.
class LockHold {
 public:
  LockHold(const FileLock& lock, FileLock::Mode mode) : lock_(lock) { lock_.take(mode); }
  LockHold(const LockHold&) = delete;
  LockHold& operator=(const LockHold&) = delete;
  LockHold(LockHold&&) = delete;
  LockHold& operator=(LockHold&&) = delete;
  ~LockHold() { lock_.release(); }

 private:
  const FileLock& lock_;
};

}  // namespace discreet::detail
