#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace discreet::testing {

/// The doubles where arithmetic has its corners, both signs.
inline std::vector<double> corner_doubles() {
  std::vector<double> out;
  for (const double size : {0.0,
                            0x1p-1074,
                            0x1p-1073,
                            0x0.fffffffffffffp-1022,
                            0x1p-1022,
                            0x1.0000000000001p-1022,
                            1e-300,
                            0x1p-538,
                            0x1p-537,
                            0x1p-53,
                            0.1,
                            0x1.fffffffffffffp-1,
                            1.0,
                            0x1.0000000000001p0,
                            1.5,
                            3.0,
                            0x1p52,
                            0x1p53,
                            0x1.fffffffffffffp52,
                            1e300,
                            0x1p511,
                            0x1p512,
                            0x1p1023,
                            std::numeric_limits<double>::max()}) {
    out.push_back(size);
    out.push_back(-size);
  }
  return out;
}

/// Test operands: every finite double, or the reals of a range, evenly.
class RandomDoubles {
 public:
  double any_finite() {
    for (;;) {
      const auto x = std::bit_cast<double>(words_());
      if (std::isfinite(x)) {
        return x;
      }
    }
  }

  double between(double low, double high) {
    return low + (high - low) * (static_cast<double>(words_() >> 11U) * 0x1p-53);
  }

  std::size_t below(std::size_t n) { return words_() % n; }

 private:
  std::mt19937_64 words_{1};  // NOLINT(cert-msc51-cpp): the same operands in every run
};

}  // namespace discreet::testing
