#include "release_table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include "input_error.hpp"

namespace discreet::cli {
namespace {

using Plan = TableRelease::Plan;
using Table = TableRelease::Table;

// A number of units of the last decimal, as people write it.
Value number_of(std::int64_t value, unsigned decimals) {
  if (decimals == 0) {
    return value;
  }
  // At least one digit before the point. Negated as unsigned, so that the least number has a size too.
  const auto size =
      value < 0 ? -static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  const std::string digits = fmt::format("{:0{}}", size, decimals + 1);
  const std::size_t point = digits.size() - decimals;
  return Decimal{
      fmt::format("{}{}.{}", value < 0 ? "-" : "", digits.substr(0, point), digits.substr(point))};
}

// One table as rows and facts.
class TableRows {
 public:
  TableRows(const Tallies& tallies, const TableWords& words) : tallies_(tallies), words_(words) {}

  [[nodiscard]] Rows empty(const Plan& plan) const {
    constexpr std::size_t rank_width = 4;
    Rows out{"items", {{"rank", rank_width}, {"item"}}, {}};
    if (plan.request.counts) {
      out.columns.insert(out.columns.end(), {{words_.sums ? "sum" : "count"}, {"low"}, {"high"}});
      out.bars = Bars{3, 4};
    }
    return out;
  }

  [[nodiscard]] std::vector<std::vector<Value>> rows(const TallyTable& tally,
                                                     const Table& table) const {
    std::vector<std::vector<Value>> out;
    for (const std::size_t item : table.items) {
      out.push_back({std::uint64_t{out.size() + 1}, tallies_.items()[tally.items[item]]});
      if (table.counts) {
        const NoisyCount& count = table.counts->items[out.size() - 1];
        for (const std::int64_t number : {count.rounded, count.low, count.high}) {
          out.back().push_back(number_of(number, words_.decimals));
        }
      }
    }
    return out;
  }

  [[nodiscard]] static std::vector<Fact> facts(const Plan& plan, const Table& table) {
    std::vector<Fact> out;
    const NoisyCount* units = table.counts && table.counts->units ? &*table.counts->units : nullptr;
    out.emplace_back("units", units == nullptr ? Value{} : Value{units->rounded});
    out.emplace_back("units_low", units == nullptr ? Value{} : Value{units->low});
    out.emplace_back("units_high", units == nullptr ? Value{} : Value{units->high});
    out.emplace_back("complete", table.items.size() == plan.request.k);
    return out;
  }

 private:
  const Tallies& tallies_;
  const TableWords& words_;
};

Value or_nothing(const auto& value) { return value ? Value{*value} : Value{}; }

// Noise and distances are planned in units of the last decimal, and shown in those of the numbers.
double in_numbers(double value, unsigned decimals) { return value / std::pow(10.0, decimals); }

std::optional<double> even_odds(const Plan& plan, unsigned decimals) {
  return plan.even_odds ? std::optional{in_numbers(static_cast<double>(*plan.even_odds), decimals)}
                        : std::nullopt;
}

// The law of the list, and its limit where it has one.
struct LawAndLimit {
  std::vector<Fact>& out;

