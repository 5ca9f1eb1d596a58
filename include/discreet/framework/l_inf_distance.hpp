#pragma once

#include <string_view>

#include "discreet/framework/monotonic.hpp"
#include "discreet/framework/require_distance.hpp"
#include "discreet/numbers/inf_add.hpp"
#include "discreet/numbers/number.hpp"
#include "discreet/numbers/sound_arithmetic.hpp"

namespace discreet {

/// The largest change of a single score, max over i of |x_i - x'_i|; if monotonic, changes that go
/// both ways are infinitely far.
///
/// Two vectors of different length are infinitely far apart.
template <Number T>
class LInfDistance {
 public:
  using Distance = T;
  static constexpr std::string_view name = "LInfDistance";

  constexpr LInfDistance() = default;
  constexpr explicit LInfDistance(Monotonic monotonic) : monotonic_(monotonic) {}

  [[nodiscard]] constexpr Monotonic monotonic() const { return monotonic_; }

  /// A bound on the range distance of vectors at distance d: d if monotonic, else d + d rounded up.
  ///
  /// Throws    Error{bad_distance} if d is negative, -0.0 or NaN, or if d + d overflows an integer;
  ///           for a float that is +inf.
  /// Proof     proofs/framework/l_inf_distance.md
  [[nodiscard]] T range_distance(T d) const {
    require_sound_arithmetic();
    detail::require_distance(d);
    return monotonic_ == Monotonic::yes ? d : inf_add(d, d);
  }

  friend constexpr bool operator==(const LInfDistance&, const LInfDistance&) = default;

 private:
  Monotonic monotonic_ = Monotonic::no;
};

}  // namespace discreet
