#include "ledger/sqlite/settled_file.hpp"

#include <array>
#include <cerrno>
#include <filesystem>
#include <utility>

#include "discreet/error.hpp"
#include "ledger/files.hpp"
#include "ledger/run_records.hpp"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace discreet::detail {
namespace {

constexpr std::size_t name_digits = 32;  // 128 bits: no two runs of a ledger share a file
constexpr mode_t owners_only = 0600;
// What a result has beside its room: its run, its hashes and the words before them.
constexpr std::uint64_t most_bytes = most_room + 64UL * 1024;

#ifdef O_TMPFILE
constexpr int unnamed = O_TMPFILE;
#else
constexpr int unnamed = 0;
#endif

constexpr const char* no_unnamed_files =
    "the ledger's file system has no files without a name (O_TMPFILE), and the result of a run is "
    "written to one, so that nobody sees what is drawn and discarded: keep the ledger on another, "
    "as ext4, XFS, Btrfs or tmpfs";
constexpr const char* cannot_be_settled = "the result of a run cannot be written beside the ledger";

[[noreturn]] void throw_unprepared(int error) {
  switch (error) {
    case EACCES:
    case EPERM:
    case EROFS:
      throw Error{ErrorKind::ledger, "the ledger or its directory is read-only"};
    case ENOSPC:
    case EDQUOT:
      throw Error{ErrorKind::ledger, "the disk of the ledger is full"};
    case EOPNOTSUPP:
    case EISDIR:  // what a kernel says that does not know the flag
    case EINVAL:
    case ENOSYS:
      throw Error{ErrorKind::ledger, no_unnamed_files};
    default:
      throw Error{ErrorKind::ledger, cannot_be_settled};
  }
}

std::string link_to(const File& file) { return "/proc/self/fd/" + std::to_string(file.get()); }

// Whether a settlement of this user, or of whose ledger it is, leaves such a file.
bool is_settled(const struct stat& status, const std::string& ledger) {
  struct stat whose{};
  return ::stat(ledger.c_str(), &whose) == 0 && S_ISREG(status.st_mode) &&
         (status.st_mode & 07777U) == owners_only &&
         (status.st_uid == ::geteuid() || status.st_uid == whose.st_uid) && status.st_nlink == 1 &&
         static_cast<std::uint64_t>(status.st_size) <= most_bytes;
}

std::optional<std::string> read_whole(const File& file, std::size_t size) {
  std::string out(size, '\0');
  std::size_t done = 0;
  while (done < size) {
    const ssize_t got =
        ::pread(file.get(), out.data() + done, size - done, static_cast<off_t>(done));
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got <= 0) {
      return std::nullopt;
    }
    done += static_cast<std::size_t>(got);
  }
  return out;
}

}  // namespace

class SettledFile::Unnamed : public Settlement {
 public:
  Unnamed(const SettledFile& place, std::uint64_t size)
      : name_(place.name_),
        size_(size),
        directory_(place.directory_, O_RDONLY | O_DIRECTORY),
        file_(place.directory_, unnamed | O_RDWR, owners_only) {
    if (!file_) {
      throw_unprepared(errno);
    }
    // Whoever charged for the run may have been cut off before the removal of SQLite's journal was durable.
    require(directory_ && directory_.sync(), ErrorKind::ledger, cannot_be_settled);
    require(::fchmod(file_.get(), owners_only) == 0, ErrorKind::ledger, cannot_be_settled);
    // A file system that cannot take room says so, and is believed to have it.
    const int done = ::fallocate(file_.get(), 0, 0, static_cast<off_t>(size));
    require(done == 0 || (errno != ENOSPC && errno != EDQUOT && errno != EFBIG), ErrorKind::ledger,
            "the disk of the ledger is full");
    struct stat own{};
    struct stat linked{};
    require(::fstat(file_.get(), &own) == 0 && ::stat(link_to(file_).c_str(), &linked) == 0 &&
                own.st_dev == linked.st_dev && own.st_ino == linked.st_ino,
            ErrorKind::ledger, "a run needs /proc, through which its result gets a name");
  }

  void settle(const std::string& bytes) override {
    require(bytes.size() == size_, bug, "what is settled has the size that was said");
    require(file_.write_all(bytes) && file_.sync(), ErrorKind::ledger, cannot_be_settled);
    if (::linkat(AT_FDCWD, link_to(file_).c_str(), directory_.get(), name_.c_str(),
                 AT_SYMLINK_FOLLOW) != 0) {
      throw Error{ErrorKind::ledger, errno == EEXIST
                                         ? "the result of this run was settled by somebody else"
                                         : cannot_be_settled};
    }
    // Once more: Btrfs logs nothing of a file without a name.
    require(file_.sync() && directory_.sync(), ErrorKind::ledger, cannot_be_settled);
  }

 private:
  std::string name_;
  std::uint64_t size_;
  File directory_;
  File file_;
};

SettledFile::SettledFile(const std::string& ledger, const std::string& dataset,
                         const std::string& id)
    : ledger_(ledger),
      directory_(std::filesystem::path{ledger}.parent_path().string()),
      name_(std::filesystem::path{ledger}.filename().string() + "-result-" +
            digest_of_run(dataset, id).substr(0, name_digits)) {}

void SettledFile::require_named(bool holds, const char* rule) const {
  if (!holds) {
    throw Error{ErrorKind::ledger, name_ + rule};
  }
}

std::unique_ptr<Settlement> SettledFile::prepare(std::uint64_t size) const {
  require_named(
      !read(),
      " beside the ledger is the settled result of a run that was never charged to it: "
      "either this is an older copy of the ledger, or the file was left by another of its "
      "name, and then move it away; nothing is charged or drawn for the run");
  return std::make_unique<Unnamed>(*this, size);
}

std::optional<std::string> SettledFile::read() const {
  const std::string path = directory_ + "/" + name_;
  const File file{path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK};
  if (!file && errno == ENOENT) {
    return std::nullopt;
  }
  require(file || errno != ENAMETOOLONG, ErrorKind::ledger,
          "the name of the ledger's file is too long for runs, whose results are settled beside it "
          "under names that are 40 bytes longer");
  struct stat status{};
  const bool settled = file && ::fstat(file.get(), &status) == 0 && is_settled(status, ledger_);
  auto out = settled ? read_whole(file, static_cast<std::size_t>(status.st_size)) : std::nullopt;
  require_named(out.has_value(),
                " beside the ledger, where the result of a run is settled, cannot be read or is "
                "not what this user's program left there (a plain file of mode 0600 with one "
                "name): nothing is drawn for the run; if it is another user's, that one repeats "
                "the run");
  // Whoever gave it its name may have been cut off before that was durable.
  require(file.sync() && sync_directory(path), ErrorKind::ledger, cannot_be_settled);
  return out;
}

void SettledFile::remove() const {
  const std::string path = directory_ + "/" + name_;
  // What stays holds no more than the ledger does, and is removed by who asks for the run again.
  static_cast<void>(::unlink(path.c_str()) == 0 && sync_directory(path));
}

}  // namespace discreet::detail
