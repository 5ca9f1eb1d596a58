#pragma once

#include <cstddef>
#include <string_view>

namespace discreet::cli {

/// How the rows of a file that is no plain text become plain text.
enum class Remedy {
  none,         ///< it seems to be text
  gunzip,       ///< we do that
  unzstd,       ///< we do that
  filter,       ///< a program that reads standard input and writes the text
  unpack,       ///< a program that takes the file's name and writes the text
  query,        ///< a program that takes the file's name and a query, and writes CSV
  duckdb,       ///< DuckDB reads it and writes CSV
  save_as_csv,  ///< whoever made the file must write another
};

/// What a file is, for people, and what to do about it.
struct KnownFormat {
  std::string_view name;
  Remedy remedy = Remedy::none;
  std::string_view tool;  ///< the program, for filter, unpack and query
};

/// How many first bytes tell every known format.
inline constexpr std::size_t telling_bytes = 512;

/// What the first bytes of a file say it is.
///
/// Law       what is text that the readers take is not called anything else, but for JSON and for text
///           that begins as XML or HTML does.
KnownFormat recognise(std::string_view bytes);

}  // namespace discreet::cli
