#include "known_format.hpp"

#include <algorithm>
#include <array>

#include "byte_source.hpp"

namespace discreet::cli {
namespace {

using namespace std::string_view_literals;

/// Whether the bytes alone are telling, or might be the beginning of a header.
enum class Telling { alone, if_not_text };

struct Signature {
  std::size_t at;
  std::string_view bytes;
  Telling telling;
  KnownFormat format;
};

namespace formats {

constexpr KnownFormat parquet{"a Parquet file", Remedy::duckdb, ""};
constexpr KnownFormat utf16{"UTF-16 text", Remedy::filter, "iconv -f UTF-16 -t UTF-8"};
constexpr KnownFormat utf16_little{"UTF-16 text", Remedy::filter, "iconv -f UTF-16LE -t UTF-8"};
constexpr KnownFormat utf16_big{"UTF-16 text", Remedy::filter, "iconv -f UTF-16BE -t UTF-8"};
constexpr KnownFormat utf32{"UTF-32 text", Remedy::filter, "iconv -f UTF-32 -t UTF-8"};
constexpr KnownFormat json{"JSON", Remedy::duckdb, ""};
constexpr KnownFormat zip{"a zip archive, as .xlsx and .ods workbooks are", Remedy::save_as_csv,
                          ""};

}  // namespace formats

// The first that fits counts.
constexpr auto signatures = std::to_array<Signature>({
    {0, "\x1F\x8B"sv, Telling::alone, {"gzip data", Remedy::gunzip, ""}},
    {0, "\x28\xB5\x2F\xFD"sv, Telling::alone, {"zstd data", Remedy::unzstd, ""}},
    {1,
     "\x2A\x4D\x18"sv,
     Telling::if_not_text,
     {"zstd data", Remedy::unzstd, ""}},  // a skippable frame
    {0, "PAR1"sv, Telling::if_not_text, formats::parquet},
    {0, "PARE"sv, Telling::if_not_text, formats::parquet},
    {0,
     "ARROW1"sv,
     Telling::if_not_text,
     {"an Arrow or Feather file", Remedy::unpack,
      "python3 -c 'import sys, pyarrow.csv as c, pyarrow.feather as f; "
      "c.write_csv(f.read_table(sys.argv[1]), sys.stdout.buffer)'"}},
    {0,
     "FEA1"sv,
     Telling::if_not_text,
     {"a Feather file", Remedy::unpack,
      "python3 -c 'import sys, pyarrow.csv as c, pyarrow.feather as f; "
      "c.write_csv(f.read_table(sys.argv[1]), sys.stdout.buffer)'"}},
    {0,
     "\xFF\xFF\xFF\xFF"sv,
     Telling::alone,
     {"an Arrow stream", Remedy::filter,
      "python3 -c 'import sys, pyarrow.csv as c, pyarrow.ipc as i; "
      "c.write_csv(i.open_stream(sys.stdin.buffer).read_all(), sys.stdout.buffer)'"}},
    {0,
     "ORC"sv,
     Telling::if_not_text,
     {"an ORC file", Remedy::unpack,
      "python3 -c 'import sys, pyarrow.csv as c, pyarrow.orc as o; "
      "c.write_csv(o.read_table(sys.argv[1]), sys.stdout.buffer)'"}},
    {0, "Obj\x01"sv, Telling::alone, {"an Avro file", Remedy::save_as_csv, ""}},
    {0, "\xFF\xFE\x00\x00"sv, Telling::alone, formats::utf32},
    {0, "\x00\x00\xFE\xFF"sv, Telling::alone, formats::utf32},
    {0, "\xFF\xFE"sv, Telling::alone, formats::utf16},
    {0, "\xFE\xFF"sv, Telling::alone, formats::utf16},
    {0, "PK\x03\x04"sv, Telling::alone, formats::zip},
    {0, "PK\x05\x06"sv, Telling::alone, formats::zip},
    {0,
     "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv,
     Telling::alone,
     {"an old Excel workbook", Remedy::save_as_csv, ""}},
    {0, "\xFD\x37zXZ\x00"sv, Telling::alone, {"xz data", Remedy::filter, "xz -dc"}},
    {4, "1AY&SY"sv, Telling::alone, {"bzip2 data", Remedy::filter, "bzip2 -dc"}},
    {0, "\x04\x22\x4D\x18"sv, Telling::alone, {"lz4 data", Remedy::filter, "lz4 -dc"}},
    {0, "LZIP\x01"sv, Telling::alone, {"lzip data", Remedy::filter, "lzip -dc"}},
    {0, "\x1F\x9D"sv, Telling::alone, {"compressed data", Remedy::filter, "gzip -dc"}},
    {0, "\x1F\xA0"sv, Telling::alone, {"compressed data", Remedy::filter, "gzip -dc"}},
    {0, "\x37\x7A\xBC\xAF\x27\x1C"sv, Telling::alone, {"a 7z archive", Remedy::unpack, "7z x -so"}},
    {0, "\xFF\x06\x00\x00sNaPpY"sv, Telling::alone, {"Snappy data", Remedy::save_as_csv, ""}},
    {257, "ustar"sv, Telling::if_not_text, {"a tar archive", Remedy::unpack, "tar -xOf"}},
    {0,
     "SQLite format 3\x00"sv,
     Telling::alone,
     {"an SQLite database", Remedy::query, "sqlite3 -csv -header"}},
    {8, "DUCK"sv, Telling::if_not_text, {"a DuckDB database", Remedy::query, "duckdb -csv"}},
    {0, "\x89HDF\r\n\x1A\n"sv, Telling::alone, {"an HDF5 file", Remedy::save_as_csv, ""}},
    {0, "\x93NUMPY"sv, Telling::alone, {"a NumPy array", Remedy::save_as_csv, ""}},
    {0, "\x80\x02"sv, Telling::alone, {"a Python pickle", Remedy::save_as_csv, ""}},
    {0, "\x80\x03"sv, Telling::alone, {"a Python pickle", Remedy::save_as_csv, ""}},
    {0, "\x80\x04"sv, Telling::alone, {"a Python pickle", Remedy::save_as_csv, ""}},
    {0, "\x80\x05"sv, Telling::alone, {"a Python pickle", Remedy::save_as_csv, ""}},
    {0, "RDX"sv, Telling::if_not_text, {"R data", Remedy::save_as_csv, ""}},
    {0, "X\n\x00\x00\x00"sv, Telling::alone, {"R data", Remedy::save_as_csv, ""}},
    {0, "$FL2@(#)"sv, Telling::alone, {"an SPSS file", Remedy::save_as_csv, ""}},
    {0, "<stata_dta>"sv, Telling::alone, {"a Stata file", Remedy::save_as_csv, ""}},
    {12,
     "\xC2\xEA\x81\x60\xB3\x14\x11\xCF"sv,
     Telling::alone,
     {"a SAS file", Remedy::save_as_csv, ""}},
    {0, "%PDF-"sv, Telling::alone, {"a PDF file", Remedy::save_as_csv, ""}},
    {0, "<?xml "sv, Telling::alone, {"XML", Remedy::save_as_csv, ""}},
    {0, "<!DOCTYPE"sv, Telling::alone, {"a web page", Remedy::save_as_csv, ""}},
    {0, "<!doctype"sv, Telling::alone, {"a web page", Remedy::save_as_csv, ""}},
});

// Bytes that no text has, so that a column may be called ORCID.
bool is_text(std::string_view head) {
  return std::all_of(head.begin(), head.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 || (byte >= 0x09 && byte <= 0x0D) || byte == 0x1B;
  });
}

// Without a mark: every second byte of plain Latin letters is zero.
const KnownFormat* unmarked(std::string_view head) {
  if (head.size() < 4) {
    return nullptr;
  }
  const auto zero = [head](std::size_t i) { return head[i] == '\0'; };
  if (!zero(0) && zero(1) && !zero(2) && zero(3)) {
    return &formats::utf16_little;
  }
  return zero(0) && !zero(1) && zero(2) && !zero(3) ? &formats::utf16_big : nullptr;
}

bool is_json(std::string_view head) {
  const auto skip_blanks = [&head] {
    head.remove_prefix(std::min(head.find_first_not_of(" \t\r\n"), head.size()));
  };
  if (head.starts_with(byte_order_mark)) {
    head.remove_prefix(byte_order_mark.size());
  }
  skip_blanks();
  const char first = head.empty() ? '\0' : head.front();
  if (first != '{' && first != '[') {
    return false;
  }
  head.remove_prefix(1);
  skip_blanks();
  return head.starts_with('"') ||
         (first == '[' && (head.starts_with('{') || head.starts_with('[')));
}

}  // namespace

KnownFormat recognise(std::string_view bytes) {
  // No more than is always there, so that the answer does not depend on how the input was cut.
  const std::string_view head = bytes.substr(0, telling_bytes);
  for (const Signature& one : signatures) {
    if (head.size() >= one.at && head.substr(one.at).starts_with(one.bytes) &&
        (one.telling == Telling::alone || !is_text(head))) {
      return one.format;
    }
  }
  if (const KnownFormat* const found = unmarked(head)) {
    return *found;
  }
  return is_json(head) ? formats::json : KnownFormat{"text", Remedy::none, ""};
}

}  // namespace discreet::cli
