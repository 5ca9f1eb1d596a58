#include "spill_file.hpp"

#include <cstring>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "input_error.hpp"
#include <sys/stat.h>
#include <unistd.h>

namespace discreet::cli {
namespace {

std::vector<std::uint64_t> taken(SpillFile& file, std::size_t part) {
  std::vector<std::uint64_t> out;
  file.take(part, [&](std::span<const std::uint64_t> words) {
    out.insert(out.end(), words.begin(), words.end());
  });
  return out;
}

std::string file_bytes(const SpillFile& file) {
  struct stat status{};
  EXPECT_EQ(::fstat(file.descriptor(), &status), 0);
  std::string out(static_cast<std::size_t>(status.st_size), '\0');
  EXPECT_EQ(::pread(file.descriptor(), out.data(), out.size(), 0), status.st_size);
  return out;
}

TEST(SpillFile, GivesBackTheWordsOfEachPart) {
  SpillFile file{5};
  std::mt19937_64 bits{1};
  std::vector<std::vector<std::uint64_t>> expected(5);
  for (int i = 0; i < 20000; ++i) {
    const std::size_t part = bits() % 4;
    expected[part].push_back(bits());
    file.add(part, expected[part].back());
  }
  for (std::size_t part = 0; part < 5; ++part) {
    EXPECT_EQ(taken(file, part), expected[part]) << part;
  }
}

TEST(SpillFile, HasNoNameAndShowsNothing) {
  SpillFile file{1};
  struct stat status{};
  ASSERT_EQ(::fstat(file.descriptor(), &status), 0);
  EXPECT_EQ(status.st_nlink, 0U);
  std::uint64_t word = 0;
  std::memcpy(&word, "zebra77!", sizeof word);
  for (int i = 0; i < 4096; ++i) {
    file.add(0, word);
  }
  const std::string bytes = file_bytes(file);
  EXPECT_GT(bytes.size(), 32768U);
  EXPECT_EQ(bytes.find("zebra77"), std::string::npos);
  // Equal blocks do not show that they are equal.
  EXPECT_NE(bytes.substr(0, 8192), bytes.substr(bytes.size() / 4, 8192));
}

TEST(SpillFile, RefusesWhatWasChanged) {
  SpillFile file{1};
  for (std::uint64_t i = 0; i < 2048; ++i) {
    file.add(0, i);
  }
  std::string bytes = file_bytes(file);
  bytes[100] = static_cast<char>(bytes[100] ^ 1);
  ASSERT_EQ(::pwrite(file.descriptor(), bytes.data(), bytes.size(), 0),
            static_cast<ssize_t>(bytes.size()));
  EXPECT_THROW(taken(file, 0), InputError);
  ASSERT_EQ(::ftruncate(file.descriptor(), 10), 0);
  EXPECT_THROW(taken(file, 0), InputError);
}

}  // namespace
}  // namespace discreet::cli
