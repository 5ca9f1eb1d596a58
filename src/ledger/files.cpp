#include "ledger/files.hpp"

#include <cerrno>
#include <filesystem>

#include "discreet/error.hpp"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace discreet::detail {

int open_file(const std::string& path, int flags, unsigned mode) {
  const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC, mode);
  if (descriptor < 0 || descriptor > STDERR_FILENO) {
    return descriptor;
  }
  // Where standard output was closed, what is printed would go into this file.
  const int moved = ::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  const int error = errno;
  ::close(descriptor);
  errno = error;
  return moved;
}

File::File(const std::string& path, int flags, unsigned mode)
    : descriptor_(open_file(path, flags, mode)) {}

File::~File() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

bool File::write_all(std::string_view bytes, std::size_t place) const {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t wrote = ::pwrite(descriptor_, bytes.data() + done, bytes.size() - done,
                                   static_cast<off_t>(place + done));
    if (wrote < 0 && errno == EINTR) {
      continue;
    }
    if (wrote <= 0) {
      return false;
    }
    done += static_cast<std::size_t>(wrote);
  }
  return true;
}

bool File::sync() const { return ::fsync(descriptor_) == 0; }

std::string plain_path(const std::string& path) {
  std::error_code failed;
  const auto absolute = std::filesystem::absolute(path, failed);
  require(!failed && !path.empty() && path.find('\0') == std::string::npos, ErrorKind::ledger,
          "the ledger's path cannot be used");
  for (const char* const suffix : {"-journal", "-wal", "-shm"}) {
    require(
        !path.ends_with(suffix), ErrorKind::ledger,
        "names that end in -journal, -wal or -shm belong to SQLite, which writes and removes them");
  }
  return absolute.string();
}

bool sync_directory(const std::string& path) {
  const File directory{std::filesystem::path{path}.parent_path().string(), O_RDONLY | O_DIRECTORY};
  return directory && directory.sync();
}

void require_file(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) {
    throw Error{ErrorKind::ledger, errno == ENOENT ? "there is no ledger at this path"
                                                   : "the ledger's path cannot be read"};
  }
  require(S_ISREG(status.st_mode), ErrorKind::ledger, "the ledger's path is not a plain file");
  require(::access(path.c_str(), R_OK) == 0, ErrorKind::ledger,
          "there is no permission to read the ledger");
}

}  // namespace discreet::detail
