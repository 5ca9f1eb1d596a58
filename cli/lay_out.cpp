#include "lay_out.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "printable.hpp"

namespace discreet::cli {
namespace {

constexpr std::size_t longest_bar = 24;

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

using Line = std::vector<std::string>;

// How many characters of UTF-8 a text has.
std::size_t length(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
  }));
}

std::size_t width_of(const FlatRows& rows, const std::vector<Line>& lines, std::size_t column) {
  if (rows.columns[column].width) {
    return *rows.columns[column].width;
  }
  std::size_t out = 0;
  for (const Line& line : lines) {
    out = std::max(out, length(line[column]));
  }
  return out;
}

bool holds_text(const FlatRows& rows, std::size_t column) {
  return std::any_of(rows.rows.begin(), rows.rows.end(), [column](const auto& row) {
    return std::holds_alternative<std::string>(row[column]);
  });
}

std::vector<Line> lines_of(const FlatRows& rows) {
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
  return lines;
}

struct AsText {
  std::string operator()(std::monostate) const { return ""; }
  std::string operator()(const std::string& text) const { return text; }
  std::string operator()(const Decimal& number) const { return number.digits; }
  std::string operator()(const ExactNumber& number) const { return number.digits; }
  std::string operator()(const Numbers& numbers) const {
    return fmt::format("{}", fmt::join(numbers, " "));
  }
  std::string operator()(auto number) const { return fmt::format("{}", number); }
};

struct AsNumber {
  double operator()(std::monostate) const { return 0; }
  double operator()(const std::string&) const { return 0; }
  double operator()(const ExactNumber&) const { return 0; }
  double operator()(const Numbers&) const { return 0; }
  double operator()(const Decimal& number) const {
    return std::strtod(number.digits.c_str(), nullptr);
  }
  double operator()(auto number) const { return static_cast<double>(number); }
};

// The number in a column, 0 where there is none.
double number_in(const std::vector<Value>& row, std::size_t column) {
  return std::visit(AsNumber{}, row[column]);
}

FlatRows flat_across(const Rows& rows) {
  FlatRows out;
  out.columns.push_back({"group", std::nullopt});
  for (const GroupRows& group : rows.groups) {
    std::vector<Value>& line = out.rows.emplace_back(std::vector<Value>{group.group});
    for (const auto& row : group.rows) {
      if (out.rows.size() == 1) {
        out.columns.push_back({bare_text(row[0]), std::nullopt});
      }
      line.push_back(row[1]);
    }
  }
  return out;
}

}  // namespace

std::string bare_text(const Value& value) { return std::visit(AsText{}, value); }

FlatRows flat(const Rows& rows) {
  if (rows.shape == Rows::Shape::across) {
    return flat_across(rows);
  }
  if (rows.shape != Rows::Shape::grouped) {
    return {rows.columns, rows.rows, rows.bars};
  }
  FlatRows out;
  out.columns.push_back({"group", std::nullopt});
  out.columns.insert(out.columns.end(), rows.columns.begin(), rows.columns.end());
  for (const GroupRows& group : rows.groups) {
    const auto take = [&](std::vector<Value> row) {
      row.insert(row.begin(), group.group);
      out.rows.push_back(std::move(row));
    };
    std::for_each(group.rows.begin(), group.rows.end(), take);
    if (group.rows.empty()) {
      take(std::vector<Value>(rows.columns.size()));
    }
  }
  if (rows.bars) {
    out.bars = Bars{rows.bars->low + 1, rows.bars->high + 1};
  }
  return out;
}

BarScale::BarScale(const FlatRows& rows, std::size_t longest)
    : bars_(rows.bars), longest_(longest) {
  if (bars_) {
    for (const auto& row : rows.rows) {
      most_ = std::max(most_, number_in(row, bars_->high));
    }
  }
}

BarScale::Length BarScale::of(const std::vector<Value>& row) const {
  if (!bars_ || most_ <= 0) {
    return {};
  }
  const auto part = [&](std::size_t column) {
    const double share = std::clamp(number_in(row, column) / most_, 0.0, 1.0);
    return static_cast<std::size_t>(std::lround(share * static_cast<double>(longest_)));
  };
  const std::size_t low = part(bars_->low);
  return {low, std::max(low, part(bars_->high))};
}

std::string csv_of(const Rows& rows) {
  const FlatRows table = flat(rows);
  std::string out;
  for (const Column& column : table.columns) {
    out += out.empty() ? "" : ",";
    out += csv_field(column.name);
  }
  out += '\n';
  for (const auto& row : table.rows) {
    std::string line;
    for (const Value& value : row) {
      line += &value == &row.front() ? "" : ",";
      line += csv_field(bare_text(value));
    }
    out += line + '\n';
  }
  return out;
}

std::string text_of(const Rows& rows) {
  const FlatRows table = flat(rows);
  const std::vector<Line> lines = lines_of(table);
  const BarScale bars{table, longest_bar};
  std::vector<std::string> out(lines.size());
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    const bool text = holds_text(table, column);
    const bool last = column + 1 == table.columns.size();
    // No blanks behind the last text of a line.
    const std::size_t width = text && last ? 0 : width_of(table, lines, column);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      out[i] += column == 0 ? "" : "  ";
      const std::string& cell = lines[i][column];
      const std::string blanks(width - std::min(width, length(cell)), ' ');
      out[i] += text ? cell + blanks : blanks + cell;
    }
  }
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const auto [low, high] = bars.of(table.rows[i]);
    if (high > 0) {
      out[i + 1] += "  " + std::string(low, '#') + std::string(high - low, '-');
    }
  }
  for (std::string& line : out) {
    line.erase(line.find_last_not_of(' ') + 1);
  }
  // Every row of this shape begins with a number, so no label is taken for it.
  if (rows.shape == Rows::Shape::one_or_none && rows.rows.empty()) {
    out.emplace_back("none");
  }
  return fmt::format("{}\n", fmt::join(out, "\n"));
}

}  // namespace discreet::cli
