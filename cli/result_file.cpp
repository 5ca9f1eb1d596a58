#include "result_file.hpp"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "input_error.hpp"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace discreet::cli {
namespace {

void write_all(int descriptor, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t wrote = ::write(descriptor, text.data() + done, text.size() - done);
    if (wrote < 0 && errno == EINTR) {
      continue;
    }
    if (wrote <= 0) {
      throw OutputError{errno == EPIPE ? "the reader of the result has gone away"
                                       : "the result cannot be written"};
    }
    done += static_cast<std::size_t>(wrote);
  }
}

// A result may be read by whom the umask lets, as with any other program.
mode_t usual_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666U & ~mask;
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
  if (path_->empty()) {
    throw UsageError{"--output must name a file"};
  }
  std::error_code unknown;
  const auto there = std::filesystem::status(*path_, unknown);
  if (std::filesystem::is_directory(there)) {
    throw OutputError{"--output must not be a directory"};
  }
  if (std::filesystem::exists(there)) {
    // The rename would put a file in place of a device, a pipe or a link.
    if (!std::filesystem::is_regular_file(there)) {
      throw OutputError{"--output must be a plain file: a device or a pipe cannot be replaced"};
    }
    if (const auto target = std::filesystem::canonical(*path_, unknown); !unknown) {
      path_ = target.string();
    }
  }
  unfinished_ = *path_ + ".new-XXXXXX";
  descriptor_ = ::mkostemp(unfinished_.data(), O_CLOEXEC);
  if (descriptor_ < 0) {
    unfinished_.clear();
    throw OutputError{"the file of --output cannot be created"};
  }
}

ResultFile::~ResultFile() {
  if (path_ && descriptor_ >= 0) {
    ::close(descriptor_);
  }
  if (!unfinished_.empty()) {
    ::unlink(unfinished_.c_str());
  }
}

void ResultFile::reserve(std::size_t bytes) {
  if (!path_) {
    return;
  }
  // The size stays 0. A file system that cannot do this says so, and is believed to have room.
  const int done = ::fallocate(descriptor_, FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(bytes));
  if (done != 0 && (errno == ENOSPC || errno == EDQUOT || errno == EFBIG)) {
    throw OutputError{"there is no room for the file of --output"};
  }
}

void ResultFile::write(const std::string& text) {
  write_all(descriptor_, text);
  if (!path_) {
    return;
  }
  const bool good = ::ftruncate(descriptor_, static_cast<off_t>(text.size())) == 0 &&
                    ::fchmod(descriptor_, usual_mode()) == 0 && ::fsync(descriptor_) == 0 &&
                    ::rename(unfinished_.c_str(), path_->c_str()) == 0;
  if (!good) {
    throw OutputError{"the file of --output cannot be written"};
  }
  unfinished_.clear();
}

}  // namespace discreet::cli
