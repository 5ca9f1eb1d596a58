#include "matching_files.hpp"

#include <algorithm>
#include <memory>
#include <new>

#include "input_error.hpp"
#include <glob.h>
#include <sys/stat.h>

namespace discreet::cli {
namespace {

bool is_there(const std::string& path) {
  struct stat status{};
  return ::lstat(path.c_str(), &status) == 0;
}

std::vector<std::string> files_that_match(const std::string& pattern) {
  glob_t found{};
  const std::unique_ptr<glob_t, decltype(&::globfree)> end{&found, &::globfree};
  const int code = ::glob(pattern.c_str(), GLOB_ERR | GLOB_NOSORT, nullptr, &found);
  if (code == GLOB_NOSPACE) {
    throw std::bad_alloc{};
  }
  if (code == GLOB_NOMATCH) {
    throw UsageError{"no file matches '" + pattern + "'"};
  }
  if (code != 0) {
    throw UsageError{"the files that match '" + pattern + "' cannot be listed"};
  }
  std::vector<std::string> out{found.gl_pathv, found.gl_pathv + found.gl_pathc};
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

std::vector<std::string> matching_files(const std::vector<std::string>& words) {
  std::vector<std::string> out;
  for (const std::string& word : words) {
    if (word.find_first_of("*?[") == std::string::npos || is_there(word)) {
      out.push_back(word);
      continue;
    }
    const std::vector<std::string> found = files_that_match(word);
    out.insert(out.end(), found.begin(), found.end());
  }
  return out;
}

std::vector<NamedWord> named_files(const std::vector<std::string>& files) {
  std::vector<NamedWord> out;
  out.reserve(files.size());
  for (const std::string& file : files) {
    out.push_back({files.size() == 1 ? "the rows" : "the rows of " + file, file});
  }
  return out;
}

}  // namespace discreet::cli
