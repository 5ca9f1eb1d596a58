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
  // Elsewhere two stars are folders of any depth; here they would be one, and files that are meant left out.
  if (pattern.find("**") != std::string::npos) {
    throw UsageError{"'**' matches no more than '*' does, in '" + pattern +
                     "': write a pattern for each depth, as in 'a/*.csv' 'a/*/*.csv'"};
  }
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
  // By itself that name would be standard input.
  std::replace(out.begin(), out.end(), std::string{"-"}, std::string{"./-"});
  return out;
}

}  // namespace

std::vector<std::string> matching_files(const std::vector<std::string>& words, RowsAre rows) {
  std::vector<std::string> out;
  for (const std::string& word : words) {
    if (word.find_first_of("*?[") == std::string::npos || is_there(word)) {
      out.push_back(word);
      continue;
    }
    try {
      const std::vector<std::string> found = files_that_match(word);
      out.insert(out.end(), found.begin(), found.end());
    } catch (const UsageError&) {
      if (rows == RowsAre::needed) {
        throw;
      }
      out.push_back(word);
    }
  }
  return out;
}

void require_row_files(const std::vector<std::string>& files, const NamedWord& list,
                       const std::vector<NamedWord>& other_files) {
  // A pattern that stayed as it is, since the rows might not have been needed, is refused now.
  static_cast<void>(matching_files(files));
  std::vector<NamedWord> inputs;
  inputs.reserve(files.size() + 1 + other_files.size());
  for (const std::string& file : files) {
    inputs.push_back({files.size() == 1 ? "the rows" : "the rows of " + file, file});
  }
  inputs.push_back(list);
  inputs.insert(inputs.end(), other_files.begin(), other_files.end());
  require_distinct_files(inputs);
}

}  // namespace discreet::cli
