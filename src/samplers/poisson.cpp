#include "samplers/poisson.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "discreet/error.hpp"
#include "discreet/numbers/fraction.hpp"
#include "numbers/big_interval.hpp"
#include "numbers/exp_enclosure.hpp"

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

constexpr Table make_table() {
  Table table{};
  for (unsigned mean = 1; mean <= means; ++mean) {
    const Interval none = exp_enclosure(-static_cast<double>(mean));
    Interval term = Interval::point(1.0);
    Interval sum = term;
    for (std::size_t k = 0; k < entries; ++k) {
      if (k > 0) {
        term = term * static_cast<double>(mean) / static_cast<double>(k);
        sum = sum + term;
      }
      const Interval at_most = none * sum;
      table[mean][k] = {at_most.lo, std::min(at_most.hi, 1.0)};
    }
  }
  return table;
}

// Made when this is compiled: who is forked while another thread makes a table would wait for it for ever.
constexpr Table table = make_table();

}  // namespace

Interval PoissonAtMost::quick() const {
  require(mean_ >= 1 && mean_ <= means, bad_parameter, "a Poisson mean must be from 1 to 16");
  // Past the table the answer is yes but for less than 2^-50; the exact path says which.
  return k_ < entries ? table[mean_][k_] : Interval{1.0 - 0x1p-50, 1.0};
}

BigInterval PoissonAtMost::enclose(mpfr_prec_t precision) const {
  return enclose_at_most(mean_, k_, precision);
}

}  // namespace discreet
