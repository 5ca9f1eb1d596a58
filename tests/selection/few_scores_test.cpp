#include "selection/few_scores.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "support/random_scores.hpp"
#include "support/vector_targets.hpp"

namespace discreet {
namespace {

/// Calls body.operator()<T>(scores, random) for every type with up to 64 scores, many of them alike, at every vector width.
template <class Body>
void for_few_scores(Body body) {
  testing::for_each_vector_target([&] {
    testing::for_each_number([&]<class T>() {
      testing::RandomScores random;
      for (std::size_t count = 0; count <= 64; ++count) {
        for (int time = 0; time < 4; ++time) {
          std::vector<T> scores(count);
          std::generate(scores.begin(), scores.end(),
                        [&] { return time % 2 == 0 ? random.any<T>() : random.few<T>(4); });
          body(scores, random);
        }
      }
    });
  });
}

TEST(EqualBits, AreThoseOfTheScoresThatHaveTheValueAtEveryVectorWidth) {
  for_few_scores([]<class T>(const std::vector<T>& scores, testing::RandomScores& random) {
    const T value = scores.empty() ? random.few<T>(4) : scores[random.below(scores.size())];
    std::uint64_t expected = 0;
    for (std::size_t j = 0; j < scores.size(); ++j) {
      expected |= static_cast<std::uint64_t>(scores[j] == value) << j;
    }
    ASSERT_EQ(detail::equal_bits(scores.data(), scores.size(), value), expected);
  });
}

}  // namespace
}  // namespace discreet
