#include "plain_text.hpp"

#include <string_view>

#include <fmt/format.h>

#include "decompress.hpp"
#include "known_format.hpp"
#include "peek.hpp"
#include "read_beside.hpp"

namespace discreet::cli {
namespace {

constexpr std::string_view letters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

// The file as a word for a shell, or a word that stands for it.
std::string word_of(const std::string& path) {
  if (path == "-" || path.find_first_of("'\"\\\n\r") != std::string::npos) {
    return "FILE";
  }
  const std::string plain = std::string{letters} + "._/-+@%,=:";
  return path.find_first_not_of(plain) == std::string::npos ? path : "'" + path + "'";
}

// The wanted columns as a query names them, within single quotes.
std::string columns_of(const Input& input) {
  std::string columns;
  for (const std::string& column : input.columns) {
    if (column.find_first_of("'\"\\\n\r") != std::string::npos) {
      return "*";
    }
    columns += fmt::format("{}\"{}\"", columns.empty() ? "" : ", ", column);
  }
  return columns.empty() ? "COLUMN" : columns;
}

// The path stands within double quotes within single quotes.
std::string duckdb_line(const Input& input) {
  std::string file = word_of(input.path);
  std::erase(file, '\'');
  return fmt::format("duckdb {} -c 'select {} from \"{}\"'",
                     input.role == InputRole::candidates_list ? "-list -noheader" : "-csv",
                     columns_of(input), file);
}

std::string into_us(const Input& input) {
  return fmt::format(" | discreet {}{}", input.command,
                     input.role == InputRole::table ? " - ..." : " ... --candidates -");
}

/// What stands around the format: nothing, or a compression that we would have taken off.
struct Wrapping {
  std::string_view name;
  std::string_view unwrap;
};

[[noreturn]] void refuse(const KnownFormat& format, const Input& input, const Wrapping& wrapping) {
  const std::string file = word_of(input.path);
  const std::string what =
      fmt::format("this is {}{}, and must be {}", format.name, wrapping.name,
                  input.role == InputRole::candidates_list ? "UTF-8 text, one item on each line"
                                                           : "CSV in UTF-8");
  switch (format.remedy) {
    case Remedy::duckdb:
      throw InputError{fmt::format("{}; try: {}{}", what, duckdb_line(input), into_us(input))};
    case Remedy::filter:
      throw InputError{
          wrapping.unwrap.empty()
              ? fmt::format("{}; try: {} < {}{}", what, format.tool, file, into_us(input))
              : fmt::format("{}; try: {} < {} | {}{}", what, wrapping.unwrap, file, format.tool,
                            into_us(input))};
    case Remedy::unpack:
      throw InputError{fmt::format("{}; try: {} {}{}", what, format.tool, file, into_us(input))};
    case Remedy::query:
      throw InputError{fmt::format("{}; try: {} {} 'select {} from TABLE'{}", what, format.tool,
                                   file, columns_of(input), into_us(input))};
    case Remedy::gunzip:
    case Remedy::unzstd:
      throw InputError{
          fmt::format("{}; try: {} < {}{}", what, wrapping.unwrap, file, into_us(input))};
    case Remedy::save_as_csv:
    case Remedy::none:
      break;
  }
  throw InputError{what};
}

// A stream that seems to be text.
NextBytes checked(const Peek& peek, const Input& input, const Wrapping& wrapping) {
  const KnownFormat format = recognise(peek.head());
  if (format.remedy != Remedy::none) {
    refuse(format, input, wrapping);
  }
  return peek.bytes();
}

}  // namespace

NextBytes plain_text(NextBytes raw, const Input& input, Unpacked unpacked) {
  const auto made = [unpacked](NextBytes text) {
    return unpacked == Unpacked::beside_it ? read_beside(std::move(text)) : text;
  };
  const Peek peek{std::move(raw), telling_bytes};
  switch (recognise(peek.head()).remedy) {
    case Remedy::gunzip:
      return checked(Peek{made(gunzip(peek.bytes())), telling_bytes}, input,
                     {" in gzip", "gzip -dc"});
    case Remedy::unzstd:
      return checked(Peek{made(unzstd(peek.bytes())), telling_bytes}, input,
                     {" in zstd", "zstd -dc"});
    case Remedy::none:
    case Remedy::filter:
    case Remedy::unpack:
    case Remedy::query:
    case Remedy::duckdb:
    case Remedy::save_as_csv:
      break;
  }
  return checked(peek, input, {"", ""});
}

std::string name_of(const Input& input) {
  return input.path == "-" ? "standard input" : input.path;
}

}  // namespace discreet::cli
