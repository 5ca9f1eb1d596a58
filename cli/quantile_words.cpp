#include "quantile_words.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "discreet/accounting/amount.hpp"
#include "discreet/framework/law.hpp"
#include "discreet/release/words.hpp"
#include "release.hpp"

namespace discreet::cli {
namespace {

using QuantilesPlan = QuantilesRelease::Plan;

// The quantiles that as many units as there are at most cannot tell from chance.
std::vector<std::string> mostly_noise(const QuantilesPlan& plan) {
  std::vector<std::string> out;
  if (!plan.rank_error_95 || !plan.request.units) {
    return out;
  }
  const Fraction bound = exact_fraction(*plan.rank_error_95);
  for (const Fraction& quantile : plan.request.quantiles) {
    const Fraction nearest_end = std::min<Fraction>(quantile, 1 - quantile);
    if (bound > nearest_end * exact_fraction(*plan.request.units)) {
      out.push_back(amount_text(quantile));
    }
  }
  return out;
}

std::string value_in_words(PerUnit rule) {
  switch (rule) {
    case PerUnit::median:
      return "the lower median";
    case PerUnit::min:
      return "the least";
    case PerUnit::max:
      return "the greatest";
    case PerUnit::sum:
      return "the sum";
    case PerUnit::mean:
      return "the mean";
    case PerUnit::first:
      return "the first";
    case PerUnit::share:
      break;
  }
  return "a share of each";
}

}  // namespace

std::vector<Fact> quantile_facts(const QuantilesPlan& plan, const ValueGrid& grid) {
  const QuantilesRequest& request = plan.request;
  const auto number = [&](std::uint64_t cell) -> Value {
    return grid.kind() == ValueKind::days ? Value{grid.text(cell)}
                                          : Value{ExactNumber{grid.text(cell)}};
  };
  std::vector<Fact> out{{"lower", number(0)},
                        {"upper", number(grid.grid().cells() - 1)},
                        {"step", ExactNumber{grid.step_text()}},
                        {"cells", grid.grid().cells()},
                        {"per_unit", std::string{to_string(request.per_unit)}}};
  const bool limited = plan.facts.groups && request.per_unit != PerUnit::share;
  out.emplace_back("groups_per_unit", limited ? Value{request.groups_per_unit} : Value{});
  out.emplace_back("levels", plan.quantiles.levels);
  out.emplace_back("law", std::string{to_string(plan.quantiles.law)});
  out.emplace_back("scales", plan.quantiles.scales());
  out.emplace_back("rank_error_95", plan.rank_error_95 ? Value{*plan.rank_error_95} : Value{});
  out.emplace_back("units", request.units ? Value{*request.units} : Value{});
  return out;
}

std::string quantiles_drawn_in_words(const QuantilesPlan& plan) {
  const std::vector<double> scales = plan.quantiles.scales();
  const auto [least, greatest] = std::minmax_element(scales.begin(), scales.end());
  const std::string spread = *least == *greatest
                                 ? fmt::format("scale {:.6g}", *greatest)
                                 : fmt::format("scales {:.6g} to {:.6g}", *least, *greatest);
  return fmt::format("{}, {} {}, {}", to_string(plan.quantiles.law), plan.quantiles.levels,
                     plan.quantiles.levels == 1 ? "level" : "levels", spread);
}

std::string rank_error_in_words(const QuantilesPlan& plan) {
  if (!plan.rank_error_95) {
    return "How far ranks may be off can be said with --units, a public figure.";
  }
  const bool one = plan.request.quantiles.size() == 1;
  const bool conditional = !one && plan.request.units;
  std::string out = fmt::format(
      "With probability 0.95 {} off by at most {} units{}{}. This holds for every column; most do "
      "better.",
      one ? "the rank is" : "all ranks are",
      amount_text(shortened(exact_fraction(*plan.rank_error_95), 4, Shorten::up)),
      plan.facts.groups ? ", in each group by itself" : "",
      conditional ? fmt::format(", if there are at most {}", *plan.request.units) : "");
  const std::vector<std::string> noise = mostly_noise(plan);
  if (!noise.empty()) {
    out += fmt::format(" With so few units {} {} mostly noise.", fmt::join(noise, ", "),
                       noise.size() == 1 ? "is" : "are");
  }
  return out;
}

std::string counted_in_words(const QuantilesRequest& request, const ValueGrid& grid,
                             const ColumnNames& names) {
  std::string out;
  if (request.per_unit == PerUnit::share) {
    out = fmt::format("Each {} counts once: a random {}, then one of their rows; not by rows. ",
                      names.unit, names.unit);
  } else {
    out = fmt::format("Each {} counts once{}, by {} of its {}. ", names.unit,
                      names.group ? fmt::format(" in each {}", *names.group) : "",
                      value_in_words(request.per_unit), names.value);
    if (names.group) {
      out += kept_groups_in_words(names.unit, *names.group, request.groups_per_unit, names.groups);
    }
  }
  return out + fmt::format(
                   "Values of {} {}: those outside were clamped, others rounded to the nearest "
                   "step. ",
                   names.value, grid.in_words());
}

}  // namespace discreet::cli
