#pragma once

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/tally_reference.hpp"
#include "quantile_columns.hpp"

namespace discreet::cli {

/// A row that owns its texts, with a number of tenths for its value.
struct TenthsRow {
  std::string unit;
  std::string group;
  int tenths = 0;
};

using TenthsRows = std::vector<TenthsRow>;

inline std::vector<MassColumn> columns_of(const ColumnTerms& terms, const TenthsRows& rows,
                                          ColumnFacts* facts = nullptr) {
  QuantileColumns columns{terms};
  const GridReader reader{terms.grid};
  for (const TenthsRow& row : rows) {
    const std::string text = std::to_string(row.tenths) + "e-1";
    const DecimalText number = try_decimal_text(text).value();
    columns.add({row.unit, row.group, reader.place(number), DecimalSum{number}});
  }
  std::vector<MassColumn> out = columns.finish();
  if (facts != nullptr) {
    *facts = columns.facts();
  }
  return out;
}

/// The same by maps and sorted lists, a unit at a time, with no thought for speed.
class ColumnsReference {
 public:
  ColumnsReference(const ColumnTerms& terms, const TenthsRows& rows)
      : terms_(terms), out_(terms.groups ? terms.groups->size() : 1) {
    std::map<std::string, TenthsRows> units;
    for (const TenthsRow& row : rows) {
      if (place_of(row.group)) {
        units[row.unit].push_back(row);
      }
    }
    for (const auto& [unit, own] : units) {
      terms_.per_unit == PerUnit::share ? share(own) : add_values(unit, own);
    }
  }

  [[nodiscard]] std::vector<MassColumn> columns() const {
    std::vector<MassColumn> columns;
    for (const auto& masses : out_) {
      MassColumn& column = columns.emplace_back();
      for (const auto& [cell, mass] : masses) {
        column.cells.push_back(cell);
        column.masses.push_back(mass);
      }
    }
    return columns;
  }

 private:
  [[nodiscard]] std::optional<std::size_t> place_of(const std::string& group) const {
    if (!terms_.groups) {
      return 0;
    }
    const auto found = std::find(terms_.groups->begin(), terms_.groups->end(), group);
    return found == terms_.groups->end()
               ? std::nullopt
               : std::optional{static_cast<std::size_t>(found - terms_.groups->begin())};
  }

  void share(const TenthsRows& rows) {
    for (const TenthsRow& row : rows) {
      out_[*place_of(row.group)][terms_.grid.cell(Fraction{row.tenths, 10})] +=
          shares_per_unit / rows.size();
    }
  }

  [[nodiscard]] Fraction value_of(const std::vector<int>& tenths) const {
    std::vector<int> sorted = tenths;
    std::sort(sorted.begin(), sorted.end());
    int sum = 0;
    for (const int one : tenths) {
      sum += one;
    }
    switch (terms_.per_unit) {
      case PerUnit::median:
        return Fraction{sorted[(sorted.size() - 1) / 2], 10};
      case PerUnit::min:
        return Fraction{sorted.front(), 10};
      case PerUnit::max:
        return Fraction{sorted.back(), 10};
      case PerUnit::first:
        return Fraction{tenths.front(), 10};
      case PerUnit::mean:
        return Fraction{sum, 10 * tenths.size()};
      case PerUnit::sum:
      case PerUnit::share:
        break;
    }
    return Fraction{sum, 10};
  }

  void add_values(const std::string& unit, const TenthsRows& rows) {
    std::map<std::string, std::vector<int>> groups;
    for (const TenthsRow& row : rows) {
      groups[terms_.groups ? row.group : ""].push_back(row.tenths);
    }
    std::map<ContentDigest, std::string> by_digest;
    for (const auto& [group, tenths] : groups) {
      by_digest[content_digest(std::vector<std::string_view>{unit, group})] = group;
    }
    std::uint64_t kept = 0;
    for (const auto& [digest, group] : by_digest) {
      if (!terms_.groups || kept < terms_.groups_per_unit) {
        Fraction value = value_of(groups[group]);
        value.canonicalize();
        ++out_[*place_of(group)][terms_.grid.cell(value)];
        ++kept;
      }
    }
  }

  ColumnTerms terms_;
  std::vector<std::map<std::uint64_t, std::uint64_t>> out_;
};

inline std::vector<ColumnTerms> all_kinds_of_column_terms() {
  std::vector<ColumnTerms> out;
  for (const PerUnit rule : {PerUnit::share, PerUnit::median, PerUnit::min, PerUnit::max,
                             PerUnit::sum, PerUnit::mean, PerUnit::first}) {
    for (const std::uint64_t groups : {0U, 1U, 2U, 9U}) {
      ColumnTerms terms{make_grid(-1, 3, Fraction{1, 2}), rule};
      if (groups > 0) {
        terms.groups = {"h", "g", "gh", "none"};
        terms.groups_per_unit = groups;
      }
      out.push_back(terms);
    }
  }
  return out;
}

/// Rows of a few units, with values that lie inside and outside, and groups on the list or not.
inline TenthsRows random_tenths(std::mt19937_64& words, std::size_t most) {
  TenthsRows out(words() % (most + 1));
  const std::vector<std::string> units{"p", "q", "pa", "r", "s"};
  const std::vector<std::string> groups{"", "g", "h", "gh", "x"};
  for (TenthsRow& row : out) {
    row = {units[words() % units.size()], groups[words() % groups.size()],
           static_cast<int>(words() % 61) - 20};
  }
  return out;
}

}  // namespace discreet::cli
