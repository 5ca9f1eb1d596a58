#include "discreet/framework/domains.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/error.hpp"
#include "support/score_types.hpp"

namespace discreet {
namespace {

template <class T>
class Domain : public ::testing::Test {};
TYPED_TEST_SUITE(Domain, ScoreTypes);

TYPED_TEST(Domain, OfIntegersNeverHasNanAndOfFloatsDoesUnlessExcluded) {
  EXPECT_EQ(AtomDomain<TypeParam>{}.nan(), Float<TypeParam>);
  EXPECT_EQ(AtomDomain<TypeParam>{Nan::allowed}.nan(), Float<TypeParam>);
  EXPECT_FALSE(AtomDomain<TypeParam>{Nan::excluded}.nan());
}

TYPED_TEST(Domain, HasEveryNumberOfTheType) {
  const AtomDomain<TypeParam> atoms{Nan::excluded};
  EXPECT_TRUE(atoms.member(std::numeric_limits<TypeParam>::lowest()));
  EXPECT_TRUE(atoms.member(std::numeric_limits<TypeParam>::max()));
  EXPECT_TRUE(atoms.member(TypeParam{0}));
  if constexpr (Float<TypeParam>) {
    EXPECT_TRUE(atoms.member(std::numeric_limits<TypeParam>::infinity()));
    EXPECT_TRUE(atoms.member(-std::numeric_limits<TypeParam>::infinity()));
  }
}

TYPED_TEST(Domain, KnowsNanByItsBitsWhateverTheSign) {
  if constexpr (Float<TypeParam>) {
    const TypeParam nan = std::numeric_limits<TypeParam>::quiet_NaN();
    for (const TypeParam value : {nan, std::copysign(nan, TypeParam{-1})}) {
      EXPECT_FALSE(AtomDomain<TypeParam>{Nan::excluded}.member(value));
      EXPECT_TRUE(AtomDomain<TypeParam>{Nan::allowed}.member(value));
    }
  }
}

TYPED_TEST(Domain, OfVectorsHasEveryLengthUntilASizeIsSaid) {
  const VectorDomain any{AtomDomain<TypeParam>{Nan::excluded}};
  EXPECT_FALSE(any.size().has_value());
  EXPECT_TRUE(any.member({}));
  EXPECT_TRUE(any.member(std::vector<TypeParam>(3)));

  const VectorDomain sized = any.with_size(3);
  EXPECT_EQ(sized.size(), 3U);
  EXPECT_TRUE(sized.member(std::vector<TypeParam>(3)));
  EXPECT_FALSE(sized.member(std::vector<TypeParam>(2)));
  EXPECT_FALSE(sized.member({}));
  EXPECT_FALSE(any.size().has_value()) << "with_size makes another domain";
}

TYPED_TEST(Domain, OfVectorsCanExcludeTheEmptyOne) {
  const VectorDomain filled = VectorDomain{AtomDomain<TypeParam>{Nan::excluded}}.non_empty();
  EXPECT_TRUE(filled.excludes_empty());
  EXPECT_FALSE(filled.member({}));
  EXPECT_TRUE(filled.member(std::vector<TypeParam>(1)));
}

TYPED_TEST(Domain, OfVectorsAsksEveryElement) {
  if constexpr (Float<TypeParam>) {
    const TypeParam nan = std::numeric_limits<TypeParam>::quiet_NaN();
    const std::vector<TypeParam> scores = {0, 1, nan};
    EXPECT_FALSE(VectorDomain{AtomDomain<TypeParam>{Nan::excluded}}.member(scores));
    EXPECT_TRUE(VectorDomain{AtomDomain<TypeParam>{Nan::allowed}}.member(scores));
  }
}

TYPED_TEST(Domain, RefusesAForeignLengthAsOutside) {
  const VectorDomain any{AtomDomain<TypeParam>{Nan::excluded}};
  EXPECT_NO_THROW(any.require_length(0));
  EXPECT_NO_THROW(any.with_size(2).require_length(2));
  for (const auto& [domain, length] :
       {std::pair{any.with_size(2), 3}, std::pair{any.with_size(2), 0},
        std::pair{any.non_empty(), 0}, std::pair{any.with_size(0).non_empty(), 0}}) {
    try {
      domain.require_length(static_cast<std::size_t>(length));
      ADD_FAILURE() << "a foreign length passed";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), outside_domain);
    }
  }
}

TYPED_TEST(Domain, EqualsItsLikeAndNothingElse) {
  const VectorDomain any{AtomDomain<TypeParam>{Nan::excluded}};
  EXPECT_EQ(any, VectorDomain{AtomDomain<TypeParam>{Nan::excluded}});
  EXPECT_NE(any, any.with_size(1));
  EXPECT_NE(any, any.non_empty());
  EXPECT_EQ(any == VectorDomain{AtomDomain<TypeParam>{}}, Integer<TypeParam>);
}

}  // namespace
}  // namespace discreet
