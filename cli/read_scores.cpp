#include "read_scores.hpp"

#include <charconv>
#include <cmath>
#include <string_view>

#include <absl/container/flat_hash_set.h>

#include "abandoned_on_bad_alloc.hpp"
#include "input_error.hpp"
#include "table_reader.hpp"

namespace discreet::cli {
namespace {

template <class T>
T number(std::string_view text, const char* rule) {
  T value{};
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) {
    throw InputError{rule};
  }
  return value;
}

std::int64_t integer(std::string_view text) {
  return number<std::int64_t>(
      text, "with --integer every score must be an integer from -2^63 to 2^63 - 1");
}

double real(std::string_view text) {
  const auto value = number<double>(text, "every score must be a number that a double can hold");
  if (!std::isfinite(value)) {
    throw InputError{"every score must be finite"};
  }
  constexpr double exact_integers = 0x1p53;
  if (std::abs(value) >= exact_integers && text.find_first_of(".eE") == std::string_view::npos) {
    std::int64_t exact = 0;
    const bool fits =
        std::from_chars(text.data(), text.data() + text.size(), exact).ec == std::errc{};
    throw InputError{
        fits ? "an integer from 2^53 on needs --integer, so that it is not rounded"
             : "an integer from 2^63 on can be read only rounded to a double: write it with "
               "a decimal point, and let --sensitivity hold for the rounded scores"};
  }
  return value;
}

template <class T, class Parse>
std::vector<T> read_all(TableReader& table, std::vector<std::string>& labels, Parse parse) {
  std::vector<T> out;
  AbandonedOnBadAlloc<absl::flat_hash_set<std::string>> seen;
  while (table.next()) {
    if (table[0].empty()) {
      throw InputError{table.line(), "a label must not be empty"};
    }
    if (!seen.with([&](auto& known) { return known.emplace(table[0]).second; })) {
      throw InputError{table.line(), "a label must not stand in the file twice"};
    }
    labels.emplace_back(table[0]);
    out.push_back(parse(table[1]));
  }
  if (out.empty()) {
    throw InputError{"the file has no scores"};
  }
  return out;
}

}  // namespace

LabelledScores read_scores(const NextBytes& next_bytes, char separator, const std::string& label,
                           const std::string& score, ScoreType type) {
  TableReader table{next_bytes, separator, {label, score}};
  LabelledScores out;
  if (type == ScoreType::integer) {
    out.values = read_all<std::int64_t>(table, out.labels, integer);
  } else {
    out.values = read_all<double>(table, out.labels, real);
  }
  return out;
}

}  // namespace discreet::cli
