#pragma once

#include <cmath>
#include <limits>

#include "reals.hpp"

namespace discreet::detail {

/// A sum of costs without rounding, until it is read; one infinite cost makes it infinite.
class ExactSum {
 public:
  ExactSum() { require_sound_arithmetic(); }

  void add(double cost) {
    if (std::isinf(cost)) {
      infinite_ = true;
    } else {
      sum_ += exact_fraction(cost);
    }
  }

  /// The least double not below the sum.
  [[nodiscard]] double inf() const {
    return infinite_ ? std::numeric_limits<double>::infinity()
                     : inf_double(BigInterval::of(sum_, 64));
  }

  [[nodiscard]] bool is_infinite() const { return infinite_; }
  [[nodiscard]] const Fraction& value() const { return sum_; }

 private:
  Fraction sum_ = 0;
  bool infinite_ = false;
};

}  // namespace discreet::detail
