#include "csv_marks.hpp"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "csv_reader.hpp"
#include "input_error.hpp"
#include "pieces.hpp"

namespace discreet::cli {
namespace {

// Records with their lines, and how it ended: one text of everything a reader says.
std::string transcript(const NextBytes& bytes, char separator) {
  std::string out;
  try {
    CsvReader reader{bytes, separator};
    while (reader.next()) {
      out += std::to_string(reader.line()) + (reader.blank() ? " blank" : "");
      for (std::size_t i = 0; i < reader.size(); ++i) {
        out += "[" + std::string{reader.field(i)} + "]";
      }
      out += "\n";
    }
  } catch (const InputError& error) {
    out += error.what();
  }
  return out;
}

std::string transcript(const std::string& bytes, std::size_t piece, char separator) {
  return transcript(pieces(bytes, piece), separator);
}

TEST(CsvMarks, ReadsRecordsByTheirMarksAsByteByByte) {
  // Of pieces of one byte no record but an empty line is ever whole, so that they are read byte by byte.
  const std::vector<std::string> words{
      "a",           "b",       ",",    ",",        ";",
      "\n",          "\n",      "\r\n", "\r",       "\"",
      "\"",          "\"a,b\"", "\"\"", "\"a\"",    "\"c\"\"d\"",
      "caf\xC3\xA9", "\xA9",    "word", "\"e\nf\"", "0123456789012345678901234567890123456789"};
  std::mt19937_64 bits{3};
  int refused = 0;
  for (int round = 0; round < 20000; ++round) {
    // Few odd words at first, so that records stay whole over many vectors.
    const std::uint64_t kinds = round % 2 == 0 ? 8 : words.size();
    std::string text;
    for (std::uint64_t left = bits() % 400; left > 0; --left) {
      text += words[bits() % kinds];
    }
    if (bits() % 50 == 0) {
      text += '\0';
    }
    text += bits() % 2 == 0 ? "\n" : "";
    const char separator = bits() % 4 == 0 ? ';' : ',';
    const std::string slow = transcript(text, 1, separator);
    ASSERT_EQ(transcript(text, text.size() + 1, separator), slow) << text;
    ASSERT_EQ(transcript(text, 64 + bits() % 100, separator), slow) << text;
    refused += slow.ends_with("]\n") || slow.ends_with("blank\n") || slow.empty() ? 0 : 1;
  }
  EXPECT_GT(refused, 1000);
  EXPECT_LT(refused, 19000);
}

TEST(CsvMarks, ReadsLongPlainTextsAsByteByByte) {
  std::mt19937_64 bits{4};
  std::string text = "unit,item\n";
  while (text.size() < 100000) {
    text += std::string(bits() % 30, 'u') + "," + std::string(bits() % 130, 'i') + "\n";
  }
  const std::string slow = transcript(text, 1, ',');
  for (const std::size_t piece : {100UL, 4096UL, 5000UL, 65536UL, 1000000UL}) {
    EXPECT_EQ(transcript(text, piece, ','), slow) << piece;
  }
  // A character that is none, at a place of every kind within windows and vectors.
  for (std::size_t place = 20; place < text.size(); place += 997) {
    std::string broken = text;
    if (broken[place] != ',' && broken[place] != '\n') {
      broken[place] = '\xFF';
      EXPECT_EQ(transcript(broken, 1000000, ','), transcript(broken, 1, ',')) << place;
    }
  }
}

TEST(CsvMarks, ReadsFromABufferThatIsUsedAgain) {
  std::mt19937_64 bits{5};
  std::string text;
  while (text.size() < 3000) {
    text += std::string(bits() % 4, 'u') + "," + std::string(bits() % 4, 'i') + "\n";
  }
  text.resize(3000);
  const NextBytes next = pieces(text, 30);
  std::string buffer(30, ' ');
  const NextBytes again = [&]() -> std::string_view {
    const std::string_view piece = next();
    return {buffer.data(), piece.copy(buffer.data(), piece.size())};
  };
  EXPECT_EQ(transcript(again, ','), transcript(text, 1, ','));
}

}  // namespace
}  // namespace discreet::cli
