#include "asked.hpp"

#include <array>

#include <sodium.h>

#include "discreet/error.hpp"
#include "discreet/ledger/text.hpp"

namespace discreet::cli {
namespace {

void feed(crypto_hash_sha256_state& state, const std::string& bytes) {
  const auto* const data = reinterpret_cast<const unsigned char*>(bytes.data());
  require(crypto_hash_sha256_update(&state, data, bytes.size()) == 0, bug, "SHA-256 does not fail");
}

std::string sha256_of_lines(const std::vector<std::string>& lines) {
  crypto_hash_sha256_state state;
  require(crypto_hash_sha256_init(&state) == 0, bug, "SHA-256 does not fail");
  for (const std::string& line : lines) {
    feed(state, line);
    feed(state, "\n");
  }
  std::array<unsigned char, crypto_hash_sha256_BYTES> digest{};
  require(crypto_hash_sha256_final(&state, digest.data()) == 0, bug, "SHA-256 does not fail");
  std::string hex(2 * digest.size() + 1, '\0');
  sodium_bin2hex(hex.data(), hex.size(), digest.data(), digest.size());
  hex.pop_back();
  return hex;
}

}  // namespace

Asked::Asked() : parameters_{{"program", "discreet " DISCREET_VERSION}} {}

Asked& Asked::column(const std::string& role, const std::optional<std::string>& name) {
  if (name) {
    parameters_.emplace_back("column." + role, made_visible(*name));
  }
  return *this;
}

Asked& Asked::list(const std::string& what, const std::vector<std::string>& lines) {
  parameters_.emplace_back("sha256." + what, sha256_of_lines(lines));
  return *this;
}

std::string Asked::request(const std::vector<std::string>& words) const {
  std::vector<std::string> lines;
  const auto add = [&lines](const std::string& word) {
    // With its length, so that no two lists of words have the same lines.
    lines.push_back(std::to_string(word.size()) + ":" + word);
  };
  for (const std::string& word : words) {
    add(word);
  }
  for (const auto& [name, value] : parameters_) {
    if (name != "program") {
      add(name);
      add(value);
    }
  }
  return sha256_of_lines(lines);
}

}  // namespace discreet::cli
