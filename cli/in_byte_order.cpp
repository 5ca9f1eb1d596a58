#include "in_byte_order.hpp"

#include <algorithm>
#include <utility>

namespace discreet::cli {
namespace {

std::uint64_t first_bytes(std::string_view name) {
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < sizeof out; ++i) {
    out = out << 8U | (i < name.size() ? static_cast<unsigned char>(name[i]) : 0U);
  }
  return out;
}

}  // namespace

std::vector<std::uint32_t> in_byte_order(const std::vector<std::string_view>& names) {
  // Most names are told apart by their first bytes.
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keys;
  keys.reserve(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    keys.emplace_back(first_bytes(names[i]), static_cast<std::uint32_t>(i));
  }
  std::sort(keys.begin(), keys.end(), [&](const auto& one, const auto& other) {
    return one.first != other.first ? one.first < other.first
                                    : names[one.second] < names[other.second];
  });
  std::vector<std::uint32_t> out;
  out.reserve(keys.size());
  for (const auto& [key, number] : keys) {
    out.push_back(number);
  }
  return out;
}

}  // namespace discreet::cli
