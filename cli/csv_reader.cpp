#include "csv_reader.hpp"

#include <utility>

#include "discreet/ledger/text.hpp"
#include "input_error.hpp"

namespace discreet::cli {
namespace {

constexpr std::size_t longest_record = 16UL << 20;
// Plain records that are longer are left to the reader that counts their bytes.
constexpr std::size_t longest_plain_record = 1UL << 20;

}  // namespace

CsvReader::CsvReader(NextBytes next_bytes, char separator)
    : next_bytes_(std::move(next_bytes)), separator_(separator), marks_(separator) {}

// The mark may come in pieces; what turns out not to be one is given back.
void CsvReader::skip_byte_order_mark() {
  while (mark_.size() < byte_order_mark.size()) {
    const std::string_view piece = next_bytes_();
    if (piece.empty()) {
      break;
    }
    mark_ += piece;
  }
  bytes_ = mark_;
  if (bytes_.starts_with(byte_order_mark)) {
    bytes_.remove_prefix(byte_order_mark.size());
  }
  started_ = true;
}

bool CsvReader::refill() {
  if (!started_) {
    skip_byte_order_mark();
    if (!bytes_.empty()) {
      return true;
    }
  }
  bytes_ = next_bytes_();
  marks_.restart();
  return !bytes_.empty();
}

void CsvReader::require_room() const {
  if (record_.size() > longest_record) {
    throw InputError{begun_, "a record is longer than 16 MiB"};
  }
}

void CsvReader::close_field() {
  fields_.emplace_back(field_at_, record_.size() - field_at_);
  // Between fields stands a byte that no UTF-8 sequence runs across.
  record_ += '\n';
  field_at_ = record_.size();
}

bool CsvReader::close_record() {
  close_field();
  base_ = record_.data();
  state_ = State::field_start;
  if (!is_utf8(record_)) {
    throw InputError{begun_, "text must be valid UTF-8"};
  }
  return true;
}

// The run of bytes that need no thought, appended at once.
std::size_t CsvReader::take_span() {
  std::size_t size = 0;
  if (state_ == State::quoted) {
    while (size < bytes_.size() && bytes_[size] != '"' && bytes_[size] != '\n' &&
           bytes_[size] != 0) {
      ++size;
    }
  } else {
    while (size < bytes_.size() && bytes_[size] != separator_ && bytes_[size] != '\n' &&
           bytes_[size] != '\r' && bytes_[size] != '"' && bytes_[size] != 0) {
      ++size;
    }
  }
  record_.append(bytes_.substr(0, size));
  require_room();
  return size;
}

// One byte outside quotes; whether it ended the record.
bool CsvReader::take_outside(char c) {
  if (c == separator_) {
    close_field();
    state_ = State::field_start;
    return false;
  }
  if (c == '\n') {
    ++line_;
    return close_record();
  }
  if (c == '\r') {
    state_ = State::after_return;
    return false;
  }
  if (c == '"' && state_ == State::field_start) {
    state_ = State::quoted;
    return false;
  }
  if (state_ == State::after_quote || c == '"') {
    throw InputError{line_, "a quote must enclose a whole field"};
  }
  record_ += c;
  state_ = State::plain;
  return false;
}

bool CsvReader::take(char c) {
  if (c == 0) {
    throw InputError{line_, "text must not hold a NUL byte"};
  }
  if (state_ == State::after_return) {
    if (c != '\n') {
      throw InputError{line_, "a carriage return must be followed by a line feed"};
    }
    ++line_;
    return close_record();
  }
  if (state_ == State::quoted) {
    if (c == '"') {
      state_ = State::after_quote;
    } else {
      line_ += c == '\n' ? 1U : 0U;
      record_ += c;
    }
    return false;
  }
  if (state_ == State::after_quote && c == '"') {
    record_ += c;
    state_ = State::quoted;
    return false;
  }
  return take_outside(c);
}

bool CsvReader::read_record() {
  record_.clear();
  fields_.clear();
  field_at_ = 0;
  begun_ = line_;
  touched_ = false;
  bool quoted = false;
  while (!bytes_.empty() || refill()) {
    touched_ = true;
    if (state_ == State::plain || state_ == State::quoted) {
      bytes_.remove_prefix(take_span());
      if (bytes_.empty()) {
        continue;
      }
    }
    const char c = bytes_.front();
    bytes_.remove_prefix(1);
    quoted = quoted || c == '"';
    if (take(c)) {
      blank_ = fields_.size() == 1 && fields_[0].second == 0 && !quoted;
      return true;
    }
    require_room();
  }
  if (!touched_) {
    return false;
  }
  if (state_ == State::quoted) {
    throw InputError{begun_, "a quoted field is not closed"};
  }
  if (state_ == State::after_return) {
    throw InputError{line_, "a carriage return must be followed by a line feed"};
  }
  close_record();
  blank_ = fields_.size() == 1 && fields_[0].second == 0 && !quoted;
  return true;
}

void CsvReader::add_field(const char* from, const char* to) {
  fields_.emplace_back(static_cast<std::size_t>(from - base_), static_cast<std::size_t>(to - from));
}

// A field in quotes with nothing but separators to mind within: leaves `start` after its opening quote, and the mark of
// its closing one.
bool CsvReader::try_quoted_field(const char*& start, const char*& mark) {
  start = mark + 1;
  do {
    mark = marks_.next();
  } while (mark != nullptr && *mark == separator_);
  return mark != nullptr && *mark == '"';
}

// A record that lies whole before the end of the piece and in which nothing is odd. Where it answers false, nothing has
// been taken yet.
bool CsvReader::try_plain_record() {
  const char* const end = bytes_.data() + bytes_.size();
  const char* start = bytes_.data();
  base_ = start;
  marks_.seek(start, end);
  bool quoted = false;
  for (const char* mark = marks_.next(); mark != nullptr; mark = marks_.next()) {
    const char* stop = mark;
    if (*mark == '"') {
      if (mark != start || !try_quoted_field(start, mark)) {
        return false;
      }
      quoted = true;
      stop = mark;
      mark = marks_.next();
      if (mark != stop + 1) {
        return false;
      }
    }
    if (*mark == separator_) {
      add_field(start, stop);
      start = mark + 1;
      continue;
    }
    if (*mark == '\r' && mark + 1 != end && mark[1] == '\n') {
      mark = marks_.next();
    }
    const std::string_view raw{base_, static_cast<std::size_t>(mark - base_)};
    if (*mark != '\n' || raw.size() > longest_plain_record || !(marks_.ascii() || is_utf8(raw))) {
      return false;
    }
    add_field(start, stop);
    bytes_.remove_prefix(raw.size() + 1);
    ++line_;
    blank_ = fields_.size() == 1 && fields_[0].second == 0 && !quoted;
    return true;
  }
  return false;
}

bool CsvReader::next() {
  fields_.clear();
  begun_ = line_;
  if (!bytes_.empty() && try_plain_record()) {
    return true;
  }
  return read_record();
}

}  // namespace discreet::cli
