#include "discreet/numbers/inf_cast.hpp"

#include <bit>
#include <cmath>
#include <limits>

#include "directed.hpp"

namespace discreet::detail {
namespace {

float narrowed_up(double from) {
  constexpr auto largest = static_cast<double>(std::numeric_limits<float>::max());
  constexpr float infinity = std::numeric_limits<float>::infinity();
  if (from > largest) {
    return infinity;
  }
  if (from < -largest) {
    return std::isinf(from) ? -infinity : std::numeric_limits<float>::lowest();
  }
  const auto nearest = static_cast<float>(from);
  return settle_up(nearest, static_cast<double>(nearest) < from);
}

}  // namespace

Wide whole_from_float(double from, Toward toward) {
  check_operands(from);
  require(from >= -0x1p64 && from <= 0x1p64, bad_distance,
          "a value cast to an integer must be in its range");
  const auto truncated = static_cast<Wide>(from);
  const auto back = static_cast<double>(truncated);  // exact: a double without its fraction
  if (toward == Toward::up) {
    return back < from ? truncated + 1 : truncated;
  }
  return back > from ? truncated - 1 : truncated;
}

template <>
double float_from_float<double>(double from, Toward /*exact*/) {
  check_operands(from);
  return unsigned_zero(from);
}

template <>
float float_from_float<float>(double from, Toward toward) {
  check_operands(from);
  return toward == Toward::up ? narrowed_up(from) : 0 - narrowed_up(-from);
}

template <Float To>
To float_from_integer(bool negative, std::uint64_t magnitude, Toward toward) {
  const int excess = static_cast<int>(std::bit_width(magnitude)) - std::numeric_limits<To>::digits;
  const std::uint64_t unit = std::uint64_t{1} << static_cast<unsigned>(excess > 0 ? excess : 0);
  const bool away_from_zero = (toward == Toward::up) != negative;
  const std::uint64_t rest = magnitude % unit;
  const std::uint64_t units = magnitude / unit + (away_from_zero && rest != 0 ? 1 : 0);
  // At most 2^digits units, so that neither conversion rounds; the product only shifts.
  const To rounded = static_cast<To>(units) * static_cast<To>(unit);
  return negative ? -rounded : rounded;
}

template float float_from_integer<float>(bool, std::uint64_t, Toward);
template double float_from_integer<double>(bool, std::uint64_t, Toward);

}  // namespace discreet::detail
