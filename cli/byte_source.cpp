#include "byte_source.hpp"

#include <cerrno>

#include "input_error.hpp"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace discreet::cli {
namespace {

constexpr std::size_t piece_size = 1UL << 20;

std::string reason(int error) {
  switch (error) {
    case ENOENT:
      return "there is no such file";
    case EACCES:
    case EPERM:
      return "there is no permission to read it";
    case EISDIR:
      return "it is a directory";
    default:
      return "it cannot be read";
  }
}

}  // namespace

ByteSource::ByteSource(const std::string& path)
    : descriptor_(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)),
      buffer_(piece_size) {
  if (descriptor_ < 0) {
    throw InputError{reason(errno)};
  }
  struct stat status{};
  if (::fstat(descriptor_, &status) == 0) {
    if (S_ISDIR(status.st_mode)) {
      throw InputError{reason(EISDIR)};
    }
    size_ = S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0;
  }
}

ByteSource::~ByteSource() {
  if (descriptor_ > STDIN_FILENO) {
    ::close(descriptor_);
  }
}

std::string_view ByteSource::next() {
  ssize_t got = 0;
  do {
    got = ::read(descriptor_, buffer_.data(), buffer_.size());
  } while (got < 0 && errno == EINTR);
  if (got < 0) {
    throw InputError{reason(errno)};
  }
  done_ += static_cast<std::uint64_t>(got);
  return {buffer_.data(), static_cast<std::size_t>(got)};
}

}  // namespace discreet::cli
