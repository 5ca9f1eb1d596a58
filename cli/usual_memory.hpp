#pragma once

#include <cstddef>
#include <filesystem>

namespace discreet::cli {

/// Half of the memory that there is for this process, in bytes: of what the system has to give, what the limits of the
/// process leave (ulimit -v, -d) and what its control group leaves (as a container's), caches of files not counted.
///
/// Law       no limit where none of them says anything.
std::size_t usual_memory(const std::filesystem::path& proc = "/proc",
                         const std::filesystem::path& control_groups = "/sys/fs/cgroup");

}  // namespace discreet::cli
