#include "ledger/sqlite/file_lock.hpp"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>
#include <thread>

#include "discreet/error.hpp"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace discreet::detail {
namespace {

// Two bytes far behind every byte of the file and those that SQLite locks.
constexpr long long held_byte = 0x4000'0000'0000'0000;
constexpr long long turn_byte = held_byte + 1;

// Whether somebody else has the lock that could not be taken.
//
// Throws    Error{ledger} if there is another reason.
bool is_taken(int error) {
  require(error != EBADF, ErrorKind::ledger, "the ledger or its directory is read-only");
  require(error == EAGAIN || error == EACCES || error == EINTR, ErrorKind::ledger,
          "the ledger's file system has no locks that a ledger can rest on");
  return true;
}

bool set(const File& file, short type, long long at) noexcept {
  struct flock lock{};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = static_cast<off_t>(at);
  lock.l_len = 1;
  return ::fcntl(file.get(), F_OFD_SETLK, &lock) == 0;
}

void unlock(const File& file) noexcept {
  // Nothing is left to try where this fails; the lock goes with the open file.
  static_cast<void>(set(file, F_UNLCK, held_byte) && set(file, F_UNLCK, turn_byte));
}

void wait_for(const File& file, short type, long long at,
              std::chrono::steady_clock::time_point until) {
  for (int tries = 0; !set(file, type, at); ++tries) {
    require(is_taken(errno) && std::chrono::steady_clock::now() < until, ErrorKind::ledger,
            "the ledger is locked by another process, for longer than this one waits");
    std::this_thread::sleep_for(std::chrono::microseconds{tries < 10 ? 500 : 2500});
  }
}

short type_of(FileLock::Mode mode) { return mode == FileLock::Mode::exclusive ? F_WRLCK : F_RDLCK; }

// For writing where that is allowed: an exclusive lock asks for it.
int open_widest(const std::string& path) {
  const int descriptor = open_file(path, O_RDWR);
  return descriptor < 0 && (errno == EACCES || errno == EROFS || errno == EPERM)
             ? open_file(path, O_RDONLY)
             : descriptor;
}

#ifdef O_PATH
constexpr int look_only = O_PATH;  // needs no permission to read
#else
constexpr int look_only = O_RDONLY;
#endif

// The same from a file that the kernel makes up; nothing where there is no /proc.
std::optional<std::uint64_t> mount_in_proc(const File& file) {
  const File facts{"/proc/self/fdinfo/" + std::to_string(file.get()), O_RDONLY};
  if (!facts && errno == ENOENT) {
    return std::nullopt;
  }
  std::array<char, 256> text{};
  const ssize_t got = facts ? ::read(facts.get(), text.data(), text.size() - 1) : -1;
  // Too many open files, say: a guess could take two names for one.
  require(got >= 0, ErrorKind::ledger, "the system cannot say now on which mount the ledger lies");
  constexpr std::string_view label = "mnt_id:";
  const std::size_t found = std::string_view{text.data()}.find(label);
  return found == std::string_view::npos
             ? std::nullopt
             : std::optional{std::strtoull(text.data() + found + label.size(), nullptr, 10)};
}

// The number of the mount that an open file was reached through, where the system tells.
std::optional<std::uint64_t> mount_of(const File& file) {
#ifdef STATX_MNT_ID
  struct statx facts{};
  if (::statx(file.get(), "", AT_EMPTY_PATH, STATX_MNT_ID, &facts) == 0 &&
      (facts.stx_mask & STATX_MNT_ID) != 0) {
    return facts.stx_mnt_id;
  }
#endif
  return mount_in_proc(file);
}

bool same_mount(const File& one, const File& other) {
  const auto first = mount_of(one);
  const auto second = mount_of(other);
  if (first && second) {
    return *first == *second;
  }
  struct stat here{};
  struct stat there{};
  return ::fstat(one.get(), &here) == 0 && ::fstat(other.get(), &there) == 0 &&
         here.st_dev == there.st_dev;
}

}  // namespace

FileLock::FileLock(const std::string& path, std::chrono::milliseconds patience)
    : path_(path), patience_(patience), file_(open_widest(path)), process_(::getpid()) {
  require(static_cast<bool>(file_), ErrorKind::ledger,
          "the ledger, or the journal beside it, cannot be opened");
}

FileLock::~FileLock() {
  // Closing any descriptor of a file drops the POSIX locks that SQLite has on it for this process. While
  // this lock is held, no ledger of this library is in a transaction, so there are none to drop. A lock goes
  // when nobody has the open file any more, and a child that was forked has this one: so it is taken on
  // the file opened anew, which is closed last.
  if (::getpid() == process_) {
    try {
      last_.emplace("/proc/self/fd/" + std::to_string(file_.get()),
                    ::fcntl(file_.get(), F_GETFL) & O_ACCMODE);
      take_on(*last_ ? *last_ : file_, Mode::exclusive);
    } catch (const std::exception&) {
      return;
    }
  }
}

void FileLock::take_on(const File& file, Mode mode) const {
  const auto until = std::chrono::steady_clock::now() + patience_;
  wait_for(file, type_of(mode), turn_byte, until);
  try {
    wait_for(file, type_of(mode), held_byte, until);
  } catch (const Error&) {
    unlock(file);
    throw;
  }
  if (!set(file, F_UNLCK, turn_byte)) {
    unlock(file);
    throw Error{ErrorKind::ledger, "the ledger's lock cannot be let go"};
  }
}

void FileLock::take(Mode mode) const { take_on(file_, mode); }

void FileLock::release() const noexcept {
  // The lock belongs to the open file, which a forked child shares with its parent.
  if (::getpid() == process_) {
    unlock(file_);
  }
}

bool FileLock::try_byte(long long at) const { return set(file_, F_WRLCK, at) || !is_taken(errno); }

void FileLock::release_byte(long long at) const noexcept {
  if (::getpid() == process_) {
    static_cast<void>(set(file_, F_UNLCK, at));
  }
}

void FileLock::reserve(std::uint64_t bytes) const {
  struct stat status{};
  require(::fstat(file_.get(), &status) == 0, ErrorKind::ledger,
          "the ledger's file cannot be read");
  // The size stays. A file system that cannot do this says so, and is believed to have room.
  const int done =
      ::fallocate(file_.get(), FALLOC_FL_KEEP_SIZE, status.st_size, static_cast<off_t>(bytes));
  require(done == 0 || (errno != ENOSPC && errno != EDQUOT && errno != EFBIG), ErrorKind::ledger,
          "the disk of the ledger is full");
}

void FileLock::require_one_name() const {
  struct stat opened{};
  struct stat named{};
  require(::fstat(file_.get(), &opened) == 0 && ::stat(path_.c_str(), &named) == 0 &&
              opened.st_dev == named.st_dev && opened.st_ino == named.st_ino,
          ErrorKind::ledger, "the ledger's file was moved or replaced while it was open");
  require(opened.st_nlink == 1, ErrorKind::ledger,
          "the ledger's file has more than one name (a hard link), and what is charged through one "
          "could "
          "be undone through another; remove all but one");
  std::error_code failed;
  const auto real = std::filesystem::canonical(path_, failed);
  require(!failed, ErrorKind::ledger, "the ledger's path cannot be read");
  const File directory{real.parent_path().string(), look_only | O_DIRECTORY};
  require(static_cast<bool>(directory), ErrorKind::ledger,
          "the ledger's directory cannot be opened");
  require(same_mount(file_, directory), ErrorKind::ledger,
          "the ledger's file is a mount of its own, and what is charged through it could be undone "
          "through "
          "its other name; mount the directory");
}

}  // namespace discreet::detail
