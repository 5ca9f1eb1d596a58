#include <algorithm>
#include <array>
#include <string_view>

#include "discreet/error.hpp"
#include "discreet/ledger/text.hpp"

namespace discreet {
namespace {

// What a URL may say besides and is no secret, in whatever way a secret may be spelled.
constexpr std::array<std::string_view, 5> harmless{"host", "hostaddr", "port", "dbname", "user"};

std::string harmless_options(std::string_view options) {
  std::string out;
  while (!options.empty()) {
    const std::string_view option = options.substr(0, options.find('&'));
    options.remove_prefix(std::min(options.size(), option.size() + 1));
    const std::string_view name = option.substr(0, option.find('='));
    if (std::find(harmless.begin(), harmless.end(), name) != harmless.end()) {
      out += out.empty() ? "?" : "&";
      out += option;
    }
  }
  return out;
}

// As libpq's other way to write an address does, with blanks around the sign or without.
bool says_password(std::string_view text) {
  constexpr std::string_view secret = "password";
  constexpr std::string_view blanks = " \t\r\n";
  for (std::size_t at = text.find(secret); at != std::string_view::npos;
       at = text.find(secret, at + 1)) {
    const std::size_t sign = text.find_first_not_of(blanks, at + secret.size());
    if ((at == 0 || blanks.find(text[at - 1]) != std::string_view::npos) &&
        sign != std::string_view::npos && text[sign] == '=') {
      return true;
    }
  }
  return false;
}

}  // namespace

bool is_server_address(std::string_view address) noexcept {
  return address.starts_with("postgresql://") || address.starts_with("postgres://");
}

void require_address(std::string_view address) {
  constexpr std::array<std::string_view, 4> schemes{"postgresql:", "postgres:", "postgresql//",
                                                    "postgres//"};
  const bool scheme = address.find("://") != std::string_view::npos ||
                      std::any_of(schemes.begin(), schemes.end(), [address](std::string_view one) {
                        return address.starts_with(one);
                      });
  require(is_server_address(address) || (!scheme && !says_password(address)), bad_parameter,
          "a ledger is a file, or a database of a server: postgresql://user@host/database");
}

std::string shown_address(const std::string& address) {
  if (!is_server_address(address)) {
    return address;
  }
  std::string_view rest = address;
  const std::size_t begin = rest.find("://") + 3;
  std::string out{rest.substr(0, begin)};
  rest.remove_prefix(begin);
  // As libpq reads it: an @ before the first slash ends user and password, also one with a question mark.
  const std::size_t named = rest.find('@') < rest.find('/') ? rest.find('@') : 0;
  const std::size_t question = std::min(rest.find('?', named), rest.size());
  const std::string_view options = rest.substr(std::min(rest.size(), question + 1));
  rest = rest.substr(0, question);
  // A password may hold a slash or an @ that somebody forgot to write as a number.
  const std::size_t at = rest.rfind('@');
  if (at != std::string_view::npos) {
    out += rest.substr(0, std::min(rest.find_first_of(":?"), at));
    rest.remove_prefix(at);
  } else if (!rest.starts_with('[')) {
    // No port, but a password, where somebody forgot what follows it.
    const std::size_t end = std::min(rest.find('/'), rest.size());
    const std::size_t colon = std::min(rest.find(':'), end);
    const std::string_view port = rest.substr(colon, std::min(rest.find(',', colon), end) - colon);
    if (port.find_first_not_of("0123456789", 1) != std::string_view::npos) {
      out += rest.substr(0, colon);
      rest.remove_prefix(end);
    }
  }
  return out.append(rest) + harmless_options(options);
}

}  // namespace discreet
