#include "read_beside.hpp"

#include <atomic>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "input_error.hpp"
#include "pieces.hpp"

namespace discreet::cli {
namespace {

TEST(ReadBesideThread, GivesTheSameBytesInTheirOrder) {
  std::string text;
  for (int i = 0; i < 20000; ++i) {
    text += std::to_string(i) + ",";
  }
  for (const std::size_t piece : {1UL, 7UL, 1000UL, 1000000UL}) {
    EXPECT_EQ(bytes_of(read_beside(pieces(text, piece))), text) << piece;
  }
  const NextBytes nothing = read_beside(pieces("", 1));
  EXPECT_TRUE(nothing().empty());
  EXPECT_TRUE(nothing().empty());
}

TEST(ReadBesideThread, ThrowsWhatTheSourceThrewInItsPlace) {
  auto given = std::make_shared<int>(0);
  const NextBytes next = read_beside([given]() -> std::string_view {
    if (++*given == 4) {
      throw InputError{"the fourth"};
    }
    return "piece";
  });
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(next(), "piece");
  }
  EXPECT_THROW(next(), InputError);
}

TEST(ReadBesideThread, EndsWhereTheReaderStops) {
  for (int round = 0; round < 100; ++round) {
    const NextBytes next = read_beside([] { return std::string_view{"without end"}; });
    EXPECT_EQ(next(), "without end");
  }
}

}  // namespace
}  // namespace discreet::cli
