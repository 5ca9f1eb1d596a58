#include "render.hpp"

#include <fmt/format.h>

#include "discreet/ledger/text.hpp"
#include "discreet/release/words.hpp"
#include "json.hpp"
#include "lay_out.hpp"
#include "write_amounts.hpp"

namespace discreet::cli {
namespace {

// ---- json ------------------------------------------------------------------------------------------------------------

void write_value(Json& json, const Value& value) {
  struct Write {
    Json& json;
    void operator()(std::monostate) const { json.null(); }
    void operator()(const std::string& text) const { json.text(text); }
    void operator()(std::uint64_t whole) const { json.number(whole); }
    void operator()(std::int64_t whole) const { json.number(whole); }
    void operator()(double real) const { json.number(real); }
    void operator()(bool truth) const { json.boolean(truth); }
    void operator()(const Decimal& number) const { json.number(number.digits); }
    void operator()(const ExactNumber& number) const { json.text(number.digits); }
    void operator()(const Numbers& numbers) const {
      json.open('[');
      for (const double number : numbers) {
        json.number(number);
      }
      json.close(']');
    }
  };
  std::visit(Write{json}, value);
}

void write_row(Json& json, const Rows& rows, const std::vector<Value>& row) {
  json.open('{');
  for (std::size_t column = 0; column < rows.columns.size(); ++column) {
    json.name(rows.columns[column].name);
    write_value(json, row[column]);
  }
  json.close('}');
}

void write_list(Json& json, const Rows& rows, const std::vector<std::vector<Value>>& list) {
  json.name(rows.name).open('[');
  for (const auto& row : list) {
    write_row(json, rows, row);
  }
  json.close(']');
}

void write_groups(Json& json, const Rows& rows) {
  json.name("groups").open('[');
  for (const GroupRows& group : rows.groups) {
    json.open('{').name("group").text(group.group);
    write_list(json, rows, group.rows);
    write_facts(json, group.facts);
    json.close('}');
  }
  json.close(']');
}

void write_rows(Json& json, const Rows& rows) {
  switch (rows.shape) {
    case Rows::Shape::list:
      return write_list(json, rows, rows.rows);
    case Rows::Shape::one_or_none:
      json.name(rows.name);
      rows.rows.empty() ? void(json.null()) : write_row(json, rows, rows.rows.front());
      return;
    case Rows::Shape::grouped:
    case Rows::Shape::across:
      return write_groups(json, rows);
  }
}

void write_budget(Json& json, const ReleaseResult& result) {
  if (!result.receipt || !result.dataset) {
    json.null();
    return;
  }
  const Receipt& receipt = *result.receipt;
  json.open('{').name("dataset").text(result.dataset->name);
  json.name("accountant").text(to_string(result.dataset->accountant));
  json.name("charged");
  write_amounts(json, receipt.charged, Shorten::up);
  json.name("left");
  write_amounts(json, receipt.left, Shorten::down);
  json.name("sequence").number(static_cast<std::uint64_t>(receipt.sequence));
  json.name("at").text(receipt.at).name("hash").text(receipt.hash).close('}');
}

std::string as_json(const ReleaseResult& result) {
  Json json;
  json.open('{').name("schema").text("discreet.release/2");
  json.name("command").text(result.command);
  write_rows(json, result.own.rows);
  write_facts(json, result.own.facts);
  const Hidden& hidden = result.hidden;
  json.name("unit");
  hidden.neighbors ? json.text(hidden.unit) : json.null();
  json.name("neighbors");
  hidden.neighbors ? json.text(to_string(*hidden.neighbors)) : json.null();
  json.name("cost");
  write_amounts(json, result.cost, Shorten::up);
  json.name("promise");
  write_amounts(json, result.promise, Shorten::up);
  json.name("budget");
  write_budget(json, result);
  json.name("guarantee").text(guarantee(result));
  if (result.run) {
    json.name("run").text(*result.run).name("replayed").boolean(result.replayed);
  }
  json.close('}');
  return json.str() + "\n";
}

// ---- the sentence ----------------------------------------------------------------------------------------------------

std::string in_words(const ScoreChange& change) {
  const std::string direction = direction_in_words(change.monotonic);
  return fmt::format("score changes of at most {}{}{}", change.sensitivity, direction,
                     direction.empty() ? "" : ",");
}

}  // namespace

std::string direction_in_words(Monotonic monotonic) {
  switch (monotonic) {
    case Monotonic::yes:
      return ", all in one direction";
    case Monotonic::no:
      break;
  }
  return "";
}

std::string guarantee(const ReleaseResult& result) {
  const Hidden& hidden = result.hidden;
  std::string out = hidden.counted + "For ";
  if (hidden.neighbors) {
    out += neighbors_in_words(*hidden.neighbors, hidden.unit);
  }
  if (hidden.vouched_for) {
    out += hidden.neighbors ? ", taken to be " : "";
    out += in_words(*hidden.vouched_for);
  }
  out += fmt::format(" this release is {} ({}).", promise_in_words(result.promise), result.own.how);
  if (result.receipt && result.dataset) {
    out += fmt::format(" Left of the budget of {}: {}.", result.dataset->name,
                       left_in_words(result.dataset->accountant, result.receipt->left));
  } else {
    out += " It is charged to no budget.";
  }
  return out;
}

std::string closing_words(const ReleaseResult& result) {
  return guarantee(result) +
         (result.replayed
              ? fmt::format(" This is the stored result of the run {}: nothing was drawn "
                            "or charged again.",
                            made_visible(result.run.value_or("")))
              : "");
}

void write_facts(Json& json, const std::vector<Fact>& facts) {
  for (const auto& [name, value] : facts) {
    json.name(name);
    write_value(json, value);
  }
}

std::string render(const ReleaseResult& result, Format format) {
  switch (format) {
    case Format::json:
      return as_json(result);
    case Format::csv:
      return csv_of(result.own.rows);
    case Format::html:
      return html_of(result.own.rows, result.own.note, closing_words(result));
    case Format::table:
      break;
  }
  const std::string& note = result.own.note;
  return text_of(result.own.rows) + note + (note.empty() ? "" : "\n") + closing_words(result) +
         "\n";
}

}  // namespace discreet::cli
