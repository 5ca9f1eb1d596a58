#include "entropy/system_bits.hpp"

#include <array>
#include <cerrno>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

#include <sys/wait.h>

namespace discreet {
namespace {

// Two honest streams agree on eight words with probability 2^-512.
using Words = std::array<std::uint64_t, 8>;

template <class Bits>
Words draw(Bits& bits) {
  Words words{};
  for (auto& word : words) {
    word = bits.next();
  }
  return words;
}

template <class Bits>
Words draw_at_once(Bits& bits) {
  Words words{};
  bits.take(words);
  return words;
}

/// What a forked child draws from its copy of the source.
template <class Bits>
Words draw_in_child(Bits& bits, Words (*draw_words)(Bits&) = draw<Bits>) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) {
    throw std::runtime_error("pipe");
  }
  const pid_t child = ::fork();
  if (child == 0) {
    const Words words = draw_words(bits);
    const bool sent = ::write(ends[1], words.data(), sizeof(words)) == sizeof(words);
    ::_exit(sent ? 0 : 1);
  }
  Words words{};
  EXPECT_EQ(::read(ends[0], words.data(), sizeof(words)), static_cast<ssize_t>(sizeof(words)));
  int status = -1;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  ::close(ends[0]);
  ::close(ends[1]);
  return words;
}

template <class Bits>
void expect_forks_to_part(Bits& bits, Words (*draw_words)(Bits&) = draw<Bits>) {
  draw_words(bits);  // so that the buffer is part-full at the fork
  const Words first_child = draw_in_child(bits, draw_words);
  const Words second_child = draw_in_child(bits, draw_words);
  const Words parent = draw_words(bits);
  EXPECT_NE(first_child, parent);
  EXPECT_NE(second_child, parent);
  EXPECT_NE(first_child, second_child);
  EXPECT_NE(first_child, Words{});
}

/// Pages as an old kernel gives them: a fork copies what is in them.
struct CopiedPage {
  explicit CopiedPage(std::size_t bytes) : memory(::operator new(bytes)) {}
  ~CopiedPage() { ::operator delete(memory); }
  CopiedPage(const CopiedPage&) = delete;
  CopiedPage& operator=(const CopiedPage&) = delete;
  [[nodiscard]] void* data() const { return memory; }
  [[nodiscard]] static bool wipes_on_fork() { return false; }
  void* memory;
};

TEST(SystemBits, ParentAndChildPartAtAFork) { expect_forks_to_part(thread_bits()); }

TEST(SystemBits, ParentAndChildPartAtAForkWithoutHelpFromTheKernel) {
  BufferedBits<SystemSeeder, CopiedPage> bits;
  expect_forks_to_part(bits);
}

TEST(SystemBits, ParentAndChildPartAtAForkWhereWordsAreTakenAtOnce) {
  expect_forks_to_part(thread_bits(), draw_at_once<SystemBits>);
  using Copied = BufferedBits<SystemSeeder, CopiedPage>;
  Copied bits;
  expect_forks_to_part(bits, draw_at_once<Copied>);
}

TEST(SystemBits, AForkInsideAThreadPartsToo) {
  std::thread([] { expect_forks_to_part(thread_bits()); }).join();
}

TEST(SystemBits, AChildOfAChildPartsFromBoth) {
  draw(thread_bits());
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const Words own = draw(thread_bits());
    const Words grandchild = draw_in_child(thread_bits());
    const bool sent = ::write(ends[1], own.data(), sizeof(own)) == sizeof(own) &&
                      ::write(ends[1], grandchild.data(), sizeof(own)) == sizeof(own);
    ::_exit(sent ? 0 : 1);
  }
  std::array<Words, 2> theirs{};
  for (auto& words : theirs) {
    ASSERT_EQ(::read(ends[0], words.data(), sizeof(words)), static_cast<ssize_t>(sizeof(words)));
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  ::close(ends[0]);
  ::close(ends[1]);
  EXPECT_NE(theirs[0], theirs[1]);
  EXPECT_NE(theirs[0], draw(thread_bits()));
}

TEST(SystemBits, TwoThreadsDrawDifferentWords) {
  Words here{};
  Words there{};
  std::thread one([&] { here = draw(thread_bits()); });
  std::thread two([&] { there = draw(thread_bits()); });
  one.join();
  two.join();
  EXPECT_NE(here, there);
}

TEST(SystemBits, AThreadAlwaysGetsTheSameSource) { EXPECT_EQ(&thread_bits(), &thread_bits()); }

TEST(SystemBits, LeavesErrnoAsFound) {
  std::thread([] {
    errno = E2BIG;
    thread_bits().next();
    EXPECT_EQ(errno, E2BIG);
  }).join();
}

TEST(WipedPage, GivesZeroedWritableMemory) {
  const detail::WipedPage page(4096);
  auto* const bytes = static_cast<unsigned char*>(page.data());
  for (std::size_t i = 0; i < 4096; ++i) {
    ASSERT_EQ(bytes[i], 0);
    bytes[i] = 1;
  }
}

TEST(WipedPage, RefusesWhatTheSystemCannotMapAsNoEntropy) {
  try {
    const detail::WipedPage page(std::size_t{1} << 62U);
    FAIL() << "four exbibytes were granted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), no_entropy);
  }
}

}  // namespace
}  // namespace discreet
