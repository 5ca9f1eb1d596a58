#include "accounting/growths.hpp"

#include <cmath>
#include <cstddef>

namespace discreet::detail {
namespace {

// The double above an enclosed number that is above 0, which is seen to be next to it.
double close_double(const BigInterval& x) {
  const double below = neg_inf_double(x);
  const double above = inf_double(x);
  require(below > 0 && above - below <= 0x1p-52 * above, bug, "an enclosure must be narrow");
  return above;
}

// Powers of a number above 1, less 1, from the enclosure of each; `power` is the last one.
std::vector<double> less_one(const Reals& real, const BigInterval& each, std::int64_t count,
                             BigInterval& power) {
  const BigInterval one = real(1);
  std::vector<double> out{0};
  power = one;
  for (std::int64_t j = 1; j <= count; ++j) {
    power = power * each;
    out.push_back(close_double(power - one));
  }
  return out;
}

}  // namespace

std::vector<double> growths(const Reals& real, const BigInterval& h, std::int64_t count) {
  const auto stride = static_cast<std::int64_t>(std::ceil(std::sqrt(static_cast<double>(count))));
  BigInterval stretch = real(1);
  const std::vector<double> near = less_one(real, exp(h), stride, stretch);
  BigInterval end = real(1);
  const std::vector<double> far = less_one(real, stretch, count / stride, end);
  std::vector<double> out(static_cast<std::size_t>(count) + 1);
  const auto width = static_cast<std::size_t>(stride);
  for (std::size_t begin = 0, m = 0; begin < out.size(); begin += width, ++m) {
    const std::size_t room = std::min(width, out.size() - begin);
    for (std::size_t i = 0; i < room; ++i) {
      // e^(a + b) - 1 = (e^a - 1) + (e^b - 1) + (e^a - 1)(e^b - 1): nothing cancels.
      out[begin + i] = (far[m] + near[i]) + far[m] * near[i];
    }
  }
  return out;
}

}  // namespace discreet::detail
