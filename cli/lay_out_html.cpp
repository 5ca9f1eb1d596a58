#include <fmt/format.h>

#include "discreet/ledger/text.hpp"
#include "lay_out.hpp"
#include "printable.hpp"

namespace discreet::cli {
namespace {

// What the program shows of a text, as text.
std::string escaped(const std::string& text) { return escaped_html(printable(text)); }

// Only what stands in this figure is styled; colours are those of the page around it.
constexpr const char* style =
    "<style>"
    ".discreet-release{font-family:system-ui,sans-serif;margin:1em "
    "0;max-width:60em;overflow-x:auto}"
    ".discreet-release table{border-collapse:collapse}"
    ".discreet-release th,.discreet-release td{padding:.2em .7em;text-align:left;"
    "border-bottom:1px solid color-mix(in srgb,currentColor 20%,transparent)}"
    ".discreet-release .n{text-align:right;font-variant-numeric:tabular-nums}"
    ".discreet-release .bar{width:12em;min-width:6em}"
    ".discreet-release .bar span{display:inline-block;height:.8em;vertical-align:middle}"
    ".discreet-release .low{background:#1f6feb}"
    ".discreet-release .high{background:#1f6feb66}"
    ".discreet-release figcaption{font-size:.9em;margin-top:.6em}"
    "</style>";

std::string cell(const Value& value) {
  const bool text = std::holds_alternative<std::string>(value);
  return fmt::format("<td{}>{}</td>", text ? "" : " class=\"n\"", escaped(bare_text(value)));
}

std::string heading(const FlatRows& table, std::size_t column) {
  const bool text =
      !table.rows.empty() && std::holds_alternative<std::string>(table.rows.front()[column]);
  return fmt::format("<th scope=\"col\"{}>{}</th>", text ? "" : " class=\"n\"",
                     escaped(table.columns[column].name));
}

}  // namespace

std::string html_of(const Rows& rows, const std::string& note, const std::string& guarantee) {
  const FlatRows table = flat(rows);
  const BarScale bars{table, 100};
  std::string out =
      fmt::format("<figure class=\"discreet-release\">{}\n<table>\n<thead><tr>", style);
  for (std::size_t column = 0; column < table.columns.size(); ++column) {
    out += heading(table, column);
  }
  out += table.bars ? "<td aria-hidden=\"true\"></td>" : "";
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) {
    out += "<tr>";
    for (const Value& value : row) {
      out += cell(value);
    }
    if (table.bars) {
      const auto [low, high] = bars.of(row);
      out += fmt::format(
          "<td class=\"bar\" aria-hidden=\"true\"><span class=\"low\" style=\"width:{}%\"></span>"
          "<span class=\"high\" style=\"width:{}%\"></span></td>",
          low, high - low);
    }
    out += "</tr>\n";
  }
  if (rows.shape == Rows::Shape::one_or_none && rows.rows.empty()) {
    out += "<tr><td>none</td></tr>\n";
  }
  out += "</tbody>\n</table>\n<figcaption>";
  out += note.empty() ? "" : fmt::format("<p>{}</p>", escaped(note));
  return out + fmt::format("<p>{}</p></figcaption>\n</figure>\n", escaped(guarantee));
}

}  // namespace discreet::cli
