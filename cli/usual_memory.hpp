#pragma once

#include <cstddef>

namespace discreet::cli {

/// Half of the memory that the system has to give, in bytes; no limit where it does not say.
std::size_t usual_memory();

}  // namespace discreet::cli
