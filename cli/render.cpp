#include <algorithm>

#include <fmt/format.h>

#include "discreet/ledger/text.hpp"
#include "discreet/release/words.hpp"
#include "printable.hpp"
#include "release.hpp"
#include "write_amounts.hpp"

namespace discreet::cli {
namespace {

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
  const ReleaseTerms& terms = result.terms;
  Json json;
  json.open('{').name("schema").text("discreet.release/1");
  json.name("command").text(result.terms.command).name("items").open('[');
  for (std::size_t i = 0; i < result.items.size(); ++i) {
    json.open('{').name("rank").number(std::uint64_t{i + 1});
    json.name("item").text(result.items[i]).close('}');
  }
  json.close(']').name("k").number(terms.k).name("candidates").number(terms.candidates);
  json.name("optimize").text(to_string(result.terms.optimize));
  json.name("law")
      .text(to_string(result.plan.selection.law))
      .name("scale")
      .number(result.plan.selection.scale);
  json.name("sensitivity").number(terms.sensitivity);
  json.name("monotonic").boolean(terms.monotonic == Monotonic::yes);
  json.name("expected_error").number(result.plan.expected_error);
  json.name("unit");
  result.terms.neighbors ? json.text(result.terms.unit) : json.null();
  json.name("neighbors");
  result.terms.neighbors ? json.text(to_string(*result.terms.neighbors)) : json.null();
  json.name("cost");
  write_amounts(json, result.plan.cost, Shorten::up);
  json.name("promise");
  write_amounts(json, result.plan.promise, Shorten::up);
  json.name("budget");
  write_budget(json, result);
  json.name("guarantee").text(guarantee(result)).close('}');
  return json.str() + "\n";
}

std::string as_table(const ReleaseResult& result) {
  std::string out = "rank  item\n";
  for (std::size_t i = 0; i < result.items.size(); ++i) {
    out += fmt::format("{:>4}  {}\n", i + 1, printable(result.items[i]));
  }
  return out + guarantee(result) + "\n";
}

std::string as_csv(const ReleaseResult& result) {
  std::string out = "rank,item\n";
  for (std::size_t i = 0; i < result.items.size(); ++i) {
    out += fmt::format("{},{}\n", i + 1, csv_field(result.items[i]));
  }
  return out;
}

}  // namespace

std::string guarantee(const ReleaseResult& result) {
  const ReleaseTerms& terms = result.terms;
  std::string out = terms.counted;
  const std::string neighbors =
      terms.neighbors ? neighbors_in_words(*terms.neighbors, terms.unit) : "";
  if (terms.command == "top-k") {
    out += fmt::format("For {}", neighbors);
  } else {
    out += fmt::format("For {}score changes of at most {}{}",
                       terms.neighbors ? neighbors + ", taken to be " : "", terms.sensitivity,
                       terms.monotonic == Monotonic::yes ? ", all in one direction," : "");
  }
  out += fmt::format(" this release is {}", promise_in_words(result.plan.promise));
  out += fmt::format(" ({}, k = {}, scale {:.6g}).", to_string(result.plan.selection.law), terms.k,
                     result.plan.selection.scale);
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
      return as_csv(result);
    case Format::table:
      break;
  }
  return as_table(result);
}

}  // namespace discreet::cli
