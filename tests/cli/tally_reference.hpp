#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "kept_by_content.hpp"
#include "tally.hpp"

namespace discreet::cli {

/// A row that owns its texts.
struct OwnedRow {
  std::string unit;
  std::string item;
  std::string group;
  std::int64_t value = 0;
};

using OwnedRows = std::vector<OwnedRow>;

/// Tables as maps, so that they can be compared and looked at.
struct PlainTable {
  std::map<std::string, std::int64_t> scores;
  std::map<std::string, std::int64_t> limited;
  std::int64_t units = 0;

  bool operator==(const PlainTable&) const = default;
};

struct PlainTables {
  std::vector<PlainTable> tables;
  std::int64_t units = 0;

  bool operator==(const PlainTables&) const = default;
};

inline Tallies tallied(const TallyTerms& terms, const OwnedRows& rows) {
  Tally tally{terms};
  for (const OwnedRow& row : rows) {
    tally.add({row.unit, row.item, row.group, row.value});
  }
  return tally.finish();
}

inline PlainTables plain(const Tallies& tallies) {
  PlainTables out;
  out.units = tallies.units();
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    const TallyTable table = tallies.table(i);
    PlainTable& one = out.tables.emplace_back();
    one.units = table.units;
    for (std::size_t j = 0; j < table.items.size(); ++j) {
      one.scores[tallies.items()[table.items[j]]] = table.scores[j];
      if (!table.limited.empty()) {
        one.limited[tallies.items()[table.items[j]]] = table.limited[j];
      }
    }
  }
  return out;
}

/// The same by maps and sets, a unit at a time, with no thought for speed.
class TallyReference {
 public:
  TallyReference(TallyTerms terms, const OwnedRows& rows) : terms_(std::move(terms)) {
    out_.tables.resize(terms_.groups ? terms_.groups->size() : 1);
    for (PlainTable& table : out_.tables) {
      for (const std::string& item : terms_.candidates.value_or(std::vector<std::string>{})) {
        table.scores[item] = 0;
        if (terms_.items_per_unit) {
          table.limited[item] = 0;
        }
      }
    }
    std::map<std::string, OwnedRows> by_unit;
    for (const OwnedRow& row : rows) {
      if (place_of(row) && counts(row)) {
        by_unit[row.unit].push_back(row);
      }
    }
    for (const auto& [unit, own] : by_unit) {
      add_unit(unit, own);
    }
    out_.units = static_cast<std::int64_t>(by_unit.size());
  }

  [[nodiscard]] const PlainTables& tables() const { return out_; }

 private:
  using Names = std::vector<std::string>;

  [[nodiscard]] std::optional<std::size_t> place_of(const OwnedRow& row) const {
    if (!terms_.groups) {
      return 0;
    }
    const auto found = std::find(terms_.groups->begin(), terms_.groups->end(), row.group);
    return found == terms_.groups->end()
               ? std::nullopt
               : std::optional{static_cast<std::size_t>(found - terms_.groups->begin())};
  }

  [[nodiscard]] bool counts(const OwnedRow& row) const {
    return terms_.candidates
               ? std::count(terms_.candidates->begin(), terms_.candidates->end(), row.item) == 1
               : !row.item.empty();
  }

  static std::set<Names> kept(const std::string& unit, const std::set<Names>& things,
                              std::uint64_t most) {
    std::map<ContentDigest, Names> by_digest;
    for (const Names& thing : things) {
      std::vector<std::string_view> names{unit};
      names.insert(names.end(), thing.begin(), thing.end());
      by_digest[content_digest(names)] = thing;
    }
    std::set<Names> out;
    for (const auto& [digest, thing] : by_digest) {
      if (out.size() < most) {
        out.insert(thing);
      }
    }
    return out;
  }

  void add_unit(const std::string& unit, const OwnedRows& rows) {
    std::set<Names> groups;
    for (const OwnedRow& row : rows) {
      groups.insert({row.group});
    }
    if (terms_.groups) {
      groups = kept(unit, groups, terms_.groups_per_unit);
    }
    std::map<std::pair<std::size_t, std::string>, std::int64_t> sums;
    std::set<Names> things;
    std::set<std::size_t> places;
    for (const OwnedRow& row : rows) {
      if (!terms_.groups || groups.count({row.group}) == 1) {
        sums[{*place_of(row), row.item}] += row.value;
        things.insert(thing_of(*place_of(row), row.item));
        places.insert(*place_of(row));
      }
    }
    for (const std::size_t place : places) {
      ++out_.tables[place].units;
    }
    if (terms_.items_per_unit) {
      things = kept(unit, things, *terms_.items_per_unit);
    }
    for (const auto& [cell, sum] : sums) {
      const std::int64_t amount =
          terms_.clip ? std::clamp(sum, terms_.clip->low, terms_.clip->high) : 1;
      PlainTable& table = out_.tables[cell.first];
      table.scores[cell.second] += amount;
      if (terms_.items_per_unit) {
        table.limited[cell.second] +=
            things.count(thing_of(cell.first, cell.second)) == 1 ? amount : 0;
      }
    }
  }

  [[nodiscard]] Names thing_of(std::size_t place, const std::string& item) const {
    return terms_.groups ? Names{(*terms_.groups)[place], item} : Names{item};
  }

  TallyTerms terms_;
  PlainTables out_;
};

/// Terms with every option now here and now there.
inline std::vector<TallyTerms> all_kinds_of_terms() {
  std::vector<TallyTerms> out;
  for (const bool listed : {false, true}) {
    for (const std::uint64_t groups : {0U, 1U, 2U, 9U}) {
      for (const std::uint64_t items : {0U, 1U, 2U, 9U}) {
        for (const auto& clip : std::vector<std::optional<Clip>>{
                 std::nullopt, Clip{0, 3}, Clip{-2, 3}, Clip{1, 2}, Clip{-3, -1}}) {
          TallyTerms terms;
          if (listed) {
            terms.candidates = {"b", "a", "ab", "never"};
          }
          if (groups > 0) {
            terms.groups = {"h", "g", "gh", "none"};
            terms.groups_per_unit = groups;
          }
          if (items > 0) {
            terms.items_per_unit = items;
          }
          terms.clip = clip;
          out.push_back(terms);
        }
      }
    }
  }
  return out;
}

/// Rows of a few units in which everything comes that matters: twice the same, no item, no group, others' groups.
inline OwnedRows random_rows(std::mt19937_64& words, std::size_t most) {
  const auto one_of = [&](const std::vector<std::string>& names) {
    return names[words() % names.size()];
  };
  OwnedRows out(words() % (most + 1));
  for (OwnedRow& row : out) {
    row = {one_of({"p", "q", "pa", "r", "s"}), one_of({"", "a", "b", "ab", "bc", "c"}),
           one_of({"", "g", "h", "gh", "x"}), static_cast<std::int64_t>(words() % 9) - 4};
  }
  return out;
}

}  // namespace discreet::cli
