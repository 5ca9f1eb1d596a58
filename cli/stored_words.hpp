#pragma once

#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "discreet/error.hpp"

namespace discreet::cli {

/// Words one after the other, each with its length before it, so that what it holds does not matter.
class WordWriter {
 public:
  void put(std::string_view word) { text_ += fmt::format("{}:{}", word.size(), word); }
  void put_number(auto number) { put(fmt::format("{}", number)); }
  [[nodiscard]] std::string text() && { return std::move(text_); }

 private:
  std::string text_;
};

[[noreturn]] inline void refuse_stored() {
  throw Error{ErrorKind::ledger, "the result of the run is not one that this program stores"};
}

/// The number that a whole word is.
///
/// Throws    Error{ledger} if it is none.
template <class Number>
Number stored_number(std::string_view word) {
  Number out{};
  const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), out);
  if (fault != std::errc{} || end != word.data() + word.size()) {
    refuse_stored();
  }
  return out;
}

/// The same words, read back.
///
/// Throws    Error{ledger} where there are none.
class WordReader {
 public:
  explicit WordReader(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool more() const { return !rest_.empty(); }

  std::string next() {
    std::size_t size = 0;
    const auto [end, fault] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), size);
    const auto digits = static_cast<std::size_t>(end - rest_.data());
    if (fault != std::errc{} || digits >= rest_.size() || *end != ':' ||
        size > rest_.size() - digits - 1) {
      refuse_stored();
    }
    std::string out{rest_.substr(digits + 1, size)};
    rest_.remove_prefix(digits + 1 + size);
    return out;
  }

  template <class Number>
  Number next_number() {
    return stored_number<Number>(next());
  }

 private:
  std::string_view rest_;
};

}  // namespace discreet::cli
