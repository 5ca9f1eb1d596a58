#include "csv_reader.hpp"

#include <gtest/gtest.h>

#include "input_error.hpp"
#include "pieces.hpp"
#include "read_candidates.hpp"
#include "table_reader.hpp"

namespace discreet::cli {
namespace {

using Records = std::vector<std::vector<std::string>>;

Records read(const std::string& bytes, std::size_t piece = 1000, char separator = ',') {
  CsvReader reader{pieces(bytes, piece), separator};
  Records out;
  while (reader.next()) {
    std::vector<std::string> record;
    for (std::size_t i = 0; i < reader.size(); ++i) {
      record.emplace_back(reader.field(i));
    }
    out.push_back(std::move(record));
  }
  return out;
}

std::string refusal(const std::string& bytes) {
  try {
    read(bytes);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(CsvReader, ReadsQuotesLineEndsAndMarks) {
  EXPECT_EQ(read("a,b\n1,2\n"), (Records{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(read("a,b\r\n1,2\r\n"), (Records{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(read("a,b\n1,2"), (Records{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(read("\xEF\xBB\xBF"
                 "a,b"),
            (Records{{"a", "b"}}));
  EXPECT_EQ(read("\"x,\"\"y\"\"\nz\",2"), (Records{{"x,\"y\"\nz", "2"}}));
  EXPECT_EQ(read("\"\",\n"), (Records{{"", ""}}));
  EXPECT_EQ(read("a\tb,c", 1000, '\t'), (Records{{"a", "b,c"}}));
  EXPECT_EQ(read(",,"), (Records{{"", "", ""}}));
  EXPECT_EQ(read(""), Records{});
}

TEST(CsvReader, DoesNotCareHowTheInputIsCut) {
  const std::string text =
      "\xEF\xBB\xBFpatient,\"dia\"\"gnosis\"\r\n\"P,1\",\"a\nb\"\r\nP2,caf\xC3\xA9\n\n\"\"\n";
  const Records whole = read(text);
  for (std::size_t piece = 1; piece < text.size(); ++piece) {
    EXPECT_EQ(read(text, piece), whole) << piece;
  }
}

TEST(CsvReader, RefusesWhatItCannotReadAndNamesTheLine) {
  EXPECT_EQ(refusal("a,b\n1,\"2\n3"), "line 2: a quoted field is not closed");
  EXPECT_EQ(refusal("a\nb\"c\n"), "line 2: a quote must enclose a whole field");
  EXPECT_EQ(refusal("a\n\"b\"c\n"), "line 2: a quote must enclose a whole field");
  EXPECT_EQ(refusal("a\rb\n"), "line 1: a carriage return must be followed by a line feed");
  EXPECT_EQ(refusal("a\r"), "line 1: a carriage return must be followed by a line feed");
  EXPECT_EQ(refusal(std::string("a\n\0", 3)), "line 2: text must not hold a NUL byte");
  EXPECT_EQ(refusal("a\n\xFF\n"), "line 2: text must be valid UTF-8");
  // Two halves of a character in two fields are no character.
  EXPECT_EQ(refusal("\xC3,\xA9\n"), "line 1: text must be valid UTF-8");
  EXPECT_EQ(refusal("a\n\"" + std::string(17UL << 20, 'x')),
            "line 2: a record is longer than 16 MiB");
  EXPECT_EQ(refusal(std::string(17UL << 20, ',')), "line 1: a record is longer than 16 MiB");
}

Records table(const std::string& bytes) {
  TableReader reader{pieces(bytes, 5), ',', {"unit", "item"}};
  Records out;
  while (reader.next()) {
    out.push_back({std::string{reader[0]}, std::string{reader[1]}});
  }
  return out;
}

std::string table_refusal(const std::string& bytes) {
  try {
    table(bytes);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(TableReader, FindsItsColumnsWhereverTheyStand) {
  EXPECT_EQ(table("x,item,y,unit\n1,b,2,a\n"), (Records{{"a", "b"}}));
  EXPECT_EQ(table("unit,item\na,b\n\n\r\n"), (Records{{"a", "b"}}));
}

TEST(TableReader, RefusesMissingDoubleAndRagged) {
  EXPECT_EQ(table_refusal(""), "the file is empty: it must begin with a header");
  EXPECT_EQ(table_refusal("\n"), "the file is empty: it must begin with a header");
  EXPECT_EQ(table_refusal("unit,thing\n"), "the header has no column 'item'");
  EXPECT_EQ(table_refusal("unit,item,unit\n"), "the header names the column 'unit' more than once");
  EXPECT_EQ(table_refusal("unit,item\na\n"),
            "line 2: a row must have as many fields as the header");
  EXPECT_EQ(table_refusal("unit,item\na,b,c\n"),
            "line 2: a row must have as many fields as the header");
  EXPECT_EQ(table_refusal("unit,item\n\"a\nb\",c\nd\n"),
            "line 4: a row must have as many fields as the header");
  EXPECT_EQ(table_refusal("unit,item\na,b\n\nc,d\n"),
            "line 3: a row must have as many fields as the header");
}

TEST(TableReader, SuggestsTheSeparatorThatTheHeaderHas) {
  const std::string missing = "the header has no column 'unit'";
  const std::string broken = "line 1: a quote must enclose a whole field";
  EXPECT_EQ(table_refusal("unit;item\n"),
            missing + "; with --delimiter ';' the header has every column");
  EXPECT_EQ(table_refusal("unit\titem\n"),
            missing + "; with --delimiter tab the header has every column");
  EXPECT_EQ(table_refusal("x|unit|item\n"),
            missing + "; with --delimiter '|' the header has every column");
  EXPECT_EQ(table_refusal("\"unit\";\"item\"\n"),
            broken + "; with --delimiter ';' the header has every column");
  EXPECT_EQ(table_refusal("Unit;Item\n"),
            missing + "; if its fields are not separated by ',', try --delimiter ';'");
  EXPECT_EQ(table_refusal("person,thing;item\n"), missing);
}

TEST(Separator, ComesFromTheNameUnlessStated) {
  EXPECT_EQ(separator_of("a.csv", {}), ',');
  for (const char* name :
       {"a.tsv", "a.TSV", "a.Tab", "a.tsv.gz", "A.TSV.GZ", "a.tab.zst", "a.tsv.zstd"}) {
    EXPECT_EQ(separator_of(name, {}), '\t') << name;
  }
  for (const char* name : {"tsv", "a.tsv.csv", "a.csv.gz", "a.tsv.gz.gz", ".gz"}) {
    EXPECT_EQ(separator_of(name, {}), ',') << name;
  }
  EXPECT_EQ(separator_of("a.tsv", ";"), ';');
  EXPECT_EQ(separator_of("-", "tab"), '\t');
  for (const char* bad : {"", "ab", "\"", "\n", "\xC3"}) {
    EXPECT_THROW(separator_of("a", bad), UsageError);
  }
}

std::vector<std::string> candidates(const std::string& bytes, std::size_t piece = 3) {
  return read_candidates(pieces(bytes, piece));
}

std::string candidates_refusal(const std::string& bytes) {
  try {
    candidates(bytes);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(ReadCandidates, TakesOneALine) {
  const std::vector<std::string> two{"A 0", "B,1"};
  EXPECT_EQ(candidates("A 0\nB,1\n"), two);
  EXPECT_EQ(candidates("A 0\r\nB,1"), two);
  EXPECT_EQ(candidates("\xEF\xBB\xBF"
                       "A 0\nB,1\n"),
            two);
}

TEST(ReadCandidates, RefusesEmptyTwiceAndBroken) {
  EXPECT_EQ(candidates_refusal(""), "the list of candidates must not be empty");
  EXPECT_EQ(candidates_refusal("\xEF\xBB\xBF"), "the list of candidates must not be empty");
  EXPECT_EQ(candidates_refusal("A\n\nB\n"), "line 2: a candidate must not be empty");
  EXPECT_EQ(candidates_refusal("A\nB\nA\n"),
            "line 3: a candidate must not stand in the list twice");
  EXPECT_EQ(candidates_refusal("A\n\xFF\n"), "line 2: text must be valid UTF-8");
  EXPECT_EQ(candidates_refusal(std::string("A\n\0\n", 4)), "line 2: text must not hold a NUL byte");
  EXPECT_EQ(candidates_refusal(std::string(70000, 'x')),
            "line 1: a candidate is longer than 64 KiB");
}

TEST(ReadCandidates, RefusesBlanksAtTheEndsAndQuotesAround) {
  const std::string blank =
      "line 2: a candidate must not begin or end with a blank or an invisible character";
  for (const char* bad : {" B", "B ", "B\t", "\tB", " ", "B\r\r", "B\x1A", "B\x7F", "B\xC2\x9B",
                          "B\xE2\x80\xAC", "B\xC2\xA0",
                          "\xE3\x80\x80"
                          "B",
                          "B\xE2\x80\x8B",
                          "\xEF\xBB\xBF"
                          "B"}) {
    EXPECT_EQ(candidates_refusal(std::string{"A\n"} + bad + "\r\nC\n"), blank) << bad;
  }
  const std::string quoted = "line 2: a candidate must stand without quotes around it";
  for (const char* bad : {"\"B\"", "'B'", "\"\"", "\"B\",\"x\""}) {
    EXPECT_EQ(candidates_refusal(std::string{"A\n"} + bad + "\n"), quoted) << bad;
  }
  EXPECT_EQ(candidates_refusal("A\rB\rC"),
            "line 1: a carriage return must be followed by a line feed");
  for (const char* good : {"5\"", "\"B", "'n", "O'B", "a b", "\"", "caf\xC3\xA9"}) {
    EXPECT_EQ(candidates(std::string{"A\n"} + good), (std::vector<std::string>{"A", good}));
  }
}

TEST(ReadCandidates, RefusesATableThatIsTakenForAList) {
  const std::string cure = " of a table, name the column with --candidates-column";
  EXPECT_EQ(candidates_refusal("A,Flu\nB,Cold\n"),
            "every line has 2 fields separated by ',':" + cure);
  EXPECT_EQ(candidates_refusal("A;1;x\nB;2;y"), "every line has 3 fields separated by ';':" + cure);
  EXPECT_EQ(candidates_refusal("A|Flu\nB|Cold, bad\n"),
            "every line has 2 fields separated by '|':" + cure);
  EXPECT_EQ(candidates_refusal("A,\"x, y\"\nB,z\n"),
            "every line has 2 fields separated by ',':" + cure);
  EXPECT_EQ(candidates_refusal("A\tFlu\nB\n"), "line 1: a candidate must not hold a tab;" + cure);
  EXPECT_EQ(candidates("A\nB,1\n"), (std::vector<std::string>{"A", "B,1"}));
  EXPECT_EQ(candidates("A,1,2\nB,1\n"), (std::vector<std::string>{"A,1,2", "B,1"}));
}

std::vector<std::string> column(const std::string& bytes, char separator = ',') {
  return read_candidates(pieces(bytes, 3), separator, "code");
}

std::string column_refusal(const std::string& bytes) {
  try {
    column(bytes);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(ReadCandidates, TakesAColumnOfATable) {
  const std::vector<std::string> two{"A, 0", "\"B\""};
  EXPECT_EQ(column("text,code\nx,\"A, 0\"\ny,\"\"\"B\"\"\"\n"), two);
  EXPECT_EQ(column("code;text\nA, 0;x\n\"\"\"B\"\"\";y\n"), two);
  EXPECT_EQ(column("code\n\"A, 0\"\n\"\"\"B\"\"\"\n"), two);
  EXPECT_EQ(column("code\nA, 0\n\"\"\"B\"\"\"\n", '\t'), two);
  EXPECT_EQ(column_refusal("text,thing\n"), "the header has no column 'code', or more than one");
  EXPECT_EQ(column_refusal("code,code\n"), "the header has no column 'code', or more than one");
  EXPECT_EQ(column_refusal("code,text\n"), "the list of candidates must not be empty");
  EXPECT_EQ(column_refusal("code,text\nA,x\nA,y\n"),
            "line 3: a candidate must not stand in the list twice");
  EXPECT_EQ(column_refusal("code,text\nA ,x\n"),
            "line 2: a candidate must not begin or end with a blank or an invisible character");
  EXPECT_EQ(column_refusal("code,text\n,x\n"), "line 2: a candidate must not be empty");
}

}  // namespace
}  // namespace discreet::cli
