#pragma once

#include <map>

#include <gmpxx.h>
#include <gtest/gtest.h>

#include "numbers/big_interval.hpp"
#include "support/word_walk.hpp"

namespace discreet::testing {

/// The widest bracket that a law test accepts.
inline const mpq_class narrow{1, 1 << 20};

/// Checks that every outcome's bracket meets the enclosure of its law, that brackets are narrow,
/// and that nothing outside the law ever comes out. An outcome that never came out must have a law
/// below the undecided mass.
template <class Outcome>
void expect_law(const Brackets<Outcome>& found, const std::map<Outcome, BigInterval>& law,
                const mpq_class& widest = narrow) {
  EXPECT_LT(found.undecided, widest);
  for (const auto& [outcome, mass] : found.decided) {
    EXPECT_TRUE(law.contains(outcome)) << "an outcome outside the law's support";
  }
  for (const auto& [outcome, probability] : law) {
    const auto at = found.decided.find(outcome);
    const mpq_class lo = at == found.decided.end() ? mpq_class{0} : at->second;
    const mpq_class hi = lo + found.undecided;
    // The law's own enclosure is some 2^-150 wide; disjoint from the bracket means a wrong law.
    EXPECT_LE(mpfr_cmp_q(probability.lo.get(), hi.get_mpq_t()), 0) << "too little mass";
    EXPECT_GE(mpfr_cmp_q(probability.hi.get(), lo.get_mpq_t()), 0) << "too much mass";
  }
}

}  // namespace discreet::testing
