#include "decimal_text.hpp"

#include <algorithm>

namespace discreet::cli {
namespace {

constexpr std::int64_t greatest_exponent = 1'000'000'000'000'000'000;

std::string_view digits_at_front(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::string_view out = text.substr(0, end);
  text.remove_prefix(end);
  return out;
}

bool sign_at_front(std::string_view& text) {
  const bool minus = text.starts_with('-');
  text.remove_prefix(minus || text.starts_with('+') ? 1 : 0);
  return minus;
}

// Nothing unless the text is an exponent to its end.
std::optional<std::int64_t> exponent_of(std::string_view text) {
  const bool minus = sign_at_front(text);
  const std::string_view digits = digits_at_front(text);
  if (digits.empty() || !text.empty()) {
    return std::nullopt;
  }
  std::int64_t out = 0;
  for (const char digit : digits) {
    out = out >= greatest_exponent / 10 ? greatest_exponent : out * 10 + (digit - '0');
  }
  return minus ? -out : out;
}

}  // namespace

std::optional<DecimalText> try_decimal_text(std::string_view text) {
  DecimalText out;
  out.negative_ = sign_at_front(text);
  out.whole_ = digits_at_front(text);
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    out.places_ = digits_at_front(text);
  }
  if (out.whole_.empty() && out.places_.empty()) {
    return std::nullopt;
  }
  std::int64_t exponent = 0;
  if (text.starts_with('e') || text.starts_with('E')) {
    const auto read = exponent_of(text.substr(1));
    if (!read) {
      return std::nullopt;
    }
    exponent = *read;
  } else if (!text.empty()) {
    return std::nullopt;
  }
  out.last_ = out.whole_.size() + out.places_.size();
  while (out.count() > 0 && out.digit(0) == 0) {
    ++out.first_;
  }
  while (out.count() > 0 && out.digit(out.count() - 1) == 0) {
    --out.last_;
  }
  out.magnitude_ = static_cast<std::int64_t>(out.whole_.size()) -
                   static_cast<std::int64_t>(out.first_) + exponent;
  return out;
}

}  // namespace discreet::cli
