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

bool same_inode(const struct stat& one, const struct stat& other) {
  return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

// The directory that a file of this name would be made in.
std::string directory_of(const std::string& name) {
  const auto parent = std::filesystem::path{name}.parent_path().string();
  return parent.empty() ? "." : parent;
}

}  // namespace

bool same_file(const std::string& one, const std::string& other) {
  if (one == other) {
    return true;
  }
  if (is_server_address(one) || is_server_address(other)) {
    return false;
  }
  struct stat first{};
  struct stat second{};
  const bool first_there = find(one, first);
  const bool second_there = find(other, second);
  if (first_there || second_there) {
    return first_there && second_there && same_inode(first, second);
  }
  return std::filesystem::path{one}.filename() == std::filesystem::path{other}.filename() &&
         find(directory_of(one), first) && find(directory_of(other), second) &&
         same_inode(first, second);
}

}  // namespace discreet::cli
