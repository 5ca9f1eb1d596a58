#include "quantile_columns.hpp"

#include <algorithm>

#include "numbered_names.hpp"

namespace discreet::cli {

QuantileColumns::QuantileColumns(ColumnTerms terms) : terms_(std::move(terms)) {
  tables_.with([&](ColumnTables& tables) {
    if (terms_.groups) {
      number_list(tables.groups, *terms_.groups, "groups");
    }
  });
}

void QuantileColumns::add(const ColumnRow& row) {
  tables_.with([&](ColumnTables& tables) { add_to(tables, row); });
}

void QuantileColumns::add_without_value() noexcept {
  ++facts_.rows;
  ++facts_.rows_without_value;
}

std::vector<MassColumn> QuantileColumns::finish() {
  return tables_.with([&](ColumnTables& tables) { return finish_columns(terms_, tables, facts_); });
}

void QuantileColumns::add_to(ColumnTables& tables, const ColumnRow& row) {
  ++facts_.rows;
  std::uint32_t group = 0;
  if (terms_.groups) {
    const auto listed = tables.groups.find(row.group);
    if (listed == tables.groups.end()) {
      ++facts_.rows_outside_groups;
      return;
    }
    group = listed->second;
  }
  const std::uint32_t unit = name_number(tables.units, row.unit, "units", most_units - 1);
  if (!is_computed(terms_.per_unit)) {
    ++facts_.values;
    facts_.values_below += row.place.side == GridPlace::Side::below ? 1U : 0U;
    facts_.values_above += row.place.side == GridPlace::Side::above ? 1U : 0U;
  }
  add_value(tables, unit, group, row);
}

void QuantileColumns::add_value(ColumnTables& tables, std::uint32_t unit, std::uint32_t group,
                                const ColumnRow& row) const {
  const std::uint64_t cell = row.place.cell;
  switch (terms_.per_unit) {
    case PerUnit::share:
    case PerUnit::median:
      ++tables.rows[in_halves(unit, spot_number(tables, {group, cell}))];
      return;
    case PerUnit::min:
    case PerUnit::max:
    case PerUnit::first: {
      const auto [known, is_new] = tables.cells.try_emplace(in_halves(unit, group), cell);
      if (terms_.per_unit == PerUnit::min) {
        known->second = std::min(known->second, cell);
      } else if (terms_.per_unit == PerUnit::max) {
        known->second = std::max(known->second, cell);
      }
      return;
    }
    case PerUnit::sum:
    case PerUnit::mean: {
      ColumnTables::Sum& sum = tables.sums[in_halves(unit, group)];
      sum.sum.add(row.number);
      ++sum.rows;
    }
  }
}

std::uint32_t QuantileColumns::spot_number(ColumnTables& tables, const ColumnTables::Spot& spot) {
  const auto [known, is_new] =
      tables.spot_numbers.try_emplace(spot, static_cast<std::uint32_t>(tables.spots.size()));
  if (is_new) {
    static_cast<void>(next_number(tables.spots.size(), "values in groups"));
    tables.spots.push_back(spot);
  }
  return known->second;
}

}  // namespace discreet::cli
