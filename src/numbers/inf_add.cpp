#include "discreet/numbers/inf_add.hpp"

#include <cmath>
#include <utility>

#include "directed.hpp"

namespace discreet::detail {
namespace {

template <Float T>
T rounded_up_sum(T a, T b) {
  check_operands(a, b);
  const T sum = a + b;
  require(!std::isnan(sum), bad_distance, "infinities of opposite sign must not be added");
  if (std::isinf(a) || std::isinf(b)) {
    return sum;
  }
  if (std::isinf(sum)) {
    return settle_up(sum, false);
  }
  // Fast2Sum: with |a| >= |b| the residual a + b - sum is exact.
  if ((a < 0 ? -a : a) < (b < 0 ? -b : b)) {
    std::swap(a, b);
  }
  const T residual = b - (sum - a);
  return settle_up(sum, residual > 0);
}

}  // namespace

float add_up(float a, float b) { return rounded_up_sum(a, b); }
double add_up(double a, double b) { return rounded_up_sum(a, b); }

}  // namespace discreet::detail
