#include "usual_memory.hpp"

#include <cstdint>
#include <fstream>
#include <limits>
#include <string>

namespace discreet::cli {

std::size_t usual_memory() {
  std::ifstream facts{"/proc/meminfo"};
  std::string name;
  std::uint64_t kilobytes = 0;
  for (std::string rest; facts >> name >> kilobytes; std::getline(facts, rest)) {
    if (name == "MemAvailable:") {
      return static_cast<std::size_t>(kilobytes) * 512;
    }
  }
  return std::numeric_limits<std::size_t>::max();
}

}  // namespace discreet::cli
