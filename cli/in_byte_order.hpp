#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace discreet::cli {

/// The places of names, in the order of the names' bytes.
///
/// Requires  at most 2^32 names.
std::vector<std::uint32_t> in_byte_order(const std::vector<std::string_view>& names);

}  // namespace discreet::cli
