#include "stored_result.hpp"

#include <utility>

#include <fmt/format.h>

#include "discreet/accounting/amount.hpp"
#include "discreet/error.hpp"
#include "discreet/framework/metrics.hpp"
#include "stored_words.hpp"

namespace discreet::cli {
namespace {

constexpr std::string_view stored_heading = "discreet result 1";

struct PutValue {
  WordWriter& out;

  void operator()(std::monostate) const { out.put("none"); }
  void operator()(const std::string& text) const { put("text", text); }
  void operator()(std::uint64_t whole) const { put("whole", fmt::format("{}", whole)); }
  void operator()(std::int64_t whole) const { put("signed", fmt::format("{}", whole)); }
  void operator()(double real) const { put("real", fmt::format("{}", real)); }
  void operator()(bool truth) const { put("truth", truth ? "1" : "0"); }
  void operator()(const Decimal& number) const { put("decimal", number.digits); }
  void operator()(const ExactNumber& number) const { put("exact", number.digits); }
  void operator()(const Numbers& numbers) const {
    put("reals", fmt::format("{}", numbers.size()));
    for (const double number : numbers) {
      out.put_number(number);
    }
  }

 private:
  void put(std::string_view kind, std::string_view word) const {
    out.put(kind);
    out.put(word);
  }
};

Value next_value(WordReader& in) {
  const std::string kind = in.next();
  if (kind == "none") {
    return {};
  }
  if (kind == "text") {
    return in.next();
  }
  if (kind == "whole") {
    return in.next_number<std::uint64_t>();
  }
  if (kind == "signed") {
    return in.next_number<std::int64_t>();
  }
  if (kind == "real") {
    return in.next_number<double>();
  }
  if (kind == "truth") {
    return in.next() == "1";
  }
  if (kind == "decimal") {
    return Decimal{in.next()};
  }
  if (kind == "exact") {
    return ExactNumber{in.next()};
  }
  if (kind != "reals") {
    refuse_stored();
  }
  Numbers out;
  for (auto size = in.next_number<std::size_t>(); size > 0; --size) {
    out.push_back(in.next_number<double>());
  }
  return out;
}

// A list: how many, and each.
template <class List, class Put>
void put_list(WordWriter& out, const List& list, const Put& put) {
  out.put_number(list.size());
  for (const auto& one : list) {
    put(one);
  }
}

template <class Next>
auto next_list(WordReader& in, const Next& next) {
  std::vector<decltype(next())> out;
  for (auto size = in.next_number<std::size_t>(); size > 0; --size) {
    out.push_back(next());
  }
  return out;
}

void put_facts(WordWriter& out, const std::vector<Fact>& facts) {
  put_list(out, facts, [&](const Fact& fact) {
    out.put(fact.first);
    std::visit(PutValue{out}, fact.second);
  });
}

std::vector<Fact> next_facts(WordReader& in) {
  return next_list(in, [&] {
    std::string name = in.next();
    return Fact{std::move(name), next_value(in)};
  });
}

void put_cells(WordWriter& out, const std::vector<std::vector<Value>>& rows) {
  put_list(out, rows, [&](const std::vector<Value>& row) {
    put_list(out, row, [&](const Value& value) { std::visit(PutValue{out}, value); });
  });
}

std::vector<std::vector<Value>> next_cells(WordReader& in) {
  return next_list(in, [&] { return next_list(in, [&] { return next_value(in); }); });
}

void put_rows(WordWriter& out, const Rows& rows) {
  out.put(rows.name);
  out.put_number(static_cast<std::uint64_t>(rows.shape));
  put_list(out, rows.columns, [&](const Column& column) {
    out.put(column.name);
    out.put(column.width ? fmt::format("{}", *column.width) : "");
  });
  out.put(rows.bars ? fmt::format("{} {}", rows.bars->low, rows.bars->high) : "");
  put_cells(out, rows.rows);
  put_list(out, rows.groups, [&](const GroupRows& group) {
    out.put(group.group);
    put_facts(out, group.facts);
    put_cells(out, group.rows);
  });
}

Rows next_rows(WordReader& in) {
  Rows out;
  out.name = in.next();
  const auto shape = in.next_number<std::uint64_t>();
  if (shape > static_cast<std::uint64_t>(Rows::Shape::across)) {
    refuse_stored();
  }
  out.shape = static_cast<Rows::Shape>(shape);
  out.columns = next_list(in, [&] {
    Column column{in.next()};
    const std::string width = in.next();
    if (!width.empty()) {
      column.width = stored_number<std::size_t>(width);
    }
    return column;
  });
  const std::string bars = in.next();
  if (const std::size_t blank = bars.find(' '); blank != std::string::npos) {
    out.bars = Bars{stored_number<std::size_t>(bars.substr(0, blank)),
                    stored_number<std::size_t>(bars.substr(blank + 1))};
  }
  out.rows = next_cells(in);
  out.groups = next_list(in, [&] {
    GroupRows group;
    group.group = in.next();
    group.facts = next_facts(in);
    group.rows = next_cells(in);
    return group;
  });
  return out;
}

void put_amounts(WordWriter& out, const Amounts& amounts) {
  for (const auto& amount :
       {amounts.epsilon, amounts.delta, amounts.rho, amounts.slack, amounts.steps, amounts.step}) {
    out.put(amount ? amount_text(*amount) : "");
  }
}

Amounts next_amounts(WordReader& in) {
  Amounts out;
  for (auto* const amount :
       {&out.epsilon, &out.delta, &out.rho, &out.slack, &out.steps, &out.step}) {
    const std::string word = in.next();
    if (!word.empty()) {
      *amount = parse_amount(word);
    }
  }
  return out;
}

void put_hidden(WordWriter& out, const Hidden& hidden) {
  out.put(hidden.unit);
  out.put(hidden.neighbors ? to_string(*hidden.neighbors) : "");
  out.put(hidden.counted);
  out.put_number(hidden.vouched_for ? 1 : 0);
  if (hidden.vouched_for) {
    out.put_number(hidden.vouched_for->sensitivity);
    out.put_number(hidden.vouched_for->monotonic == Monotonic::yes ? 1 : 0);
  }
}

Hidden next_hidden(WordReader& in) {
  Hidden out;
  out.unit = in.next();
  const std::string neighbors = in.next();
  if (!neighbors.empty()) {
    out.neighbors = parse_neighbors(neighbors);
  }
  out.counted = in.next();
  if (in.next() == "1") {
    const auto sensitivity = in.next_number<double>();
    out.vouched_for = ScoreChange{sensitivity, in.next() == "1" ? Monotonic::yes : Monotonic::no};
  }
  return out;
}

}  // namespace

std::string stored_text(const ReleaseResult& result) {
  WordWriter out;
  out.put(stored_heading);
  out.put(result.command);
  put_rows(out, result.own.rows);
  put_facts(out, result.own.facts);
  out.put(result.own.how);
  out.put(result.own.note);
  put_hidden(out, result.hidden);
  put_amounts(out, result.cost);
  put_amounts(out, result.promise);
  return std::move(out).text();
}

std::size_t stored_room(const ReleaseResult& without_rows, const Extent& extent) {
  // What is said of all rows together, and of each group, depends on what was drawn: a few numbers, a sentence.
  constexpr std::size_t said = 1024;
  constexpr std::size_t row = 24;   // how many cells it has
  constexpr std::size_t cell = 48;  // a number, or what stands before a text: its kind and length
  return 2 * (stored_text(without_rows).size() + extent.text) + said * (1 + extent.groups) +
         extent.rows * (row + extent.columns * cell);
}

ReleaseResult result_of(std::string_view text) {
  WordReader in{text};
  if (in.next() != stored_heading) {
    refuse_stored();
  }
  ReleaseResult out;
  out.command = in.next();
  out.own.rows = next_rows(in);
  out.own.facts = next_facts(in);
  out.own.how = in.next();
  out.own.note = in.next();
  out.hidden = next_hidden(in);
  out.cost = next_amounts(in);
  out.promise = next_amounts(in);
  if (in.more()) {
    refuse_stored();
  }
  return out;
}

}  // namespace discreet::cli