  void operator()(const Selection& selection) const {
    out.emplace_back("law", std::string{to_string(selection.law)});
    out.emplace_back("limit", Value{});
  }
  void operator()(const LimitedDomain& how) const {
    out.emplace_back("law", std::string{to_string(Law::exponential_mechanism)});
    out.emplace_back("limit", or_nothing(how.limit));
  }
  void operator()(const ThresholdedHistogram& how) const {
    out.emplace_back("law", std::string{to_string(how.noise)});
    out.emplace_back("limit", Value{});
  }
};

// "limited domain, k = 10, scale 6.6; an item has even odds at 119 above that of rank 101"
std::string how_of(const Plan& plan, const TableWords& words) {
  struct How {
    std::uint64_t k;
    std::string scale;
    std::string odds;

    std::string operator()(const Selection& selection) const {
      return fmt::format("{}, k = {}, scale {}", to_string(selection.law), k, scale);
    }
    std::string operator()(const LimitedDomain& how) const {
      return fmt::format("limited domain, k = {}, scale {}; an item has even odds at {}{}", k,
                         scale, odds,
                         how.limit ? fmt::format(" above that of rank {}", *how.limit + 1) : "");
    }
    std::string operator()(const ThresholdedHistogram& how) const {
      return fmt::format("{} noise, standard deviation {}; an item has even odds at {}",
                         to_string(how.noise), scale, odds);
    }
  };
  return std::visit(
      How{plan.request.k, fmt::format("{:.6g}", in_numbers(plan.scale, words.decimals)),
          fmt::format("{:.6g}", even_odds(plan, words.decimals).value_or(0))},
      plan.list);
}

std::string ending(const Plan& plan, const TableRelease::Output& tables) {
  const bool all = std::all_of(tables.begin(), tables.end(), [&](const Table& table) {
    return table.items.size() == plan.request.k;
  });
  if (all) {
    return "";
  }
  return plan.facts.groups ? "Where a list ends, nothing below can be told from chance. "
                           : "The list ends here: nothing below can be told from chance. ";
}

std::string intervals(const Plan& plan) {
  if (!plan.request.counts) {
    return "";
  }
  if (!plan.counts) {
    return "Every number is from low to high for certain. ";
  }
  return fmt::format("Each number is from low to high with confidence {}. ",
                     amount_text(plan.request.counts->confidence.exact()));
}

std::string units_in_all(const TableRelease::Output& tables, const TableWords& words) {
  const auto& counts = tables.front().counts;
  if (words.groups || !counts || !counts->units) {
    return "";
  }
  return fmt::format("Number of different values of {}: {}, from {} to {}. ", words.unit,
                     counts->units->rounded, counts->units->low, counts->units->high);
}

std::string note_of(const Plan& plan, const TableRelease::Output& tables, const TableWords& words) {
  std::string out = ending(plan, tables) + intervals(plan) + units_in_all(tables, words);
  if (!out.empty()) {
    out.pop_back();  // the blank
  }
  return out;
}

// The most bytes that the labels of one table can have.
std::size_t most_text(const Tallies& tallies, const TallyTable& tally, std::size_t k) {
  std::vector<std::size_t> sizes(tally.items.size());
  std::transform(tally.items.begin(), tally.items.end(), sizes.begin(),
                 [&](std::uint32_t item) { return tallies.items()[item].size(); });
  const auto end = sizes.begin() + static_cast<std::ptrdiff_t>(std::min(k, sizes.size()));
  std::nth_element(sizes.begin(), end, sizes.end(), std::greater<>{});
  return std::accumulate(sizes.begin(), end, std::size_t{0});
}

// What a run may store of a label that no public list names: how long it is must not depend on the rows.
constexpr std::size_t longest_unlisted = 200;

// The most that the tables of a run can have, whatever the rows are.
Extent public_extent(const Tallies& tallies, const Plan& plan, const TableWords& words) {
  // So many rows have no room in any case.
  constexpr std::uint64_t too_many = std::uint64_t{1} << 32;
  const std::size_t k = std::min(plan.request.k, too_many);
  Extent out{tallies.size() * k, 6, 0, tallies.size()};
  if (plan.facts.candidates) {
    out.text = tallies.size() * extent_of_labels(tallies.items(), k).text;
  } else {
    const auto is_long = [](const std::string& item) { return item.size() > longest_unlisted; };
    if (std::any_of(tallies.items().begin(), tallies.items().end(), is_long)) {
      throw InputError{
          fmt::format("with --run-id, items that no --candidates name have at most {} bytes",
                      longest_unlisted)};
    }
    out.text = tallies.size() * k * longest_unlisted;
  }
  for (const std::string& group : words.groups.value_or(std::vector<std::string>{})) {
    out.text += group.size();
  }
  return out;
}

}  // namespace

std::string list_in_words(const TableRelease::Plan& plan) {
  struct Name {
    std::string operator()(const Selection&) const { return "public"; }
    std::string operator()(const LimitedDomain&) const { return "limited domain"; }
    std::string operator()(const ThresholdedHistogram&) const { return "thresholded histogram"; }
  };
  return std::visit(Name{}, plan.list);
}

std::vector<Fact> table_facts(const TableRelease::Plan& plan, unsigned decimals) {
  const TableRequest& request = plan.request;
  std::vector<Fact> out{{"k", request.k},
                        {"candidates", or_nothing(plan.facts.candidates)},
                        {"optimize", std::string{to_string(request.optimize)}}};
  out.emplace_back("list", list_in_words(plan));
  std::visit(LawAndLimit{out}, plan.list);
  out.emplace_back("scale", in_numbers(plan.scale, decimals));
  out.emplace_back("expected_error", plan.expected_error
                                         ? Value{in_numbers(*plan.expected_error, decimals)}
                                         : Value{});
  out.emplace_back("even_odds", or_nothing(even_odds(plan, decimals)));
  out.emplace_back("items_per_unit", or_nothing(request.items_per_unit));
  out.emplace_back("by_nature", request.bound == Bound::by_nature);
  out.emplace_back("lower", number_of(request.contribution.lower, decimals));
  out.emplace_back("upper", number_of(request.contribution.upper, decimals));
  out.emplace_back("groups_per_unit", plan.facts.groups ? Value{request.groups_per_unit} : Value{});
  out.emplace_back(
      "confidence",
      request.counts ? Value{Decimal{amount_text(request.counts->confidence.exact())}} : Value{});
  return out;
}

void release_table(Releaser<TableRelease>& releaser, const Tallies& tallies,
                   const TableWords& words) {
  const TableRequest& request = releaser.plan().request;
  std::vector<TallyTable> tables;
  TableRelease::Input input;
  Extent extent{0, 6, 0};
  tables.reserve(tallies.size());
  for (std::size_t group = 0; group < tallies.size(); ++group) {
    const TallyTable& table = tables.emplace_back(tallies.table(group));
    const auto& kept = request.items_per_unit ? table.limited : table.scores;
    const auto& published = request.bound == Bound::by_nature ? kept : table.scores;
    input.push_back({kept, published, static_cast<std::uint64_t>(table.units)});
    const std::size_t rows =
        std::max<std::size_t>(1, std::min<std::uint64_t>(request.k, table.items.size()));
    extent.rows += rows;
    extent.text += most_text(tallies, table, rows);
    extent.text += words.groups ? rows * (*words.groups)[group].size() : 0;
  }
  if (releaser.is_run()) {
    extent = public_extent(tallies, releaser.plan(), words);
  }
  const TableRows parts{tallies, words};
  const TableRelease::Output nothing(tables.size());
  releaser.finish(
      input, extent, nothing, [&](const Plan& plan, const TableRelease::Output& output) {
        OwnPart own{parts.empty(plan), table_facts(plan, words.decimals), how_of(plan, words),
                    note_of(plan, output, words)};
        if (!words.groups) {
          own.rows.rows = parts.rows(tables.front(), output.front());
          const auto facts = TableRows::facts(plan, output.front());
          own.facts.insert(own.facts.end(), facts.begin(), facts.end());
          return own;
        }
        own.rows.shape = Rows::Shape::grouped;
        for (std::size_t group = 0; group < output.size(); ++group) {
          own.rows.groups.push_back({(*words.groups)[group], TableRows::facts(plan, output[group]),
                                     parts.rows(tables[group], output[group])});
        }
        return own;
      });
}

}  // namespace discreet::cli
