#pragma once

#include <vector>

#include "discreet/mechanisms/quantiles.hpp"

namespace discreet::testing {

/// The quantiles 1/(m + 1), …, m/(m + 1).
inline std::vector<Fraction> even_quantiles(int m) {
  std::vector<Fraction> out;
  for (int i = 1; i <= m; ++i) {
    Fraction each{i, m + 1};
    each.canonicalize();
    out.push_back(each);
  }
  return out;
}

/// Lists of quantiles, even and uneven.
inline const std::vector<std::vector<Fraction>>& some_quantiles() {
  static const std::vector<std::vector<Fraction>> all{
      even_quantiles(1),
      even_quantiles(2),
      even_quantiles(3),
      even_quantiles(4),
      even_quantiles(9),
      even_quantiles(99),
      {{9, 10}},
      {{1, 100}, {1, 50}, {3, 100}, {1, 2}},
      {{1, 10}, {1, 2}, {9, 10}, {95, 100}, {99, 100}},
      {{1, 1000}, {999, 1000}}};
  return all;
}

/// 0, 1, …, cells - 1.
inline Grid whole_grid(std::uint64_t cells) { return make_grid(0, exact_fraction(cells - 1), 1); }

}  // namespace discreet::testing
