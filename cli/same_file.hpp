#pragma once

#include <string>

#include <sys/types.h>

namespace discreet::cli {

/// What two names of one file have in common: device and inode where it is there, so through links too, else those of
/// its directory, and its name. "-" is standard input.
struct FileIdentity {
  ::dev_t device = 0;
  ::ino_t inode = 0;
  std::string name;  // of a file that is not there; the address of a server's ledger

  auto operator<=>(const FileIdentity&) const = default;
};

FileIdentity identity_of(const std::string& name);

/// Whether two names mean one file.
bool same_file(const std::string& one, const std::string& other);

}  // namespace discreet::cli
