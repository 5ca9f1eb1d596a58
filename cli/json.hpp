#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace discreet::cli {

/// Builds one JSON text, member by member; names and order are the caller's.
class Json {
 public:
  Json& open(char bracket);
  Json& close(char bracket);
  Json& name(std::string_view name);
  Json& text(std::string_view value);
  Json& number(double value);
  Json& number(std::uint64_t value);
  Json& number(std::int64_t value);
  Json& number(const std::string& digits);  ///< a JSON number already
  Json& boolean(bool value);
  Json& null();
  [[nodiscard]] const std::string& str() const noexcept { return out_; }

 private:
  void separate();
  void quoted(std::string_view text);

  std::string out_;
  bool first_ = true;
  bool after_name_ = false;
};

}  // namespace discreet::cli
