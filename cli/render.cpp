#include "render.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "discreet/ledger/text.hpp"
#include "discreet/release/words.hpp"
#include "json.hpp"
#include "printable.hpp"
#include "write_amounts.hpp"

namespace discreet::cli {
namespace {

std::string bare_text(const Value& value) {
  if (const auto* const text = std::get_if<std::string>(&value)) {
    return *text;
  }
  return std::visit([](const auto& number) { return fmt::format("{}", number); }, value);
}

// ---- csv -------------------------------------------------------------------------------------------------------------

std::string csv_field(const std::string& item) {
  if (item.find_first_of(",\"\r\n") == std::string::npos) {
    return item;
  }
  std::string out = "\"";
  for (const char c : item) {
    out += c;
    if (c == '"') {
      out += c;
    }
  }
  return out + "\"";
}

std::string as_csv(const Rows& rows) {
  std::string out;
  for (const Column& column : rows.columns) {
    out += (out.empty() ? "" : ",") + csv_field(column.name);
  }
  out += '\n';
  for (const auto& row : rows.rows) {
    std::string line;
    for (const Value& value : row) {
      line += (&value == &row.front() ? "" : ",") + csv_field(bare_text(value));
    }
    out += line + '\n';
  }
  return out;
}

// ---- table -----------------------------------------------------------------------------------------------------------

using Line = std::vector<std::string>;

// How many characters of UTF-8 a text has.
std::size_t length(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
  }));
}

std::size_t width_of(const Rows& rows, const std::vector<Line>& lines, std::size_t column) {
  if (rows.columns[column].width) {
    return *rows.columns[column].width;
  }
  std::size_t out = 0;
  for (const Line& line : lines) {
    out = std::max(out, length(line[column]));
  }
  return out;
}

bool holds_text(const Rows& rows, std::size_t column) {
  return !rows.rows.empty() && std::holds_alternative<std::string>(rows.rows.front()[column]);
}

std::string as_table(const Rows& rows) {
  std::vector<Line> lines(1);
  for (const Column& column : rows.columns) {
    lines.front().push_back(column.name);
  }
  for (const auto& row : rows.rows) {
    lines.emplace_back();
    for (const Value& value : row) {
      lines.back().push_back(printable(bare_text(value)));
    }
  }
  std::vector<std::string> out(lines.size());
  for (std::size_t column = 0; column < rows.columns.size(); ++column) {
    const bool text = holds_text(rows, column);
    const bool last = column + 1 == rows.columns.size();
    // No blanks behind the last text of a line.
    const std::size_t width = text && last ? 0 : width_of(rows, lines, column);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      out[i] += column == 0 ? "" : "  ";
      const std::string& cell = lines[i][column];
      const std::string blanks(width - std::min(width, length(cell)), ' ');
      out[i] += text ? cell + blanks : blanks + cell;
    }
  }
  // Every row of this shape begins with a number, so no label is taken for it.
  if (rows.shape == Rows::Shape::one_or_none && rows.rows.empty()) {
    out.emplace_back("none");
  }
  return fmt::format("{}\n", fmt::join(out, "\n"));
}

// ---- json ------------------------------------------------------------------------------------------------------------

void write_value(Json& json, const Value& value) {
  if (const auto* const text = std::get_if<std::string>(&value)) {
    json.text(*text);
  } else if (const auto* const whole = std::get_if<std::uint64_t>(&value)) {
    json.number(*whole);
  } else if (const auto* const real = std::get_if<double>(&value)) {
    json.number(*real);
  } else {
    json.boolean(std::get<bool>(value));
  }
}

void write_row(Json& json, const Rows& rows, const std::vector<Value>& row) {
  json.open('{');
  for (std::size_t column = 0; column < rows.columns.size(); ++column) {
    json.name(rows.columns[column].name);
    write_value(json, row[column]);
  }
  json.close('}');
}

void write_rows(Json& json, const Rows& rows) {
  json.name(rows.name);
  if (rows.shape == Rows::Shape::one_or_none) {
    rows.rows.empty() ? void(json.null()) : write_row(json, rows, rows.rows.front());
    return;
  }
  json.open('[');
  for (const auto& row : rows.rows) {
    write_row(json, rows, row);
  }
  json.close(']');
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
  json.open('{').name("schema").text("discreet.release/1");
  json.name("command").text(result.command);
  write_rows(json, result.own.rows);
  for (const auto& [name, value] : result.own.facts) {
    json.name(name);
    write_value(json, value);
  }
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
  json.name("guarantee").text(guarantee(result)).close('}');
  return json.str() + "\n";
}

// ---- the sentence ----------------------------------------------------------------------------------------------------

std::string in_words(const ScoreChange& change) {
  std::string out = fmt::format("score changes of at most {}", change.sensitivity);
  switch (change.monotonic) {
    case Monotonic::yes:
      return out + ", all in one direction,";
    case Monotonic::no:
      break;
  }
  return out;
}

}  // namespace

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

std::string render(const ReleaseResult& result, Format format) {
  switch (format) {
    case Format::json:
      return as_json(result);
    case Format::csv:
      return as_csv(result.own.rows);
    case Format::table:
      break;
  }
  return as_table(result.own.rows) + guarantee(result) + "\n";
}

}  // namespace discreet::cli
