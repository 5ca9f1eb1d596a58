#include "distinct_inputs.hpp"

#include <functional>

#include "input_error.hpp"
#include "same_file.hpp"

namespace discreet::cli {
namespace {

void require_distinct(const std::vector<NamedWord>& words, const char* thing,
                      const std::function<bool(const std::string&, const std::string&)>& same) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto& one = words[j];
      const auto& other = words[i];
      if (one.given && other.given && same(*one.given, *other.given)) {
        throw UsageError{one.what + " and " + other.what + " must not be one " + thing};
      }
    }
  }
}

}  // namespace

void require_distinct_files(const std::vector<NamedWord>& files) {
  require_distinct(files, "file", same_file);
}

void require_distinct_columns(const std::vector<NamedWord>& columns) {
  require_distinct(columns, "column", std::equal_to<std::string>{});
}

}  // namespace discreet::cli
