#include "passwords.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "discreet/ledger/text.hpp"

namespace discreet::cli {
namespace {

// Also of a scheme that is misspelled: it is refused, but stands in the list of processes until then.
constexpr std::array address_schemes{"://", "postgresql:", "postgres:", "postgresql//",
                                     "postgres//"};
constexpr std::string_view password_word = "password";
constexpr const char* address_ends = " \t\r\n'\"";

// What was hidden in the command line, and what is shown of it.
std::vector<std::pair<std::string, std::string>>& hidden_words() {
  static std::vector<std::pair<std::string, std::string>> out;
  return out;
}

// Without what stands between the first colon and the last @: a password may have one, though it should not.
std::string without_userinfo(std::string text, std::size_t begin) {
  const std::size_t at = text.rfind('@');
  const std::size_t colon = text.find(':', begin);
  if (at != std::string::npos && colon < at) {
    text.erase(colon, at - colon);
  }
  return text;
}

// Where the value of a password begins, if the text says one as libpq reads it, with blanks around the sign.
std::size_t password_value(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find(password_word, from); at != std::string_view::npos;
       at = text.find(password_word, at + 1)) {
    const std::size_t sign = text.find_first_not_of(" \t\r\n", at + password_word.size());
    if (sign != std::string_view::npos && text[sign] == '=') {
      return sign + 1;
    }
  }
  return std::string_view::npos;
}

struct HiddenPart {
  std::size_t begin;  // of what is shown otherwise; the word's size if nothing is
  std::string shown;
};

// A word is an address from where one begins to its end: a password may have blanks and quotes in it.
HiddenPart hide_in(const std::string& word) {
  HiddenPart out{word.size(), ""};
  for (const char* const scheme : address_schemes) {
    const std::size_t found = word.find(scheme);
    if (found == std::string::npos) {
      continue;
    }
    std::size_t begin = found;
    while (begin > 0 && std::strchr("=,'\" \t\r\n", word[begin - 1]) == nullptr) {
      --begin;
    }
    if (begin < out.begin) {
      const std::string address = word.substr(begin);
      out = {begin, is_server_address(address)
                        ? shown_address(address)
                        : without_userinfo(address, found - begin + std::strlen(scheme))};
    }
  }
  const std::string said = word.substr(0, out.begin) + out.shown;
  const std::size_t value = password_value(said, 0);
  if (value != std::string::npos) {
    out.begin = std::min(out.begin, value);
    out.shown = said.substr(out.begin, value - out.begin);
  }
  return out;
}

}  // namespace

std::string without_passwords(const std::string& text) {
  std::string out = text;
  for (const auto& [word, shown] : hidden_words()) {
    for (std::size_t at = out.find(word); at != std::string::npos;
         at = out.find(word, at + shown.size())) {
      out.replace(at, word.size(), shown);
    }
  }
  for (const char* const scheme : address_schemes) {
    for (std::size_t at = out.find(scheme); at != std::string::npos; at = out.find(scheme, at)) {
      at += std::strlen(scheme);
      const std::size_t end = std::min(out.find_first_of(address_ends, at), out.size());
      out = without_userinfo(out.substr(0, end), at) + out.substr(end);
    }
  }
  for (std::size_t at = password_value(out, 0); at != std::string::npos;
       at = password_value(out, at)) {
    at = std::min(out.find_first_not_of(" \t\r\n", at), out.size());
    out.erase(
        at, std::min(out.find_first_of(std::string{address_ends} + "&", at + 1), out.size()) - at);
  }
  return out;
}

void hide_passwords(int count, char** words) {
  for (int i = 0; i < count; ++i) {
    const std::string word = words[i];
    const auto [begin, shown] = hide_in(word);
    const std::string part = word.substr(begin);
    if (shown != part) {
      hidden_words().emplace_back(part, shown);
      shown.copy(words[i] + begin, shown.size());
      std::fill(words[i] + begin + shown.size(), words[i] + word.size(), '\0');
    }
  }
}

}  // namespace discreet::cli
