#pragma once

#include "discreet/framework/nan.hpp"
#include "discreet/numbers/float_bits.hpp"
#include "discreet/numbers/number.hpp"

namespace discreet {

/// All values of T, for a float with or without NaN; unsaid, a float may be NaN.
template <Number T>
class AtomDomain {
 public:
  using Carrier = T;

  constexpr AtomDomain() = default;
  constexpr explicit AtomDomain(Nan nan) : nan_(nan) {}

  /// Whether NaN is a member; never for an integer, whatever was said.
  [[nodiscard]] constexpr bool nan() const { return Float<T> && nan_ == Nan::allowed; }

  [[nodiscard]] constexpr bool member(T value) const {
    if constexpr (Float<T>) {
      return nan() || !detail::is_nan(value);
    } else {
      return true;
    }
  }

  friend constexpr bool operator==(const AtomDomain& a, const AtomDomain& b) {
    return a.nan() == b.nan();
  }

 private:
  Nan nan_ = Nan::allowed;
};

}  // namespace discreet
