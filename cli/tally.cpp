#include "tally.hpp"

#include <utility>

#include "numbered_names.hpp"

namespace discreet::cli {
namespace {

using Number = std::uint32_t;

}  // namespace

Tally::Tally(TallyTerms terms) : terms_(std::move(terms)) {
  tables_.with([&](TallyTables& tables) {
    if (terms_.candidates) {
      number_list(tables.listed_items, *terms_.candidates, "candidates");
    }
    if (terms_.groups) {
      number_list(tables.groups, *terms_.groups, "groups");
    }
  });
}

void Tally::add(const TallyRow& row) {
  tables_.with([&](TallyTables& tables) { add_to(tables, row); });
}

Tallies Tally::finish() {
  return tables_.with([&](TallyTables& tables) { return finish_tally(terms_, tables, facts_); });
}

void Tally::add_to(TallyTables& tables, const TallyRow& row) {
  ++facts_.rows;
  Number group = 0;
  if (terms_.groups) {
    const auto listed = tables.groups.find(row.group);
    if (listed == tables.groups.end()) {
      ++facts_.rows_outside_groups;
      return;
    }
    group = listed->second;
  }
  const std::optional<Number> item = item_number(tables, row.item);
  if (!item) {
    return;
  }
  const Number cell = terms_.groups ? cell_number(tables, {group, *item}) : *item;
  const std::uint64_t pair = in_halves(name_number(tables.units, row.unit, "units"), cell);
  if (terms_.clip) {
    tables.sums[pair].add(row.value);
  } else {
    tables.pairs.insert(pair);
  }
}

std::optional<Number> Tally::item_number(TallyTables& tables, std::string_view item) const {
  if (terms_.candidates) {
    const auto listed = tables.listed_items.find(item);
    return listed == tables.listed_items.end() ? std::nullopt : std::optional{listed->second};
  }
  if (item.empty()) {
    return std::nullopt;
  }
  return name_number(tables.seen_items, item, "items");
}

Number Tally::cell_number(TallyTables& tables, const Cell& cell) {
  const auto [known, is_new] = tables.cell_numbers.try_emplace(
      in_halves(cell.group, cell.item), static_cast<Number>(tables.cells.size()));
  if (is_new) {
    static_cast<void>(next_number(tables.cells.size(), "items in groups"));
    tables.cells.push_back(cell);
  }
  return known->second;
}

}  // namespace discreet::cli
