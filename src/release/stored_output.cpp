// What a run stores of each kind of release: numbers, with a blank behind each.
#include <algorithm>
#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

#include <gmpxx.h>

#include "discreet/error.hpp"
#include "discreet/release/above_threshold.hpp"
#include "discreet/release/quantiles.hpp"
#include "discreet/release/table.hpp"
#include "discreet/release/top_k.hpp"

namespace discreet {
namespace {

constexpr std::uint64_t most_digits = 21;  // of 64 bits, with a sign and a blank
constexpr std::uint64_t estimate_digits = 44;

// More bytes than any account stores.
constexpr std::uint64_t enough = std::uint64_t{1} << 48;

std::uint64_t product(std::uint64_t one, std::uint64_t other) {
  return one != 0 && other > enough / one ? enough : one * other;
}

class NumberWriter {
 public:
  void put(std::integral auto number) { text_ += std::to_string(number) + " "; }
  void put(const mpz_class& number) { text_ += number.get_str() + " "; }
  [[nodiscard]] std::string text() const { return text_; }

 private:
  std::string text_;
};

class NumberReader {
 public:
  explicit NumberReader(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool more() const { return !rest_.empty(); }

  template <std::integral T>
  T next() {
    const std::string_view word = next_word();
    T out{};
    const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), out);
    require(fault == std::errc{} && end == word.data() + word.size(), ErrorKind::ledger, rule);
    return out;
  }

  mpz_class next_integer() {
    mpz_class out;
    require(out.set_str(std::string{next_word()}, 10) == 0, ErrorKind::ledger, rule);
    return out;
  }

 private:
  static constexpr const char* rule = "the result of a run is not one of this kind of release";

  std::string_view next_word() {
    const std::size_t end = rest_.find(' ');
    require(end != std::string_view::npos, ErrorKind::ledger, rule);
    const std::string_view out = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return out;
  }

  std::string_view rest_;
};

// Twice an estimate, which is a multiple of 1/2. No noise is bounded, but room is: what nobody will ever see is cut at
// 2^128, for all who ask.
mpz_class bounded_twice(const Fraction& estimate) {
  const Fraction twice = 2 * estimate;
  const mpz_class most = mpz_class{1} << 128;
  const mpz_class whole = twice.get_num() / twice.get_den();
  return std::clamp(whole, mpz_class{-most}, most);
}

void put_count(NumberWriter& out, const NoisyCount& count) {
  out.put(bounded_twice(count.estimate));
  out.put(count.rounded);
  out.put(count.low);
  out.put(count.high);
}

NoisyCount next_count(NumberReader& in) {
  NoisyCount out;
  out.estimate = Fraction{in.next_integer(), 2};
  out.estimate.canonicalize();
  out.rounded = in.next<std::int64_t>();
  out.low = in.next<std::int64_t>();
  out.high = in.next<std::int64_t>();
  return out;
}

void put_table(NumberWriter& out, const TableRelease::Table& table) {
  out.put(table.items.size());
  for (const std::size_t item : table.items) {
    out.put(item);
  }
  const auto& counts = table.counts;
  out.put(counts ? (counts->units ? 2 : 1) : 0);
  if (counts) {
    require(counts->items.size() == table.items.size(), bug, "each listed item has its number");
    for (const NoisyCount& count : counts->items) {
      put_count(out, count);
    }
    if (counts->units) {
      put_count(out, *counts->units);
    }
  }
}

TableRelease::Table next_table(NumberReader& in) {
  TableRelease::Table out;
  for (auto items = in.next<std::size_t>(); items > 0; --items) {
    out.items.push_back(in.next<std::size_t>());
  }
  const auto numbers = in.next<int>();
  if (numbers > 0) {
    out.counts.emplace();
    for (std::size_t item = 0; item < out.items.size(); ++item) {
      out.counts->items.push_back(next_count(in));
    }
    if (numbers == 2) {
      out.counts->units = next_count(in);
    }
  }
  return out;
}

}  // namespace

std::uint64_t TopKRelease::room(const Plan& plan) { return product(most_digits, plan.selection.k); }

std::string TopKRelease::text_of(const Output& output) {
  NumberWriter out;
  for (const std::size_t index : output) {
    out.put(index);
  }
  return out.text();
}

TopKRelease::Output TopKRelease::output_of(std::string_view text) {
  Output out;
  for (NumberReader in{text}; in.more();) {
    out.push_back(in.next<std::size_t>());
  }
  return out;
}

std::uint64_t TopKRowsRelease::room(const Plan& plan) {
  return product(plan.rows, TopKRelease::room(plan.row));
}

std::string TopKRowsRelease::text_of(const Output& output) { return TopKRelease::text_of(output); }

TopKRowsRelease::Output TopKRowsRelease::output_of(std::string_view text) {
  return TopKRelease::output_of(text);
}

std::uint64_t AboveThresholdRelease::room(const Plan& /*plan*/) { return most_digits; }

std::string AboveThresholdRelease::text_of(const Output& output) {
  NumberWriter out;
  if (output) {
    out.put(*output);
  }
  return out.text();
}

AboveThresholdRelease::Output AboveThresholdRelease::output_of(std::string_view text) {
  NumberReader in{text};
  return in.more() ? Output{in.next<std::size_t>()} : std::nullopt;
}

std::uint64_t QuantilesRelease::room(const Plan& plan) {
  return product(plan.facts.groups.value_or(1),
                 product(most_digits, 1 + plan.request.quantiles.size()));
}

std::string QuantilesRelease::text_of(const Output& output) {
  NumberWriter out;
  for (const auto& cells : output) {
    out.put(cells.size());
    for (const std::uint64_t cell : cells) {
      out.put(cell);
    }
  }
  return out.text();
}

QuantilesRelease::Output QuantilesRelease::output_of(std::string_view text) {
  Output out;
  for (NumberReader in{text}; in.more();) {
    auto& cells = out.emplace_back();
    for (auto size = in.next<std::size_t>(); size > 0; --size) {
      cells.push_back(in.next<std::uint64_t>());
    }
  }
  return out;
}

std::uint64_t TableRelease::room(const Plan& plan) {
  const std::uint64_t number = plan.request.counts ? estimate_digits + 3 * most_digits : 0;
  const std::uint64_t items = std::min(plan.request.k, enough);
  return product(plan.facts.groups.value_or(1),
                 2 * most_digits + number + items * (most_digits + number));
}

std::string TableRelease::text_of(const Output& output) {
  NumberWriter out;
  for (const Table& table : output) {
    put_table(out, table);
  }
  return out.text();
}

TableRelease::Output TableRelease::output_of(std::string_view text) {
  Output out;
  for (NumberReader in{text}; in.more();) {
    out.push_back(next_table(in));
  }
  return out;
}

}  // namespace discreet
