#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace discreet::cli {

/// A number that stands for the name of a unit.
///
/// Law       SipHash-2-4 of the name's bytes, under a key that is drawn when the object is made and kept nowhere else:
///           a function of the name alone, that nobody can foresee. Two of n names have one number with a chance of
///           at most about n^2 / 2^65.
/// Throws    Error{no_entropy} where the system gives no key.
class UnitHash {
 public:
  using Key = std::array<unsigned char, 16>;

  UnitHash();
  explicit UnitHash(const Key& key) : key_(key) {}

  [[nodiscard]] std::uint64_t operator()(std::string_view name) const noexcept;

 private:
  Key key_{};
};

}  // namespace discreet::cli
