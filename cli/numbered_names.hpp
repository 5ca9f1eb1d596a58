#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <absl/container/flat_hash_map.h>

namespace discreet::cli {

/// Numbers are given from 0 on; this many at most.
inline constexpr std::size_t most_numbers = (std::size_t{1} << 32U) - 1;

/// The number after those given so far.
///
/// Throws    InputError past the most of these things.
std::uint32_t next_number(std::size_t given, const char* things, std::size_t most = most_numbers);

/// The number of a name, a new one for a new name.
///
/// Throws    InputError past the most of these things.
std::uint32_t name_number(absl::flat_hash_map<std::string, std::uint32_t>& numbers,
                          std::string_view name, const char* things,
                          std::size_t most = most_numbers);

/// Numbers the names of a list by their places.
///
/// Requires  that the list outlives the numbers.
/// Throws    InputError past the most of these things.
void number_list(absl::flat_hash_map<std::string_view, std::uint32_t>& numbers,
                 const std::vector<std::string>& list, const char* things);

/// The names by their numbers.
template <class Numbers>
std::vector<std::string_view> names_by_number(const Numbers& numbers) {
  std::vector<std::string_view> out(numbers.size());
  for (const auto& [name, number] : numbers) {
    out[number] = name;
  }
  return out;
}

/// A number in the upper half and one in the lower.
constexpr std::uint64_t in_halves(std::uint32_t upper, std::uint32_t lower) {
  return std::uint64_t{upper} << 32U | lower;
}

}  // namespace discreet::cli
