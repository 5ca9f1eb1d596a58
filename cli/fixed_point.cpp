#include "fixed_point.hpp"

namespace discreet::cli {
namespace {

// Puts another digit behind a number that is not above zero: of those, 64 bits hold one more.
bool append_digit(std::int64_t& negative, int digit) {
  return !__builtin_mul_overflow(negative, std::int64_t{10}, &negative) &&
         !__builtin_sub_overflow(negative, std::int64_t{digit}, &negative);
}

bool append_digits(std::int64_t& negative, std::string_view digits) {
  for (const char c : digits) {
    if (c < '0' || c > '9' || !append_digit(negative, c - '0')) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::optional<std::int64_t> try_fixed_point(std::string_view text, unsigned decimals) {
  const bool minus = text.starts_with('-');
  text.remove_prefix(minus ? 1 : 0);
  const std::size_t point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  const std::string_view places =
      point == std::string_view::npos ? std::string_view{} : text.substr(point + 1);
  if (whole.empty() || places.size() > decimals ||
      (point != std::string_view::npos && places.empty())) {
    return std::nullopt;
  }
  std::int64_t negative = 0;
  if (!append_digits(negative, whole) || !append_digits(negative, places)) {
    return std::nullopt;
  }
  for (std::size_t i = places.size(); i < decimals; ++i) {
    if (!append_digit(negative, 0)) {
      return std::nullopt;
    }
  }
  std::int64_t positive = 0;
  if (!minus && __builtin_sub_overflow(std::int64_t{0}, negative, &positive)) {
    return std::nullopt;
  }
  return minus ? negative : positive;
}

}  // namespace discreet::cli
