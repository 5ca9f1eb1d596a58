#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <tuple>
#include <type_traits>
#include <vector>

#include "discreet/numbers/number.hpp"

namespace discreet::testing {

/// Scores for tests: the same in every run.
class RandomScores {
 public:
  std::uint64_t word() { return words_(); }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(words_() % n); }
  double unit() { return static_cast<double>(words_() >> 11U) * 0x1p-53; }

  /// Any value of the type, extremes and (for floats) infinities among them.
  template <Number T>
  T any() {
    using Limits = std::numeric_limits<T>;
    switch (below(8)) {
      case 0:
        return Limits::max();
      case 1:
        return Limits::lowest();
      case 2:
        return T{0};
      case 3:
        if constexpr (Float<T>) {
          return below(2) == 0 ? Limits::infinity() : -Limits::infinity();
        }
        return T{1};
      default:
        return few<T>(200);
    }
  }

  /// One of a few neighbouring values, so that ties abound.
  template <Number T>
  T few(std::size_t values) {
    const auto v = static_cast<int>(below(values));
    return static_cast<T>(std::is_signed_v<T> ? v - static_cast<int>(values / 2) : v);
  }

 private:
  std::mt19937_64 words_{20260704};  // NOLINT(cert-msc51-cpp): the same scores in every run
};

using AllNumbers = std::tuple<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                              std::uint16_t, std::uint32_t, std::uint64_t, float, double>;

/// Calls body.operator()<T>() for every score type.
template <class Body>
void for_each_number(Body body) {
  [&]<class... T>(std::type_identity<std::tuple<T...>>) {
    (body.template operator()<T>(), ...);
  }(std::type_identity<AllNumbers>{});
}

}  // namespace discreet::testing
