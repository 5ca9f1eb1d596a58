#pragma once

#include <array>
#include <cstdint>

#include "decimal_text.hpp"
#include "discreet/numbers/fraction.hpp"

namespace discreet::cli {

/// A sum of numbers, exactly, in 256 bits that count units of 10^-28.
///
/// Law       each number is first brought between -10^28 and 10^28, and cut behind 28 decimals, towards 0. Sums of fewer
///           than 2^64 of these are exact, whatever their order: they stay below 2^255.
/// Cost      32 bytes, whatever was written: an exponent of a billion takes no more.
/// Proof     proofs/cli/grid_reader.md
class DecimalSum {
 public:
  DecimalSum() = default;
  explicit DecimalSum(const DecimalText& number);
  explicit DecimalSum(std::int64_t number);

  void add(const DecimalSum& other) noexcept;

  [[nodiscard]] Fraction value() const;

  /// The greatest size of a number, and how many decimals it keeps.
  static constexpr int most_digits = 28;

 private:
  using Carry = unsigned __int128;

  void append_digit(int digit) noexcept;
  void negate() noexcept;

  std::array<std::uint64_t, 4> limbs_{};  // two's complement, the lowest first
};

}  // namespace discreet::cli
