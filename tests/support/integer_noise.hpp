#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <gmpxx.h>
#include <mpfr.h>

#include "discreet/numbers/fraction.hpp"
#include "numbers/big_interval.hpp"
#include "numbers/interval.hpp"
#include "support/oracle.hpp"
#include "support/random_scores.hpp"

namespace discreet::testing {

inline Oracle oracle_of(const Fraction& value) {
  BigFloat exact{512};
  mpfr_set_q(exact.get(), value.get_mpq_t(), MPFR_RNDN);
  return Oracle::copy(exact);
}

/// Calls body(scale, random) for scales of 2^−60 to 2^40, plain ratios, doubles and powers of two.
template <class Body>
void for_noise_scales(Body body) {
  RandomScores random;
  constexpr std::size_t runs = 4000;
  for (std::size_t run = 0; run < runs; ++run) {
    Fraction scale{static_cast<long>(random.word() >> 44U) + 1,
                   static_cast<long>(random.word() >> (44U + random.below(20))) + 1};
    scale.canonicalize();
    if (random.below(3) == 0) {
      scale = 1;
    }
    const auto power = static_cast<mp_bitcnt_t>(random.below(60));
    scale = random.below(3) == 0 ? Fraction{scale >> power} : Fraction{scale << (power / 2)};
    body(std::min(scale, exact_fraction(0x1p40)), random);
    if (::testing::Test::HasFatalFailure()) {
      return;
    }
  }
}

/// A number of steps from nothing to some scales.
inline std::uint64_t some_step(const Fraction& scale, RandomScores& random) {
  const auto most = static_cast<std::uint64_t>(40.0 * scale.get_d()) + 3;
  return random.below(3) == 0 ? random.below(3) : random.word() % most;
}

/// A cell of a bit string as a sampler hands it on, from words of 1 to 64 bits.
inline Interval some_cell(RandomScores& random) {
  const auto width = static_cast<int>(1 + random.below(64));
  const std::uint64_t last = ~std::uint64_t{0} >> (64 - width);
  const std::uint64_t word = random.word() & last;
  const std::array<std::uint64_t, 4> cells{std::min(word, last - 1) + 1, last, word >> 20U, word};
  const Interval start = enclosing_doubles(std::max<std::uint64_t>(cells[random.below(4)], 1));
  return {std::ldexp(start.lo, -width), std::ldexp((start + 1.0).hi, -width)};
}

/// The words around a chance r well above 2^−64, zeros after them: two below 2^64 r, its whole part, two
/// above. Calls body(word, below) with the truth of U < r for the U that begins so.
template <class Body>
void for_words_around(const Oracle& r, Body body) {
  BigFloat scaled{512};
  mpfr_mul_2ui(scaled.get(), r.get(), 64, MPFR_RNDN);
  mpz_class whole;
  mpfr_get_z(whole.get_mpz_t(), scaled.get(), MPFR_RNDD);
  const std::uint64_t edge = whole.get_ui();
  for (const std::uint64_t word : {edge - 2, edge - 1, edge, edge + 1, edge + 2}) {
    body(word, word <= edge);
  }
}

}  // namespace discreet::testing
