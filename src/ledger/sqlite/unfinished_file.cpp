#include "ledger/sqlite/unfinished_file.hpp"

#include <cerrno>
#include <cstdio>

#include "discreet/error.hpp"
#include "ledger/entry.hpp"
#include "ledger/files.hpp"
#include "ledger/sqlite/leftovers.hpp"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace discreet::detail {
namespace {

// Renames, unless a file of the new name stands already.
bool rename_new(const std::string& from, const std::string& to) {
#ifdef RENAME_NOREPLACE
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) {
    return true;
  }
  if (errno != EINVAL && errno != ENOSYS) {
    return false;
  }
#endif
  return ::link(from.c_str(), to.c_str()) == 0 && ::unlink(from.c_str()) == 0;
}

}  // namespace

UnfinishedFile::UnfinishedFile(const std::string& path)
    : target_(path), path_(path + ".new-" + random_id()) {
  const File file{path_, O_CREAT | O_EXCL | O_RDWR, 0600};
  require(static_cast<bool>(file), ErrorKind::ledger,
          "the ledger cannot be created: no such directory, no permission, or the disk is full");
  require(::fchmod(file.get(), 0600) == 0, ErrorKind::ledger, "the ledger's mode cannot be set");
}

UnfinishedFile::~UnfinishedFile() { ::unlink(path_.c_str()); }

void UnfinishedFile::publish() {
  require_no_leftovers(target_);
  if (!rename_new(path_, target_)) {
    throw Error{ErrorKind::ledger, errno == EEXIST
                                       ? "the file exists; a ledger is never overwritten"
                                       : "the ledger cannot be created"};
  }
  if (!sync_directory(target_)) {
    ::unlink(target_.c_str());
    throw Error{ErrorKind::ledger, "the ledger's directory cannot be synced"};
  }
}

}  // namespace discreet::detail
