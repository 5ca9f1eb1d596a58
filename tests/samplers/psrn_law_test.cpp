#include <cstddef>
#include <map>

#include <gtest/gtest.h>

#include "discreet/numbers/fraction.hpp"
#include "discreet/samplers/noise.hpp"
#include "numbers/big_interval.hpp"
#include "samplers/psrn.hpp"
#include "support/brackets.hpp"
#include "support/laws.hpp"
#include "support/resumed_walk.hpp"
#include "support/word_walk.hpp"

// The comparison of two numbers, enumerated over all words of both. The pairs of cells that stay
// open lie along the curve on which the values are equal, and the mass they still hold times their
// number is a constant of that curve: below 0.1 at the gaps of the narrow walks, 8 at a gap of 1.
// There a bracket of 2^-20 would ask 4 * 10^7 times, each time with logarithms of some 80 bits; so
// long curves are walked to a coarser bracket, short ones and, in psrn_test.cpp, one string
// against a settled other, to that of every other law.

namespace discreet {
namespace {

using testing::big;
using testing::OneWord;
using testing::ScriptedBits;

std::map<bool, BigInterval> order_law(const BigInterval& greater) {
  return {{true, greater}, {false, big(1) - greater}};
}

/// P(Gumbel(d) > Gumbel(0)) at scale 1 is 1 / (1 + e^-d).
std::map<bool, BigInterval> gumbel_order_law(const Fraction& d) {
  return order_law(big(1) / (big(1) + exp(big(-d))));
}

/// P(d + t Exp > Exp') is 1 - e^-d / (1 + t) for d >= 0, and t e^(d/t) / (1 + t) for d < 0.
std::map<bool, BigInterval> exponential_order_law(const Fraction& d, const Fraction& t) {
  if (d < 0) {
    return order_law(exp(big(d / t)) * big(t / (1 + t)));
  }
  return order_law(big(1) - exp(big(-d)) * big(1 / (1 + t)));
}

/// One comparison on every string of words, each from its beginning.
template <class RV, unsigned Width>
auto uninterrupted_order(std::size_t depth, const RV& left, const RV& right) {
  using Bits = ScriptedBits<Width>;
  return testing::walk_words<Width>(depth, [&](Bits& bits) {
    Psrn<RV, Bits> a{bits, left};
    Psrn<RV, Bits> b{bits, right};
    return a.greater_than(b);
  });
}

/// The same, where a comparison without words is asked again: refining never redraws, so it goes on
/// from what both numbers know.
template <class RV, unsigned Width>
auto resumed_order(std::size_t depth, const RV& left, const RV& right) {
  using Number = Psrn<RV, OneWord<Width>>;
  struct Two {
    Number a;
    Number b;
    [[nodiscard]] std::size_t known() const { return a.known() + b.known(); }
  };
  OneWord<Width> bits;
  return testing::walk_on(bits, Two{Number{bits, left}, Number{bits, right}}, depth,
                          [](Two& two) { return two.a.greater_than(two.b); });
}

const Fraction gaps[] = {0, 1, Fraction{1, 3}, Fraction{-5, 2}};
const mpq_class coarse{1, 32};

TEST(GumbelPSRN, ComparesByItsLawUninterrupted) {
  for (const Fraction& d : gaps) {
    testing::expect_law(uninterrupted_order<GumbelRV, 1>(16, GumbelRV{3 * d, 3}, GumbelRV{0, 3}),
                        gumbel_order_law(d), coarse);
  }
}

TEST(ExponentialPSRN, ComparesByItsLawUninterrupted) {
  for (const Fraction& d : gaps) {
    testing::expect_law(
        uninterrupted_order<ExponentialRV, 1>(16, ExponentialRV{3 * d, 3}, ExponentialRV{0, 3}),
        exponential_order_law(d, 1), coarse);
  }
}

template <unsigned Width>
void expect_laws_of_both(std::size_t depth) {
  for (const Fraction& d : gaps) {
    testing::expect_law(resumed_order<GumbelRV, Width>(depth, GumbelRV{3 * d, 3}, GumbelRV{0, 3}),
                        gumbel_order_law(d), coarse);
    for (const Fraction& t : {Fraction{1}, Fraction{2}, Fraction{1, 3}}) {
      testing::expect_law(
          resumed_order<ExponentialRV, Width>(depth, ExponentialRV{d, t}, ExponentialRV{0, 1}),
          exponential_order_law(d, t), coarse);
    }
  }
}

TEST(Psrn, ComparesByItsLawOverAllWordsOfBoth) {
  expect_laws_of_both<1>(16);
  expect_laws_of_both<2>(16);
  expect_laws_of_both<3>(18);
  expect_laws_of_both<4>(16);
}

TEST(Psrn, ComparesByItsLawFurtherOverAllWordsOfBoth) {
  const mpq_class finer{1, 1 << 11};
  testing::expect_law(resumed_order<GumbelRV, 1>(26, GumbelRV{1, 1}, GumbelRV{0, 1}),
                      gumbel_order_law(1), finer);
  const Fraction d{1, 3};
  testing::expect_law(resumed_order<ExponentialRV, 2>(26, ExponentialRV{d, 1}, ExponentialRV{0, 1}),
                      exponential_order_law(d, 1), finer);
}

TEST(Psrn, ComparesEqualVariablesFurtherOverAllWordsOfBoth) {
  // There is no curve here: the pairs that stay open are those of equal strings.
  const mpq_class finer{1, 1 << 14};
  testing::expect_law(resumed_order<GumbelRV, 1>(30, GumbelRV{5, 3}, GumbelRV{5, 3}),
                      gumbel_order_law(0), finer);
  testing::expect_law(resumed_order<ExponentialRV, 3>(30, ExponentialRV{5, 3}, ExponentialRV{5, 3}),
                      exponential_order_law(0, 1), finer);
}

TEST(GumbelPSRN, ComparesByItsLawNarrowlyOverAllWordsOfBoth) {
  const Fraction d{20, 3};
  testing::expect_law(resumed_order<GumbelRV, 1>(36, GumbelRV{d, 1}, GumbelRV{0, 1}),
                      gumbel_order_law(d));
}

TEST(ExponentialPSRN, ComparesByItsLawNarrowlyOverAllWordsOfBoth) {
  const Fraction d{14, 3};
  testing::expect_law(resumed_order<ExponentialRV, 1>(37, ExponentialRV{d, 1}, ExponentialRV{0, 1}),
                      exponential_order_law(d, 1));
}

TEST(ExponentialPSRN, ComparesDifferentScalesNarrowlyOverAllWordsOfBoth) {
  const Fraction d{16, 3};
  testing::expect_law(resumed_order<ExponentialRV, 2>(36, ExponentialRV{d, 2}, ExponentialRV{0, 1}),
                      exponential_order_law(d, 2));
}

/// P(d + Exp > 0) is 1 for d >= 0 and e^d below; P(d + Gumbel > 0) is 1 - e^(-e^d).
TEST(Psrn, AtScaleZeroIsItsShiftAndDrawsNothing) {
  for (const Fraction& d : gaps) {
    const auto exponential = order_law(d < 0 ? exp(big(d)) : big(1));
    const auto gumbel = order_law(big(1) - exp(-exp(big(d))));
    testing::expect_law(
        resumed_order<ExponentialRV, 1>(30, ExponentialRV{3 * d, 3}, ExponentialRV{0, 0}),
        exponential);
    testing::expect_law(resumed_order<GumbelRV, 1>(30, GumbelRV{3 * d, 3}, GumbelRV{0, 0}), gumbel);
    const auto swapped = [](const std::map<bool, BigInterval>& law) {
      return std::map<bool, BigInterval>{{true, law.at(false)}, {false, law.at(true)}};
    };
    testing::expect_law(
        resumed_order<ExponentialRV, 1>(30, ExponentialRV{0, 0}, ExponentialRV{3 * d, 3}),
        swapped(exponential));
    testing::expect_law(resumed_order<GumbelRV, 1>(30, GumbelRV{0, 0}, GumbelRV{3 * d, 3}),
                        swapped(gumbel));
  }
  ScriptedBits<1> none{{}};
  Psrn<GumbelRV, ScriptedBits<1>> a{none, GumbelRV{1, 0}};
  Psrn<GumbelRV, ScriptedBits<1>> b{none, GumbelRV{1, 0}};
  Psrn<GumbelRV, ScriptedBits<1>> c{none, GumbelRV{2, 0}};
  EXPECT_FALSE(a.greater_than(b));
  EXPECT_FALSE(a.greater_than(c));
  EXPECT_TRUE(c.greater_than(a));
}

}  // namespace
}  // namespace discreet
