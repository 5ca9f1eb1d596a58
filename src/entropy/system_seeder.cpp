#include "discreet/entropy/system_seeder.hpp"

#include "discreet/entropy/read_fully.hpp"
#include <sys/random.h>

namespace discreet {

bool SystemSeeder::fill(std::span<unsigned char> out) noexcept {
  return detail::read_fully(
      [](unsigned char* data, std::size_t size) { return ::getrandom(data, size, 0); }, out);
}

}  // namespace discreet
