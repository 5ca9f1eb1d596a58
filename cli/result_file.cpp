#include "result_file.hpp"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "input_error.hpp"
#include "interruption.hpp"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace discreet::cli {
namespace {

std::string system_reason(int error) { return std::generic_category().message(error); }

int write_all(int descriptor, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t wrote = ::write(descriptor, text.data() + done, text.size() - done);
    if (wrote < 0 && errno == EINTR) {
      continue;
    }
    if (wrote <= 0) {
      return wrote < 0 ? errno : EIO;
    }
    done += static_cast<std::size_t>(wrote);
  }
  return 0;
}

// A result may be read by whom the umask lets, as with any other program.
mode_t usual_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666U & ~mask;
}

// The place itself, where a link leads to it.
std::string target_of(const std::string& path) {
  std::error_code unknown;
  const auto there = std::filesystem::status(path, unknown);
  if (std::filesystem::is_directory(there)) {
    throw OutputError{"--output " + path + ": " + system_reason(EISDIR)};
  }
  if (!std::filesystem::exists(there)) {
    if (std::filesystem::is_symlink(std::filesystem::symlink_status(path, unknown))) {
      throw OutputError{"--output " + path + ": it is a link that leads to no file"};
    }
    return path;
  }
  // The rename would put a file in place of a device, a pipe or a link.
  if (!std::filesystem::is_regular_file(there)) {
    throw OutputError{"--output " + path +
                      ": it must be a plain file; a device or a pipe cannot be replaced"};
  }
  const auto target = std::filesystem::canonical(path, unknown);
  return unknown ? path : target.string();
}

}  // namespace

ResultFile::ResultFile(std::optional<std::string> path) : path_(std::move(path)) {
  if (!path_) {
    const int flags = ::fcntl(descriptor_, F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY) {
      throw OutputError{"standard output is closed"};
    }
    return;
  }
  name_ = "--output " + *path_;
  path_ = target_of(*path_);
  auto parent = std::filesystem::path{*path_}.parent_path().string();
  parent = parent.empty() ? "." : parent;
  directory_ = ::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory_ < 0) {
    throw OutputError{name_ + ": " + system_reason(errno)};
  }
  create(*path_ + ".new-XXXXXX");
}

void ResultFile::create(const std::string& pattern) {
  const SignalsHeld held;
  unfinished_ = pattern;
  descriptor_ = ::mkostemp(unfinished_.data(), O_CLOEXEC);
  if (descriptor_ < 0) {
    const int error = errno;
    unfinished_.clear();
    ::close(directory_);
    throw OutputError{name_ + ": " + system_reason(error)};
  }
  remember_unfinished(unfinished_);
}

ResultFile::~ResultFile() {
  if (path_) {
    ::close(descriptor_);
    ::close(directory_);
  }
  if (!unfinished_.empty()) {
    ::unlink(unfinished_.c_str());
    remember_unfinished("");
  }
}

void ResultFile::reserve(std::size_t bytes) {
  if (!path_) {
    return;
  }
  // The size stays 0. A file system that cannot do this says so, and is believed to have room.
  const int done = ::fallocate(descriptor_, FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(bytes));
  if (done != 0 && (errno == ENOSPC || errno == EDQUOT || errno == EFBIG)) {
    throw OutputError{name_ + ": there is no room for it: " + system_reason(errno)};
  }
}

void ResultFile::write(const std::string& text) {
  if (const int error = write_all(descriptor_, text); error != 0) {
    if (!path_) {
      throw OutputError{error == EPIPE ? "the reader of the result has gone away"
                                       : "the result cannot be written: " + system_reason(error)};
    }
    throw OutputError{name_ + ": " + system_reason(error)};
  }
  if (path_) {
    const bool good = ::ftruncate(descriptor_, static_cast<off_t>(text.size())) == 0 &&
                      ::fchmod(descriptor_, usual_mode()) == 0 && ::fsync(descriptor_) == 0;
    if (!good) {
      throw OutputError{name_ + ": " + system_reason(errno)};
    }
    publish();
  }
  enter(Stage::delivered);
}

void ResultFile::publish() {
  // A signal comes before, and the file is gone; or after, and the result stays.
  const SignalsHeld held;
  if (::rename(unfinished_.c_str(), path_->c_str()) != 0) {
    throw OutputError{name_ + ": " + system_reason(errno)};
  }
  unfinished_.clear();
  remember_unfinished("");
  // A file system that cannot sync a directory says EINVAL, and keeps names in its own way.
  if (::fsync(directory_) != 0 && errno != EINVAL) {
    throw OutputError{name_ + ": it may not outlive a power cut: " + system_reason(errno)};
  }
  enter(Stage::delivered);
}

}  // namespace discreet::cli
