#pragma once

#include <cstdint>
#include <string>

#include "discreet/error.hpp"

namespace discreet::detail {

/// Says which link of a chain does not hold.
[[noreturn]] inline void broken(std::int64_t sequence, const char* what) {
  throw Error{ErrorKind::ledger, "entry " + std::to_string(sequence) + " " + what};
}

inline constexpr const char* not_ours = "is not one that this program writes";

}  // namespace discreet::detail
