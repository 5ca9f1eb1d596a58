#include "samplers/psrn.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/error.hpp"
#include "discreet/samplers/noise.hpp"
#include "numbers/score_gap.hpp"
#include "oracle/shuffle.hpp"
#include "samplers/bernoulli_exp.hpp"
#include "samplers/uniform_below.hpp"
#include "support/brackets.hpp"
#include "support/laws.hpp"
#include "support/word_walk.hpp"

namespace discreet {
namespace {

using testing::big;
using testing::ScriptedBits;

/// A source that two numbers share: the second reads a settled string, the first what the walk
/// scripts.
template <class Scripted>
class SettledOr {
 public:
  static constexpr unsigned width = Scripted::width;

  explicit SettledOr(std::vector<std::uint64_t> settled) : settled_(std::move(settled)) {}
  explicit SettledOr(Scripted& scripted) : scripted_(&scripted) {}

  std::uint64_t next() {
    if (scripted_ != nullptr) {
      return scripted_->next();
    }
    // Past its end the settled string goes on with alternating words: any fixed string would do.
    return at_ < settled_.size() ? settled_[at_++] : (at_++ % 2 == 0 ? 0 : (1U << width) - 1);
  }

  Tally& tally() { return tally_; }

 private:
  std::vector<std::uint64_t> settled_;
  std::size_t at_ = 0;
  Scripted* scripted_ = nullptr;
  Tally tally_;
};

/// The law of a's comparison with a b whose string is settled: P(a > b | V = v), v to 4096 bits.
template <class RV, unsigned Width, class Conditional>
void expect_conditional_law(const RV& left, const RV& right, Conditional law_given) {
  using Scripted = ScriptedBits<Width>;
  using Bits = SettledOr<Scripted>;
  for (std::uint64_t first = 0; first < (std::uint64_t{1} << Width); ++first) {
    const auto found = testing::walk_words<Width>(28, [&](Scripted& scripted) {
      Bits walked{scripted};
      Bits settled{{first}};
      Psrn<RV, Bits> a{walked, left};
      Psrn<RV, Bits> b{settled, right};
      return a.greater_than(b);
    });
    Bits again{{first}};
    mpz_class v = 0;
    constexpr unsigned words = 4096 / Width;
    for (unsigned i = 0; i < words; ++i) {
      v <<= Width;
      v += static_cast<unsigned long>(again.next());
    }
    Fraction u{v};
    u >>= words * Width;
    const BigInterval greater = law_given(big(u));
    testing::expect_law(found,
                        std::map<bool, BigInterval>{{true, greater}, {false, big(1) - greater}});
  }
}

TEST(GumbelPSRN, ComparesWithASettledOneByItsLaw) {
  const Fraction d{3, 2};
  // P(G > g) = 1 - exp(-exp(-(g - d))) with g = -ln(-ln v).
  const auto law = [&](const BigInterval& v) { return big(1) - exp(-exp(big(d) + log(-log(v)))); };
  expect_conditional_law<GumbelRV, 1>(GumbelRV{d, 1}, GumbelRV{0, 1}, law);
  expect_conditional_law<GumbelRV, 3>(GumbelRV{2 * d, 2}, GumbelRV{0, 2}, law);
  expect_conditional_law<GumbelRV, 6>(GumbelRV{d, 1}, GumbelRV{0, 1}, law);
  const auto other_scale = [&](const BigInterval& v) {
    return big(1) - exp(-exp(big(d / 3) + big(Fraction{2, 3}) * log(-log(v))));
  };
  expect_conditional_law<GumbelRV, 2>(GumbelRV{d, 3}, GumbelRV{0, 2}, other_scale);
}

TEST(ExponentialPSRN, ComparesWithASettledOneByItsLaw) {
  const Fraction d{-3, 2};
  // P(d + E > e) = exp(d - e) with e = -ln v, below 1 because d < 0.
  const auto law = [&](const BigInterval& v) { return exp(big(d)) * v; };
  expect_conditional_law<ExponentialRV, 1>(ExponentialRV{d, 1}, ExponentialRV{0, 1}, law);
  expect_conditional_law<ExponentialRV, 3>(ExponentialRV{2 * d, 2}, ExponentialRV{0, 2}, law);
  expect_conditional_law<ExponentialRV, 6>(ExponentialRV{d, 1}, ExponentialRV{0, 1}, law);
}

/// Compares twice in a row: were a bit redrawn, the two answers could differ.
template <class RV, class Bits>
bool contradicts_itself(Bits& bits, const Fraction& shift) {
  Psrn<RV, Bits> a{bits, RV{shift, 1}};
  Psrn<RV, Bits> b{bits, RV{0, 1}};
  const bool first = a.greater_than(b);
  return a.greater_than(b) != first || b.greater_than(a) == first;
}

TEST(Psrn, NeverContradictsItself) {
  const auto gumbel = testing::walk_words<2>(
      14, [](ScriptedBits<2>& bits) { return contradicts_itself<GumbelRV>(bits, Fraction{1, 2}); });
  const auto exponential = testing::walk_words<2>(14, [](ScriptedBits<2>& bits) {
    return contradicts_itself<ExponentialRV>(bits, Fraction{1, 2});
  });
  EXPECT_FALSE(gumbel.decided.contains(true));
  EXPECT_FALSE(exponential.decided.contains(true));
  EXPECT_TRUE(gumbel.decided.contains(false));
  EXPECT_TRUE(exponential.decided.contains(false));
}

TEST(Psrn, OrdersThreeLikeTheirValues) {
  // Transitivity over every string of 14 bits: a > b and b > c imply a > c.
  const auto found = testing::walk_words<1>(14, [](ScriptedBits<1>& bits) {
    Psrn<GumbelRV, ScriptedBits<1>> a{bits, GumbelRV{0, 1}};
    Psrn<GumbelRV, ScriptedBits<1>> b{bits, GumbelRV{Fraction{1, 4}, 1}};
    Psrn<GumbelRV, ScriptedBits<1>> c{bits, GumbelRV{Fraction{-1, 4}, 1}};
    return !(a.greater_than(b) && b.greater_than(c)) || a.greater_than(c);
  });
  EXPECT_FALSE(found.decided.contains(false));
  EXPECT_TRUE(found.decided.contains(true));
}

TEST(Psrn, IsNotGreaterThanItself) {
  ScriptedBits<64> bits{{}};
  Psrn<GumbelRV, ScriptedBits<64>> a{bits, GumbelRV{0, 1}};
  EXPECT_FALSE(a.greater_than(a));
  EXPECT_EQ(bits.tally().words, 0U);
}

TEST(Psrn, DecidesAstronomicalGapsAtOnce) {
  const Fraction far = exact_fraction(1e300);
  for (const Fraction& scale : {Fraction{1}, exact_fraction(1e-300)}) {
    ScriptedBits<64> bits{{0x8000000000000000U, 0x9000000000000000U, 0x123U, 0x456U}};
    Psrn<GumbelRV, ScriptedBits<64>> a{bits, GumbelRV{far, scale}};
    Psrn<GumbelRV, ScriptedBits<64>> b{bits, GumbelRV{0, scale}};
    EXPECT_TRUE(a.greater_than(b));
    EXPECT_FALSE(b.greater_than(a));
  }
}

TEST(Psrn, TakesTheSystemsBitsWhereNoneAreGiven) {
  GumbelPSRN<> near{GumbelRV{0, 1}};
  GumbelPSRN<> far{GumbelRV{1000000, 1}};
  EXPECT_TRUE(far.greater_than(near));
  ExponentialPSRN<> low{ExponentialRV{0, 1}};
  ExponentialPSRN<> high{ExponentialRV{1000000, 1}};
  EXPECT_FALSE(low.greater_than(high));
  EXPECT_LT(sample_uniform_below(3), 3U);
  EXPECT_TRUE(sample_bernoulli_exp(ScoreGap<double>{2.0, 2.0, 1.0}));
  std::vector<int> items{1, 2, 3};
  sample_shuffle(std::span{items});
  EXPECT_EQ(items[0] + items[1] + items[2], 6);
}

TEST(Psrn, RejectsANegativeScale) {
  for (const Fraction& scale : {Fraction{-1, 1000000}, Fraction{-1}}) {
    EXPECT_THROW((GumbelRV{0, scale}), Error);
    EXPECT_THROW((ExponentialRV{0, scale}), Error);
  }
}

}  // namespace
}  // namespace discreet
