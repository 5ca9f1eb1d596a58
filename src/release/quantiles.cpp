#include "discreet/release/quantiles.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "discreet/error.hpp"
#include "discreet/numbers/rounding.hpp"
#include "discreet/release/words.hpp"
#include "mechanisms/quantile_plan.hpp"

namespace discreet {
namespace {

constexpr std::array per_unit_rules{PerUnit::share, PerUnit::median, PerUnit::min,  PerUnit::max,
                                    PerUnit::sum,   PerUnit::mean,   PerUnit::first};

void append_even_quantiles(std::vector<Fraction>& out, int parts) {
  for (int i = 1; i < parts; ++i) {
    Fraction quantile{i, parts};
    quantile.canonicalize();
    out.push_back(std::move(quantile));
  }
}

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  const std::size_t begin = text.find_first_not_of(blanks);
  return begin == std::string_view::npos
             ? std::string_view{}
             : text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

Fraction parse_quantile(std::string_view text) {
  try {
    return parse_amount(text);
  } catch (const Error&) {
    throw Error{bad_parameter,
                "a quantile is a number such as 0.25 or 1/3, or one of the names median, "
                "quartiles, deciles and percentiles, with commas between them"};
  }
}

void append_named_quantiles(std::vector<Fraction>& out, std::string_view name) {
  constexpr std::array<std::pair<std::string_view, int>, 4> parts{
      {{"median", 2}, {"quartiles", 4}, {"deciles", 10}, {"percentiles", 100}}};
  const auto* const known =
      std::ranges::find(parts, name, &std::pair<std::string_view, int>::first);
  if (known != parts.end()) {
    append_even_quantiles(out, known->second);
  } else {
    out.push_back(parse_quantile(name));
  }
}

std::string signed_text(const Fraction& value) {
  std::string out{value < 0 ? "-" : ""};
  out += amount_text(abs(value));
  return out;
}

template <class Range, class Text>
std::string joined_with_commas(const Range& range, const Text& text) {
  std::string out;
  for (const auto& each : range) {
    out += out.empty() ? "" : ",";
    out += text(each);
  }
  return out;
}

}  // namespace

std::string_view to_string(PerUnit per_unit) noexcept {
  switch (per_unit) {
    case PerUnit::share:
      return "share";
    case PerUnit::median:
      return "median";
    case PerUnit::min:
      return "min";
    case PerUnit::max:
      return "max";
    case PerUnit::sum:
      return "sum";
    case PerUnit::mean:
      return "mean";
    case PerUnit::first:
      return "first";
  }
  return "";
}

PerUnit parse_per_unit(std::string_view name) {
  for (const PerUnit rule : per_unit_rules) {
    if (name == to_string(rule)) {
      return rule;
    }
  }
  throw Error{bad_parameter,
              "the value of a unit is by share, median, min, max, sum, mean or first"};
}

std::vector<Fraction> parse_quantiles(std::string_view text) {
  std::vector<Fraction> out;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    append_named_quantiles(out, without_blanks(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  std::ranges::sort(out);
  require(std::ranges::adjacent_find(out) == out.end(), bad_parameter,
          "no quantile may be asked for twice");
  return out;
}

Bill QuantilesRelease::bill(const Plan& plan) {
  const auto exact_scale = [](double scale) { return amount_text(shortest_amount(scale)); };
  const Grid& grid = *plan.request.grid;
  Bill out{plan.request.what,
           plan.cost,
           {{"quantiles", joined_with_commas(plan.quantiles.quantiles, amount_text)},
            {"lower", signed_text(grid.lower())},
            {"upper", signed_text(grid.upper())},
            {"step", signed_text(grid.step())},
            {"per_unit", std::string{to_string(plan.request.per_unit)}},
            {"levels", std::to_string(plan.quantiles.levels)},
            {"law", std::string{to_string(plan.quantiles.law)}},
            {"scales", joined_with_commas(plan.quantiles.scales(), exact_scale)},
            {"neighbors", std::string{to_string(plan.request.neighbors)}}}};
  if (plan.facts.groups) {
    out.parameters.emplace_back("groups", std::to_string(*plan.facts.groups));
    if (plan.request.per_unit != PerUnit::share) {
      out.parameters.emplace_back("groups_per_unit", std::to_string(plan.request.groups_per_unit));
    }
  }
  out.parameters.emplace_back("promise", promise_in_words(plan.promise));
  if (plan.pay) {
    out.parameters.emplace_back("pay", to_string(*plan.pay));
  }
  return out;
}

void QuantilesRelease::require_input(const Plan& plan, const Input& input) {
  require_sound_arithmetic();
  require(input.size() == plan.facts.groups.value_or(1), outside_domain,
          "there must be as many columns as groups");
  for (const MassColumn& column : input) {
    detail::require_column(column, plan.quantiles.cells, unit_mass_of(plan.request.per_unit));
  }
}

QuantilesRelease::Output QuantilesRelease::draw(const Plan& plan, const Input& input) {
  require_input(plan, input);
  Output out;
  out.reserve(input.size());
  for (const MassColumn& column : input) {
    out.push_back(
        detail::release_quantiles_of(plan.quantiles, column, unit_mass_of(plan.request.per_unit)));
  }
  return out;
}

Released<QuantilesRelease> release_quantiles(const QuantilesRelease::Input& input,
                                             const QuantilesRequest& request,
                                             const QuantilesRelease::Facts& facts,
                                             Account* account) {
  return plan_release<QuantilesRelease>(request, facts, account).release(input);
}

}  // namespace discreet
