#include "usual_memory.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <sys/resource.h>

namespace discreet::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

std::uint64_t less(std::uint64_t from, std::uint64_t what) { return from - std::min(from, what); }

/// The number behind a name at the beginning of a line.
std::optional<std::uint64_t> number_of(const fs::path& file, std::string_view name) {
  std::ifstream facts{file};
  std::string found;
  std::uint64_t number = 0;
  for (std::string rest; facts >> found; std::getline(facts, rest)) {
    if (found == name) {
      return facts >> number ? std::optional{number} : std::nullopt;
    }
  }
  return std::nullopt;
}

/// The number that a file begins with; "max" is none.
std::optional<std::uint64_t> number_in(const fs::path& file) {
  std::ifstream facts{file};
  std::uint64_t number = 0;
  return facts >> number ? std::optional{number} : std::nullopt;
}

/// What one control group leaves.
std::uint64_t left_in(const fs::path& group, const char* limit, const char* used,
                      const char* file_cache) {
  const std::optional<std::uint64_t> most = number_in(group / limit);
  if (!most) {
    return no_limit;
  }
  return less(*most, less(number_in(group / used).value_or(0),
                          number_of(group / "memory.stat", file_cache).value_or(0)));
}

/// What the control groups of this process leave, each within the one above it. A container may see its own as the root.
std::uint64_t left_in_groups(const fs::path& proc, const fs::path& root) {
  std::uint64_t least = no_limit;
  std::ifstream groups{proc / "self/cgroup"};
  for (std::string line; std::getline(groups, line);) {
    // As in 0::/user.slice, or 4:memory:/user.slice of the first version.
    const std::size_t kind = line.find(':');
    const std::size_t name = kind == std::string::npos ? kind : line.find(':', kind + 1);
    if (name == std::string::npos) {
      continue;
    }
    const std::string controllers = line.substr(kind + 1, name - kind - 1);
    const bool second = controllers.empty();
    if (!second && controllers != "memory") {
      continue;
    }
    const fs::path top = second ? root : root / "memory";
    for (fs::path below = fs::path{line.substr(name + 1)}.relative_path();;
         below = below.parent_path()) {
      least = std::min(least, second ? left_in(top / below, "memory.max", "memory.current", "file")
                                     : left_in(top / below, "memory.limit_in_bytes",
                                               "memory.usage_in_bytes", "total_cache"));
      if (below.empty()) {
        break;
      }
    }
  }
  return least;
}

/// What a limit of the process leaves, of which /proc/self/status says how much is taken, in kB.
std::uint64_t left_of(decltype(RLIMIT_AS) limit, const fs::path& proc, std::string_view taken) {
  rlimit most{};
  if (::getrlimit(limit, &most) != 0 || most.rlim_cur == RLIM_INFINITY) {
    return no_limit;
  }
  return less(most.rlim_cur, number_of(proc / "self/status", taken).value_or(0) * 1024);
}

}  // namespace

std::size_t usual_memory(const fs::path& proc, const fs::path& control_groups) {
  const std::optional<std::uint64_t> available = number_of(proc / "meminfo", "MemAvailable:");
  const std::uint64_t least =
      std::min({available ? *available * 1024 : no_limit, left_in_groups(proc, control_groups),
                left_of(RLIMIT_AS, proc, "VmSize:"), left_of(RLIMIT_DATA, proc, "VmData:")});
  return least == no_limit ? std::numeric_limits<std::size_t>::max()
                           : static_cast<std::size_t>(least / 2);
}

}  // namespace discreet::cli
