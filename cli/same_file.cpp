#include "same_file.hpp"

#include <filesystem>

#include "discreet/ledger/text.hpp"
#include <sys/stat.h>
#include <unistd.h>

namespace discreet::cli {
namespace {

bool find(const std::string& name, struct stat& status) {
  return name == "-" ? ::fstat(STDIN_FILENO, &status) == 0 : ::stat(name.c_str(), &status) == 0;
}

// The directory that a file of this name would be made in.
std::string directory_of(const std::string& name) {
  const auto parent = std::filesystem::path{name}.parent_path().string();
  return parent.empty() ? "." : parent;
}

}  // namespace

FileIdentity identity_of(const std::string& name) {
  struct stat status{};
  if (is_server_address(name)) {
    return {.name = name};
  }
  if (find(name, status)) {
    return {.device = status.st_dev, .inode = status.st_ino, .name = {}};
  }
  if (find(directory_of(name), status)) {
    return {.device = status.st_dev,
            .inode = status.st_ino,
            .name = std::filesystem::path{name}.filename().string()};
  }
  return {.name = name};
}

bool same_file(const std::string& one, const std::string& other) {
  return one == other || identity_of(one) == identity_of(other);
}

}  // namespace discreet::cli
