#include "numbered_names.hpp"

#include <absl/strings/string_view.h>
#include <fmt/format.h>

#include "input_error.hpp"

namespace discreet::cli {

std::uint32_t next_number(std::size_t given, const char* things, std::size_t most) {
  if (given >= most) {
    throw InputError{
        fmt::format("there are more than 2^{} - 1 {}", most == most_numbers ? 32 : 31, things)};
  }
  return static_cast<std::uint32_t>(given);
}

std::uint32_t name_number(absl::flat_hash_map<std::string, std::uint32_t>& numbers,
                          std::string_view name, const char* things, std::size_t most) {
  // The library's own view: Debian's Abseil is built for a standard without std::string_view.
  const auto known = numbers.find(absl::string_view{name.data(), name.size()});
  if (known != numbers.end()) {
    return known->second;
  }
  const std::uint32_t number = next_number(numbers.size(), things, most);
  numbers.emplace(std::string{name}, number);
  return number;
}

void number_list(absl::flat_hash_map<std::string_view, std::uint32_t>& numbers,
                 const std::vector<std::string>& list, const char* things) {
  numbers.reserve(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    numbers.emplace(list[i], next_number(i, things));
  }
}

}  // namespace discreet::cli
