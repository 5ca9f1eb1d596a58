#include "unfinished_file.hpp"

#include <cerrno>

#include "discreet/error.hpp"
#include "entry.hpp"
#include "files.hpp"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace discreet::detail {

UnfinishedFile::UnfinishedFile(const std::string& path)
    : target_(path), path_(path + ".new-" + random_id()) {
  const File file{path_, O_CREAT | O_EXCL | O_RDWR, 0600};
  require(static_cast<bool>(file), ErrorKind::ledger,
          "the ledger cannot be created: no such directory, no permission, or the disk is full");
  require(::fchmod(file.get(), 0600) == 0, ErrorKind::ledger, "the ledger's mode cannot be set");
}

UnfinishedFile::~UnfinishedFile() { ::unlink(path_.c_str()); }

void UnfinishedFile::publish() const {
  // A link, because unlike a rename it fails where a file stands already.
  if (::link(path_.c_str(), target_.c_str()) != 0) {
    throw Error{ErrorKind::ledger, errno == EEXIST
                                       ? "the file exists; a ledger is never overwritten"
                                       : "the ledger cannot be created"};
  }
  require(sync_directory(target_), ErrorKind::ledger, "the ledger's directory cannot be synced");
}

}  // namespace discreet::detail
