#include "discreet/framework/law.hpp"

#include <gtest/gtest.h>

#include "discreet/error.hpp"

namespace discreet {
namespace {

TEST(Law, HasANameForSentencesAndOneForCommandLines) {
  EXPECT_EQ(to_string(Law::exponential_mechanism), "exponential mechanism");
  EXPECT_EQ(id_of(Law::exponential_mechanism), "exponential");
  EXPECT_EQ(to_string(Law::permute_and_flip), "permute-and-flip");
  EXPECT_EQ(id_of(Law::permute_and_flip), "permute-and-flip");
}

TEST(Law, IsReadBackByItsId) {
  for (const Law law : {Law::exponential_mechanism, Law::permute_and_flip}) {
    EXPECT_EQ(parse_law(id_of(law)), law);
  }
  for (const char* text :
       {"", "Exponential", "exponential mechanism", "permute_and_flip", "gumbel"}) {
    EXPECT_THROW((void)parse_law(text), Error) << text;
  }
}

TEST(Law, ThatACastMadeIsRefused) {
  EXPECT_NO_THROW(require_law(Law::exponential_mechanism));
  EXPECT_NO_THROW(require_law(Law::permute_and_flip));
  EXPECT_THROW(require_law(static_cast<Law>(2)), Error);
  EXPECT_THROW(require_law(static_cast<Law>(-1)), Error);
  EXPECT_EQ(id_of(static_cast<Law>(2)), "");
}

TEST(Optimize, IsReadBackByItsName) {
  EXPECT_EQ(to_string(Optimize::max), "max");
  EXPECT_EQ(to_string(Optimize::min), "min");
  for (const Optimize optimize : {Optimize::max, Optimize::min}) {
    EXPECT_EQ(parse_optimize(to_string(optimize)), optimize);
  }
  EXPECT_EQ(to_string(static_cast<Optimize>(2)), "");
}

}  // namespace
}  // namespace discreet
