#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace discreet::cli {

/// A decimal number as it was written, with nothing computed yet.
///
/// Law       the number is 0.d1d2…dn · 10^magnitude with the digits d1 to dn, negative or not; d1 and dn are not 0, and
///           there are none if and only if the number is 0. Digits are kept as they stand in the text.
class DecimalText {
 public:
  [[nodiscard]] bool negative() const noexcept { return negative_; }
  [[nodiscard]] std::size_t count() const noexcept { return last_ - first_; }

  /// The i-th digit, from 0 on.
  [[nodiscard]] int digit(std::size_t i) const noexcept {
    const std::size_t place = first_ + i;
    return (place < whole_.size() ? whole_[place] : places_[place - whole_.size()]) - '0';
  }

  /// Within ±(10^18 + the length of the text): an exponent beyond 10^18 is taken for 10^18.
  [[nodiscard]] std::int64_t magnitude() const noexcept { return magnitude_; }

 private:
  friend std::optional<DecimalText> try_decimal_text(std::string_view text);

  std::string_view whole_;   // before the point
  std::string_view places_;  // behind it
  std::size_t first_ = 0;    // of the digits that say something, among both
  std::size_t last_ = 0;     // behind the last
  std::int64_t magnitude_ = 0;
  bool negative_ = false;
};

/// Takes a decimal apart: a sign or none, digits with a point or none, and an exponent of ten or none, as in -12, +1.5,
/// .5, 007 or 1e3. Nothing for any other text: blanks, infinity, NaN, separators of thousands.
///
/// Requires  that the text outlives what comes back.
/// Cost      one look at each character, and no memory.
std::optional<DecimalText> try_decimal_text(std::string_view text);

}  // namespace discreet::cli
