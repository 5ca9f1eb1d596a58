#pragma once

#include <bit>
#include <cerrno>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>
#include <mpfr.h>

#include "discreet/error.hpp"
#include "discreet/numbers/fraction.hpp"
#include "discreet/numbers/number.hpp"
#include "numbers/big_interval.hpp"

namespace discreet::testing {

/// Whether r is the smallest value of T that is not below the exact one: the definition itself, on
/// rationals, with no rounding anywhere.
template <Float T>
bool is_least_not_below(T r, const Fraction& exact) {
  using Limits = std::numeric_limits<T>;
  if (r == Limits::infinity()) {
    return exact > exact_fraction(Limits::max());
  }
  if (!std::isfinite(r) || (r == 0 && std::signbit(r)) || exact_fraction(r) < exact) {
    return false;
  }
  return r == Limits::lowest() || exact_fraction(std::nextafter(r, Limits::lowest())) < exact;
}

template <Float T>
bool is_greatest_not_above(T r, const Fraction& exact) {
  return !(r == 0 && std::signbit(r)) && is_least_not_below(r == 0 ? r : -r, Fraction{-exact});
}

/// The same, for a real that is known as precisely as a narrow interval says. No value of T may lie
/// inside it, which 300 bits make sure of, so that an interval of two ends holds no value of T.
template <Float T>
bool is_least_not_below(T r, const BigInterval& exact) {
  using Limits = std::numeric_limits<T>;
  const bool known = mpfr_equal_p(exact.lo.get(), exact.hi.get()) != 0;
  const auto is_below = [&](T x) {
    const int order = mpfr_cmp_d(exact.lo.get(), static_cast<double>(x));
    return known ? order > 0 : order >= 0;
  };
  if (std::isnan(r) || r == -Limits::infinity() || (r == 0 && std::signbit(r))) {
    return false;
  }
  return mpfr_cmp_d(exact.hi.get(), static_cast<double>(r)) <= 0 &&
         (r == Limits::lowest() || is_below(std::nextafter(r, Limits::lowest())));
}

template <Float T>
bool is_greatest_not_above(T r, const BigInterval& exact) {
  return !(r == 0 && std::signbit(r)) && is_least_not_below(r == 0 ? r : -r, -exact);
}

/// Zeros, subnormals, the ends of every range, powers of two and their neighbours, both signs.
template <Float T>
std::vector<T> adversarial() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> seeds{Limits::denorm_min(),
                       Limits::min(),
                       Limits::max(),
                       Limits::epsilon(),
                       Limits::epsilon() / 2,
                       T{1},
                       T{1.5},
                       T{2},
                       T{3},
                       T{1} / 3,
                       T{10},
                       static_cast<T>(std::ldexp(1.0, Limits::digits)),
                       Limits::max() / 2,
                       Limits::min() * 2,
                       Limits::denorm_min() * 2,
                       Limits::denorm_min() * 3,
                       std::sqrt(Limits::min()),
                       std::sqrt(Limits::max())};
  // The ends of the zone in which products are computed without MPFR, and the places around the
  // middle of the exponents where products and quotients become subnormal or overflow.
  for (const int e : {-1021, -969, -902, -537, -511, -451, -450, -449, -75, -74, -63,
                      -62,   62,   63,   64,   449,  450,  451,  511,  512, 902, 1022}) {
    const T power = static_cast<T>(std::ldexp(1.0, e));
    if (power != 0 && std::isfinite(power)) {
      seeds.push_back(power);
    }
  }
  std::vector<T> out{T{0}, -T{0}};
  for (const T seed : seeds) {
    for (const T x : {std::nextafter(seed, T{0}), seed, std::nextafter(seed, Limits::max())}) {
      out.push_back(x);
      out.push_back(-x);
    }
  }
  return out;
}

/// Finite numbers with uniform bits, so that all exponents are equally common.
template <Float T>
class RandomFloats {
 public:
  T any() {
    using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
    for (;;) {
      const T x = std::bit_cast<T>(static_cast<Bits>(words_()));
      if (std::isfinite(x)) {
        return x;
      }
    }
  }

  /// Magnitudes from 2^-60 to 2^60, where results are neither tiny nor huge.
  T moderate() {
    const auto fraction = static_cast<T>(words_() >> 11U) * static_cast<T>(0x1p-53);
    const T x = std::ldexp(1 + fraction, static_cast<int>(words_() % 121U) - 60);
    return (words_() & 1U) != 0 ? x : -x;
  }

  std::uint64_t word() { return words_(); }

 private:
  std::mt19937_64 words_{20240229};  // the same operands in every run
};

/// Every pair of adversarial operands, then random ones: unrelated, moderate, and nearly equal.
template <Float T, class Check>
void for_operand_pairs(Check check) {
  const std::vector<T> special = adversarial<T>();
  for (const T a : special) {
    for (const T b : special) {
      check(a, b);
    }
  }
  RandomFloats<T> random;
  for (int i = 0; i < 5000; ++i) {
    const T a = random.any();
    check(a, random.any());
    const T m = random.moderate();
    check(m, random.moderate());
    check(a, special[random.word() % special.size()]);
    check(m, -std::nextafter(m, T{0}));
    check(m,
          std::ldexp(m, -std::numeric_limits<T>::digits));  // about half a unit in the last place
    check(m, -std::ldexp(m, -std::numeric_limits<T>::digits));
  }
}

/// Every adversarial operand, then random ones.
template <Float T, class Check>
void for_operands(Check check) {
  for (const T a : adversarial<T>()) {
    check(a);
  }
  RandomFloats<T> random;
  for (int i = 0; i < 3000; ++i) {
    check(random.any());
    check(random.moderate());
  }
}

/// The kind of the Error that `call` throws; fails the test when it throws none.
template <class Call>
ErrorKind thrown_by(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.kind();
  }
  ADD_FAILURE() << "nothing was thrown";
  return bug;
}

/// Runs `call` and expects errno and the rounding mode as they were.
template <class Call>
void expect_no_trace(Call call) {
  errno = 77;
  call();
  EXPECT_EQ(errno, 77);
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
}

}  // namespace discreet::testing
