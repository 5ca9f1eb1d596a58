#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "byte_source.hpp"
#include "csv_marks.hpp"

namespace discreet::cli {

/// Reads separated values record by record, as RFC 4180 describes them, from a stream.
///
/// Law       fields in double quotes may hold separators, line ends and doubled quotes; lines end in
///           LF or CRLF; a byte order mark is skipped; blank lines at the end are skipped. The
///           records do not depend on how the input was cut into pieces.
/// Requires  valid UTF-8 without NUL; a quote only around a whole field; a carriage return only
///           before a line feed; records of at most 16 MiB.
/// Throws    InputError with the line, never a value.
/// Cost      a record that lies whole within a piece, has nothing odd and no doubled quote is not copied: its fields
///           are found by their marks. Every other one is read byte by byte, from its beginning.
class CsvReader {
 public:
  CsvReader(NextBytes next_bytes, char separator);

  /// Goes to the next record; false at the end.
  bool next();

  [[nodiscard]] std::size_t size() const noexcept { return fields_.size(); }
  [[nodiscard]] std::string_view field(std::size_t i) const {
    return {base_ + fields_[i].first, fields_[i].second};
  }
  /// The line on which the record began.
  [[nodiscard]] std::uint64_t line() const noexcept { return begun_; }
  /// Whether the record is a line with nothing on it.
  [[nodiscard]] bool blank() const noexcept { return blank_; }

 private:
  enum class State { field_start, plain, quoted, after_quote, after_return };

  bool try_plain_record();
  bool try_quoted_field(const char*& start, const char*& mark);
  void add_field(const char* from, const char* to);
  bool read_record();
  bool refill();
  void skip_byte_order_mark();
  bool take(char c);
  bool take_outside(char c);
  std::size_t take_span();
  void close_field();
  bool close_record();
  void require_room() const;

  NextBytes next_bytes_;
  char separator_;
  std::string_view bytes_;
  std::string mark_;
  bool started_ = false;
  State state_ = State::field_start;
  CsvMarks marks_;
  const char* base_ = nullptr;  // of the places in fields_
  std::string record_;
  std::vector<std::pair<std::size_t, std::size_t>> fields_;
  std::size_t field_at_ = 0;
  std::uint64_t line_ = 1;
  std::uint64_t begun_ = 1;
  bool blank_ = false;
  bool touched_ = false;  // whether anything of the record has been seen
};

}  // namespace discreet::cli
