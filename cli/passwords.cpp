#include "passwords.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace discreet::cli {

std::string without_passwords(const std::string& text) {
  // Also of a scheme that is misspelled: it is refused, but stands in the list of processes until then.
  constexpr std::array schemes{"://", "postgresql:/", "postgres:/"};
  constexpr const char* ends = " \t\r\n'\"";
  std::string out = text;
  for (const char* const scheme : schemes) {
    for (std::size_t at = out.find(scheme); at != std::string::npos; at = out.find(scheme, at)) {
      at += std::strlen(scheme);
      // Up to the last @: a password may have one, though it should not.
      const std::size_t end = std::min(out.find_first_of(ends, at), out.size());
      const std::size_t slash = std::min(out.find_first_of("/?", at), end);
      const std::size_t name_end = out.substr(at, end - at).rfind('@');
      const std::size_t colon = out.find(':', at);
      if (name_end != std::string::npos && colon < at + name_end && colon < slash) {
        out.erase(colon, at + name_end - colon);
      }
    }
  }
  for (std::size_t at = out.find("password="); at != std::string::npos;
       at = out.find("password=", at)) {
    at += std::strlen("password=");
    out.erase(at, std::min(out.find_first_of(std::string{ends} + "&", at), out.size()) - at);
  }
  return out;
}

void hide_passwords(int count, char** words) {
  for (int i = 0; i < count; ++i) {
    const std::string shown = without_passwords(words[i]);
    const std::size_t size = std::strlen(words[i]);
    shown.copy(words[i], shown.size());
    std::fill(words[i] + shown.size(), words[i] + size, '\0');
  }
}

}  // namespace discreet::cli
