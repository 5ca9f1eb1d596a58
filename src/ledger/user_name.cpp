#include "discreet/ledger/user_name.hpp"

#include <cerrno>
#include <cstddef>
#include <vector>

#include <pwd.h>
#include <unistd.h>

namespace discreet {

std::string user_name() {
  constexpr std::size_t largest = 1UL << 20;
  const uid_t number = ::geteuid();
  passwd entry{};
  passwd* found = nullptr;
  std::vector<char> room(1024);
  while (::getpwuid_r(number, &entry, room.data(), room.size(), &found) == ERANGE &&
         room.size() < largest) {
    room.resize(room.size() * 2);
  }
  return found != nullptr ? found->pw_name : "user " + std::to_string(number);
}

}  // namespace discreet
