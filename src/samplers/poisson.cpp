#include "samplers/poisson.hpp"

#include <array>
#include <cstddef>

#include "discreet/error.hpp"
#include "discreet/numbers/fraction.hpp"
#include "numbers/big_interval.hpp"

namespace discreet {

namespace {

constexpr std::size_t means = 16;
constexpr std::size_t entries = 64;
using Table = std::array<std::array<Interval, entries>, means + 1>;

BigInterval enclose_at_most(unsigned mean, std::uint64_t k, mpfr_prec_t precision) {
  Fraction term = 1;
  Fraction sum = 1;
  for (std::uint64_t j = 1; j <= k; ++j) {
    term *= Fraction(mean, static_cast<unsigned long>(j));
    sum += term;
  }
  return exp(-BigInterval::of(mean, precision)) * BigInterval::of(sum, precision);
}

Table make_table() {
  Table table{};
  for (unsigned mean = 1; mean <= means; ++mean) {
    for (std::size_t k = 0; k < entries; ++k) {
      table[mean][k] = enclosing_doubles(enclose_at_most(mean, k, 96));
    }
  }
  return table;
}

}  // namespace

Interval PoissonAtMost::quick() const {
  require(mean_ >= 1 && mean_ <= means, bad_parameter, "a Poisson mean must be from 1 to 16");
  static const Table table = make_table();
  // Past the table the answer is yes but for less than 2^-50; the exact path says which.
  return k_ < entries ? table[mean_][k_] : Interval{1.0 - 0x1p-50, 1.0};
}

BigInterval PoissonAtMost::enclose(mpfr_prec_t precision) const {
  return enclose_at_most(mean_, k_, precision);
}

}  // namespace discreet
