#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include "discreet/error.hpp"
#include "numbers/big_interval.hpp"

namespace discreet {
namespace {

BigFloat third(mpfr_prec_t precision) {
  BigFloat out{precision};
  mpfr_set_ui(out.get(), 1, MPFR_RNDN);
  mpfr_div_ui(out.get(), out.get(), 3, MPFR_RNDD);
  return out;
}

TEST(BigFloat, StartsAsNanOfTheAskedPrecision) {
  const BigFloat fresh{77};
  EXPECT_EQ(fresh.precision(), 77);
  EXPECT_NE(mpfr_nan_p(fresh.get()), 0);
}

TEST(BigFloat, CopiesValueAndPrecision) {
  const BigFloat source = third(200);
  const BigFloat copy{source};
  BigFloat assigned{10};
  assigned = source;
  EXPECT_EQ(copy.precision(), 200);
  EXPECT_EQ(assigned.precision(), 200);
  EXPECT_NE(mpfr_equal_p(copy.get(), source.get()), 0);
  EXPECT_NE(mpfr_equal_p(assigned.get(), source.get()), 0);
}

TEST(BigFloat, CopiesAreIndependent) {
  BigFloat source = third(200);
  const BigFloat copy{source};
  mpfr_set_ui(source.get(), 7, MPFR_RNDN);
  EXPECT_NE(mpfr_equal_p(copy.get(), third(200).get()), 0);
}

TEST(BigFloat, AssignedToItselfKeepsItsValue) {
  BigFloat value = third(200);
  const BigFloat& itself = value;
  value = itself;
  EXPECT_NE(mpfr_equal_p(value.get(), third(200).get()), 0);
}

TEST(BigFloat, MovesValueAndPrecision) {
  BigFloat source = third(200);
  const BigFloat moved{std::move(source)};
  BigFloat assigned{10};
  assigned = third(300);
  EXPECT_EQ(moved.precision(), 200);
  EXPECT_NE(mpfr_equal_p(moved.get(), third(200).get()), 0);
  EXPECT_EQ(assigned.precision(), 300);
  EXPECT_NE(mpfr_equal_p(assigned.get(), third(300).get()), 0);
}

TEST(BigFloat, IsUsableAfterItWasMovedFrom) {
  BigFloat source = third(200);
  const BigFloat moved{std::move(source)};
  source = third(150);  // NOLINT(bugprone-use-after-move): the claim
  EXPECT_NE(mpfr_equal_p(source.get(), third(150).get()), 0);
}

// Numbers of up to 384 bits hold their digits themselves, others allocate them.
TEST(BigFloat, KeepsValueAndPrecisionFromAnySizeToAnyOther) {
  const BigFloat another = third(64);
  for (const mpfr_prec_t from : {2, 53, 200, 384, 385, 500, 5000}) {
    for (const mpfr_prec_t to : {2, 53, 200, 384, 385, 500, 5000}) {
      const BigFloat source = third(from);
      BigFloat copied = third(to);
      copied = source;
      BigFloat moved = third(to);
      BigFloat given = third(from);
      moved = std::move(given);
      given = another;  // NOLINT(bugprone-use-after-move): the claim, as below
      BigFloat left = third(from);
      const BigFloat made{std::move(left)};
      left = third(to);  // NOLINT(bugprone-use-after-move)
      for (const BigFloat* one : {&std::as_const(copied), &std::as_const(moved), &made}) {
        EXPECT_EQ(one->precision(), from);
        EXPECT_NE(mpfr_equal_p(one->get(), source.get()), 0);
      }
      EXPECT_EQ(left.precision(), to);
      EXPECT_NE(mpfr_equal_p(left.get(), third(to).get()), 0);
    }
  }
}

TEST(BigFloat, RejectsAPrecisionThatMpfrDoesNotKnow) {
  for (const mpfr_prec_t precision : {mpfr_prec_t{0}, mpfr_prec_t{-1}, MPFR_PREC_MAX + 1}) {
    try {
      const BigFloat never{precision};
      FAIL() << "a number of impossible precision was made";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), bug);
    }
  }
}

// MPFR without thread-local state would make every exact path a data race.
TEST(BigFloat, StandsOnAThreadSafeMpfr) { EXPECT_NE(mpfr_buildopt_tls_p(), 0); }

// The leak checker of the asan build is the judge here.
TEST(BigFloat, LeavesNoCacheBehindInAThread) {
  std::thread([] {
    BigFloat value{5000};
    mpfr_const_log2(value.get(), MPFR_RNDN);
    EXPECT_LT(mpfr_cmp_ui(value.get(), 1), 0);
  }).join();
}

}  // namespace
}  // namespace discreet
