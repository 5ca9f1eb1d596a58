#include "known_format.hpp"

#include <string>

#include <gtest/gtest.h>

namespace discreet::cli {
namespace {

std::string as_in_tar(char before) {
  std::string out(257, before);
  out.append("ustar");
  return out;
}

TEST(KnownFormat, TakesTextForTextHoweverItBegins) {
  for (const char* text : {"",
                           "a",
                           "patient,code\n",
                           "ORCID,code\n",
                           "ORC\n",
                           "PAR1,PAR2\n",
                           "PARENT,CHILD\n",
                           "FEA1;x\n",
                           "ARROW1,y\n",
                           "RDX3,y\n",
                           "BZh9,code\n",
                           "_*M,x\n",
                           "[a],b\n",
                           "{x}\n",
                           "[1]\n",
                           "[",
                           "{",
                           "Obj,x\n",
                           "PK,x\n",
                           "X\nY\n",
                           "\xEF\xBB\xBFpatient,code\n",
                           "12345678DUCK,x\n",
                           "<html>\n",
                           "caf\xC3\xA9\n",
                           "a\x1B[31m,b\n"}) {
    EXPECT_EQ(recognise(text).remedy, Remedy::none) << text;
  }
  EXPECT_EQ(recognise(as_in_tar('x')).remedy, Remedy::none);
}

TEST(KnownFormat, KnowsJsonFromItsFirstSigns) {
  for (const char* text :
       {"{\"a\": 1}\n", " [ {", "[\"a\"", "\xEF\xBB\xBF{ \"a\"", "[\n  [1,", "{\n  \"a\""}) {
    EXPECT_EQ(recognise(text).name, "JSON") << text;
  }
}

TEST(KnownFormat, NeedsNoMoreBytesThanItIsGiven) {
  const std::string tar = as_in_tar('\0');
  EXPECT_EQ(recognise(tar).name, "a tar archive");
  EXPECT_LE(tar.size(), telling_bytes);
  for (std::size_t size = 0; size <= tar.size(); ++size) {
    recognise(tar.substr(0, size));
  }
}

}  // namespace
}  // namespace discreet::cli
