// A directed rounding that runs under another rounding mode would be wrong without a sign of it.
#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "discreet/numbers/rounding.hpp"
#include "support/expect_error.hpp"
#include "support/unsound_arithmetic.hpp"

namespace discreet {
namespace {

template <class T>
std::vector<std::function<T()>> operations_of() {
  return {[] { return inf_add(T{1}, T{2}); },   [] { return neg_inf_add(T{1}, T{2}); },
          [] { return inf_sub(T{1}, T{2}); },   [] { return neg_inf_sub(T{1}, T{2}); },
          [] { return inf_mul(T{1}, T{2}); },   [] { return neg_inf_mul(T{1}, T{2}); },
          [] { return inf_div(T{1}, T{2}); },   [] { return neg_inf_div(T{1}, T{2}); },
          [] { return inf_exp(T{1}); },         [] { return neg_inf_exp(T{1}); },
          [] { return inf_cast<T>(0.1); },      [] { return neg_inf_cast<T>(0.1); },
          [] { return T(inf_cast<int>(T{1})); }};
}

template <class T>
class DirectedRounding : public ::testing::Test {};
using FloatTypes = ::testing::Types<float, double>;
TYPED_TEST_SUITE(DirectedRounding, FloatTypes);

TYPED_TEST(DirectedRounding, IsRefusedWhereTheThreadsArithmeticIsUnsound) {
  for (const auto& operation : operations_of<TypeParam>()) {
    EXPECT_NO_THROW(operation());
    for (const UnsoundMode mode : unsound_modes) {
      expect_error(unsound_thread, [&] {
        const UnsoundArithmetic unsound{mode};
        return operation();
      });
    }
  }
}

}  // namespace
}  // namespace discreet
