#include <algorithm>
#include <tuple>

#include "kept_by_content.hpp"
#include "numbered_names.hpp"
#include "quantile_columns.hpp"

namespace discreet::cli {
namespace {

// What stands on a cell of a group's column.
struct SpotMass {
  std::uint32_t group;
  std::uint64_t cell;
  std::uint64_t mass;
};

// The rows of a unit on a cell of a group, or its value there.
struct UnitSpot {
  std::uint32_t unit;
  std::uint32_t group;
  std::uint64_t cell;
  std::uint64_t rows;
};

constexpr auto by_unit = [](const UnitSpot& one, const UnitSpot& other) {
  return std::tie(one.unit, one.group, one.cell) < std::tie(other.unit, other.group, other.cell);
};

std::uint32_t upper_half(std::uint64_t halves) { return static_cast<std::uint32_t>(halves >> 32U); }
std::uint32_t lower_half(std::uint64_t halves) { return static_cast<std::uint32_t>(halves); }

class ColumnFinish {
 public:
  ColumnFinish(const ColumnTerms& terms, ColumnTables& tables, ColumnFacts& facts)
      : terms_(terms), tables_(tables), facts_(facts) {
    facts_.units = tables_.units.size();
  }

  std::vector<MassColumn> run() {
    if (terms_.per_unit == PerUnit::share) {
      return columns_of(shared());
    }
    std::vector<UnitSpot> values = unit_values();
    std::sort(values.begin(), values.end(), by_unit);
    if (terms_.groups) {
      leave_groups_out(values);
    }
    std::vector<SpotMass> masses;
    masses.reserve(values.size());
    for (const UnitSpot& value : values) {
      masses.push_back({value.group, value.cell, 1});
    }
    values = {};
    return columns_of(std::move(masses));
  }

 private:
  [[nodiscard]] std::vector<SpotMass> shared() {
    std::vector<std::uint64_t> rows_of(tables_.units.size());
    for (const auto& [pair, rows] : tables_.rows) {
      rows_of[upper_half(pair)] += rows;
    }
    facts_.units_above_shares = static_cast<std::uint64_t>(std::count_if(
        rows_of.begin(), rows_of.end(), [](std::uint64_t rows) { return rows > shares_per_unit; }));
    std::vector<SpotMass> out;
    out.reserve(tables_.spots.size());
    for (const auto& [group, cell] : tables_.spots) {
      out.push_back({group, cell, 0});
    }
    for (const auto& [pair, rows] : tables_.rows) {
      out[lower_half(pair)].mass += rows * (shares_per_unit / rows_of[upper_half(pair)]);
    }
    return out;
  }

  // Each unit's value in each of its groups.
  [[nodiscard]] std::vector<UnitSpot> unit_values() {
    std::vector<UnitSpot> out;
    if (terms_.per_unit == PerUnit::median) {
      out.reserve(tables_.rows.size());
      for (const auto& [pair, rows] : tables_.rows) {
        const auto& [group, cell] = tables_.spots[lower_half(pair)];
        out.push_back({upper_half(pair), group, cell, rows});
      }
      tables_.rows = {};
      leave_medians(out);
    } else if (is_computed(terms_.per_unit)) {
      out.reserve(tables_.sums.size());
      const GridReader reader{terms_.grid};
      for (const auto& [pair, sum] : tables_.sums) {
        out.push_back({upper_half(pair), lower_half(pair), cell_of(reader, sum), 1});
      }
    } else {
      out.reserve(tables_.cells.size());
      for (const auto& [pair, cell] : tables_.cells) {
        out.push_back({upper_half(pair), lower_half(pair), cell, 1});
      }
    }
    return out;
  }

  [[nodiscard]] std::uint64_t cell_of(const GridReader& reader, const ColumnTables::Sum& sum) {
    Fraction value = sum.sum.value();
    if (terms_.per_unit == PerUnit::mean) {
      value /= exact_fraction(sum.rows);
    }
    const GridPlace place = reader.place(value);
    ++facts_.values;
    facts_.values_below += place.side == GridPlace::Side::below ? 1U : 0U;
    facts_.values_above += place.side == GridPlace::Side::above ? 1U : 0U;
    return place.cell;
  }

  // Of the spots of a unit in a group the one that holds the lower median of its rows.
  static void leave_medians(std::vector<UnitSpot>& spots) {
    std::sort(spots.begin(), spots.end(), by_unit);
    auto kept = spots.begin();
    for (auto begin = spots.begin(); begin != spots.end();) {
      std::uint64_t rows = 0;
      auto end = begin;
      for (; end != spots.end() && end->unit == begin->unit && end->group == begin->group; ++end) {
        rows += end->rows;
      }
      // As many rows stand up to the lower median as half of them, rounded up.
      const std::uint64_t up_to = rows - rows / 2;
      std::uint64_t passed = begin->rows;
      auto median = begin;
      while (passed < up_to) {
        ++median;
        passed += median->rows;
      }
      *kept++ = *median;
      begin = end;
    }
    spots.erase(kept, spots.end());
  }

  // Of each unit's groups those that it keeps. The values stand by units and groups.
  void leave_groups_out(std::vector<UnitSpot>& values) {
    const std::vector<std::string_view> unit_names = names_by_number(tables_.units);
    std::vector<NamedThing> things;
    std::vector<std::uint32_t> kept_groups;
    auto kept = values.begin();
    for (auto begin = values.begin(); begin != values.end();) {
      const auto end = std::find_if(
          begin, values.end(), [&](const UnitSpot& value) { return value.unit != begin->unit; });
      if (static_cast<std::uint64_t>(end - begin) <= terms_.groups_per_unit) {
        kept = std::move(begin, end, kept);
        begin = end;
        continue;
      }
      ++facts_.units_above_groups;
      things.clear();
      for (auto value = begin; value != end; ++value) {
        things.push_back({{(*terms_.groups)[value->group]}, 1, value->group});
      }
      const auto most = static_cast<std::size_t>(terms_.groups_per_unit);
      keep_by_content(unit_names[begin->unit], most, things);
      kept_groups.clear();
      for (std::size_t i = 0; i < most; ++i) {
        kept_groups.push_back(things[i].number);
      }
      std::sort(kept_groups.begin(), kept_groups.end());
      for (; begin != end; ++begin) {
        if (std::binary_search(kept_groups.begin(), kept_groups.end(), begin->group)) {
          *kept++ = *begin;
        }
      }
    }
    values.erase(kept, values.end());
  }

  [[nodiscard]] std::vector<MassColumn> columns_of(std::vector<SpotMass> masses) const {
    std::sort(masses.begin(), masses.end(), [](const SpotMass& one, const SpotMass& other) {
      return std::tie(one.group, one.cell) < std::tie(other.group, other.cell);
    });
    std::vector<MassColumn> out(terms_.groups ? terms_.groups->size() : 1);
    for (const SpotMass& one : masses) {
      MassColumn& column = out[one.group];
      if (one.mass == 0) {
        continue;
      }
      if (!column.cells.empty() && column.cells.back() == one.cell) {
        column.masses.back() += one.mass;
      } else {
        column.cells.push_back(one.cell);
        column.masses.push_back(one.mass);
      }
    }
    return out;
  }

  const ColumnTerms& terms_;
  ColumnTables& tables_;
  ColumnFacts& facts_;
};

}  // namespace

std::vector<MassColumn> finish_columns(const ColumnTerms& terms, ColumnTables& tables,
                                       ColumnFacts& facts) {
  return ColumnFinish{terms, tables, facts}.run();
}

}  // namespace discreet::cli
