#include "json.hpp"

#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "discreet/ledger/text.hpp"

namespace discreet::cli {
namespace {

// In units of UTF-16, as JSON has it.
std::string unicode_escape(std::uint32_t code) {
  constexpr std::uint32_t first_pair = 0x10000;
  if (code < first_pair) {
    return fmt::format("\\u{:04x}", code);
  }
  const std::uint32_t rest = code - first_pair;
  return fmt::format("\\u{:04x}\\u{:04x}", 0xD800U + (rest >> 10U), 0xDC00U + (rest & 0x3FFU));
}

}  // namespace

void Json::separate() {
  if (!first_ && !after_name_) {
    out_ += ',';
  }
  first_ = false;
  after_name_ = false;
}

void Json::quoted(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      escaped += '\\';
    }
    escaped += c;
  }
  // Whoever prints the object sees all of it; whoever reads it gets the text as it was.
  out_ += '"' + made_visible(escaped, unicode_escape) + '"';
}

Json& Json::open(char bracket) {
  separate();
  out_ += bracket;
  first_ = true;
  return *this;
}

Json& Json::close(char bracket) {
  out_ += bracket;
  first_ = false;
  return *this;
}

Json& Json::name(std::string_view name) {
  separate();
  quoted(name);
  out_ += ':';
  after_name_ = true;
  return *this;
}

Json& Json::text(std::string_view value) {
  separate();
  quoted(value);
  return *this;
}

Json& Json::number(double value) {
  if (!std::isfinite(value)) {
    return null();
  }
  separate();
  out_ += fmt::format("{}", value);
  return *this;
}

Json& Json::number(std::uint64_t value) {
  separate();
  out_ += fmt::format("{}", value);
  return *this;
}

Json& Json::number(std::int64_t value) {
  separate();
  out_ += fmt::format("{}", value);
  return *this;
}

Json& Json::number(const std::string& digits) {
  separate();
  out_ += digits;
  return *this;
}

Json& Json::boolean(bool value) {
  separate();
  out_ += value ? "true" : "false";
  return *this;
}

Json& Json::null() {
  separate();
  out_ += "null";
  return *this;
}

}  // namespace discreet::cli
