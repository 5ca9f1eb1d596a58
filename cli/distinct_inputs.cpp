#include "distinct_inputs.hpp"

#include <map>

#include "input_error.hpp"
#include "same_file.hpp"

namespace discreet::cli {
namespace {

// Looked up and not compared in pairs: a pattern may match many thousands of files.
template <class IdentityOf>
void require_distinct(const std::vector<NamedWord>& words, const char* thing, IdentityOf identity) {
  std::map<decltype(identity(std::string{})), const NamedWord*> seen;
  for (const NamedWord& word : words) {
    if (!word.given) {
      continue;
    }
    const auto [first, is_new] = seen.emplace(identity(*word.given), &word);
    if (!is_new) {
      throw UsageError{first->second->what + " and " + word.what + " must not be one " + thing};
    }
  }
}

}  // namespace

void require_distinct_files(const std::vector<NamedWord>& files) {
  require_distinct(files, "file", identity_of);
}

void require_distinct_columns(const std::vector<NamedWord>& columns) {
  require_distinct(columns, "column", [](const std::string& name) { return name; });
}

}  // namespace discreet::cli
