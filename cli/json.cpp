#include "json.hpp"

#include <cmath>

#include <fmt/format.h>

namespace discreet::cli {

void Json::separate() {
  if (!first_ && !after_name_) {
    out_ += ',';
  }
  first_ = false;
  after_name_ = false;
}

void Json::quoted(std::string_view text) {
  out_ += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out_ += '\\';
      out_ += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out_ += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out_ += c;
    }
  }
  out_ += '"';
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
