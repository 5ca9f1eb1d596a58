#include <array>
#include <deque>

#include <gtest/gtest.h>

#include "entropy/system_bits.hpp"
#include <sys/types.h>

namespace discreet::detail {
namespace {

struct Answer {
  ssize_t got;
  int error;
};

/// A generator that answers as scripted and fills with ones what it says it filled.
struct ScriptedRead {
  std::deque<Answer> answers;

  ssize_t operator()(unsigned char* data, std::size_t size) {
    const Answer answer = answers.front();
    answers.pop_front();
    errno = answer.error;
    for (ssize_t i = 0; i < answer.got && static_cast<std::size_t>(i) < size; ++i) {
      data[i] = 1;
    }
    return answer.got;
  }
};

bool fills(std::deque<Answer> answers) {
  std::array<unsigned char, 32> out{};
  errno = ERANGE;
  const bool filled = read_fully(ScriptedRead{std::move(answers)}, out);
  EXPECT_EQ(errno, ERANGE);
  bool complete = true;
  for (const unsigned char byte : out) {
    complete = complete && byte == 1;
  }
  EXPECT_TRUE(!filled || complete);
  return filled;
}

TEST(ReadFully, TakesAWholeAnswer) { EXPECT_TRUE(fills({{32, 0}})); }

TEST(ReadFully, AsksAgainAfterAShortAnswer) { EXPECT_TRUE(fills({{1, 0}, {30, 0}, {1, 0}})); }

TEST(ReadFully, AsksAgainAfterAnInterruption) {
  EXPECT_TRUE(fills({{-1, EINTR}, {16, 0}, {-1, EINTR}, {16, 0}}));
}

TEST(ReadFully, RefusesAMissingGenerator) { EXPECT_FALSE(fills({{-1, ENOSYS}})); }

TEST(ReadFully, RefusesAGeneratorThatFailsHalfWay) { EXPECT_FALSE(fills({{31, 0}, {-1, EIO}})); }

TEST(ReadFully, RefusesAnEmptyAnswerEvenWhenErrnoSaysInterrupted) {
  EXPECT_FALSE(fills({{0, EINTR}}));
}

TEST(ReadFully, RefusesMoreThanItAskedFor) { EXPECT_FALSE(fills({{16, 0}, {17, 0}})); }

}  // namespace
}  // namespace discreet::detail
