#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>

#include "in_byte_order.hpp"
#include "kept_by_content.hpp"
#include "numbered_names.hpp"
#include "tally_tables.hpp"

namespace discreet::cli {
namespace {

using Wide = WideSum::Wide;

// What one unit adds to a cell.
struct CountPortion {
  using Total = std::int64_t;
  std::uint32_t cell;

  [[nodiscard]] static std::int64_t amount() { return 1; }
  [[nodiscard]] static bool was_clipped() { return false; }
};

struct SumPortion {
  using Total = Wide;
  std::uint32_t cell;
  bool clipped;
  std::int64_t sum;

  [[nodiscard]] std::int64_t amount() const { return sum; }
  [[nodiscard]] bool was_clipped() const { return clipped; }
};

SumPortion clipped_portion(std::uint32_t cell, Wide sum, const Clip& clip) {
  const Wide inside = std::clamp<Wide>(sum, clip.low, clip.high);
  return {cell, inside != sum, static_cast<std::int64_t>(inside)};
}

std::int64_t clamped(Wide total) {
  using Limits = std::numeric_limits<std::int64_t>;
  return static_cast<std::int64_t>(std::clamp<Wide>(total, Limits::min(), Limits::max()));
}

template <class Portion>
class TallyFinish {
 public:
  TallyFinish(const TallyTerms& terms, TallyTables& tables, TallyFacts facts)
      : terms_(terms), tables_(tables), facts_(facts) {
    facts_.units = tables_.units.size();
    item_names_ = names_by_number(tables_.seen_items);
    if (terms_.candidates) {
      item_names_.assign(terms_.candidates->begin(), terms_.candidates->end());
    }
    const std::size_t cells = terms_.groups ? tables_.cells.size() : item_names_.size();
    scores_.resize(cells);
    limited_.resize(terms_.items_per_unit ? cells : 0);
    seen_.resize(cells);
    units_.resize(terms_.groups ? terms_.groups->size() : 1);
  }

  Tallies run() {
    if (terms_.groups || terms_.items_per_unit) {
      add_by_unit();
    } else {
      for_each_portion([&](std::uint32_t, const Portion& portion) { add(portion); });
    }
    if (!terms_.groups) {
      units_.front() = static_cast<std::int64_t>(tables_.units.size());
    }
    return result();
  }

 private:
  template <class Use>
  void for_each_portion(Use use) const {
    const auto half = [](std::uint64_t halves) { return static_cast<std::uint32_t>(halves); };
    if constexpr (std::is_same_v<Portion, SumPortion>) {
      for (const auto& [pair, sum] : tables_.sums) {
        use(half(pair >> 32U), clipped_portion(half(pair), sum.value(), *terms_.clip));
      }
    } else {
      for (const std::uint64_t pair : tables_.pairs) {
        use(half(pair >> 32U), Portion{half(pair)});
      }
    }
  }

  void add_by_unit() {
    std::vector<std::size_t> ends(tables_.units.size() + 1);
    for_each_portion([&](std::uint32_t unit, const Portion&) { ++ends[unit + 1]; });
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    std::vector<Portion> portions(ends.back());
    for_each_portion(
        [&](std::uint32_t unit, const Portion& portion) { portions[ends[unit]++] = portion; });
    tables_.pairs = {};
    tables_.sums = {};
    const std::vector<std::string_view> unit_names = names_by_number(tables_.units);
    std::size_t begin = 0;
    for (std::size_t unit = 0; unit < unit_names.size(); ++unit) {
      add_unit(unit_names[unit], std::span{portions}.subspan(begin, ends[unit] - begin));
      begin = ends[unit];
    }
  }

  void add_unit(std::string_view unit, std::span<Portion> portions) {
    if (terms_.groups) {
      portions = in_kept_groups(unit, portions);
    }
    for (const Portion& portion : portions) {
      add(portion);
    }
    if (terms_.items_per_unit) {
      add_limited(unit, portions);
    }
  }

  void add(const Portion& portion) {
    scores_[portion.cell] += portion.amount();
    seen_[portion.cell] = true;
    ++facts_.sums;
    facts_.sums_clipped += portion.was_clipped() ? 1U : 0U;
  }

  // Brings what stands in the groups that the unit keeps to the front, and counts the unit in them.
  std::span<Portion> in_kept_groups(std::string_view unit, std::span<Portion> portions) {
    const auto group_of = [&](const Portion& portion) { return tables_.cells[portion.cell].group; };
    kept_.clear();
    for (const Portion& portion : portions) {
      kept_.push_back(group_of(portion));
    }
    std::sort(kept_.begin(), kept_.end());
    kept_.erase(std::unique(kept_.begin(), kept_.end()), kept_.end());
    if (kept_.size() > terms_.groups_per_unit) {
      ++facts_.units_above_groups;
      things_.clear();
      for (const std::uint32_t group : kept_) {
        things_.push_back({{(*terms_.groups)[group]}, 1, group});
      }
      keep(unit, terms_.groups_per_unit);
      const auto rest = std::partition(portions.begin(), portions.end(), [&](const Portion& one) {
        return std::binary_search(kept_.begin(), kept_.end(), group_of(one));
      });
      portions = portions.first(static_cast<std::size_t>(rest - portions.begin()));
    }
    for (const std::uint32_t group : kept_) {
      ++units_[group];
    }
    return portions;
  }

  // Leaves the numbers of the things that are kept in kept_, ascending.
  void keep(std::string_view unit, std::uint64_t most) {
    keep_by_content(unit, static_cast<std::size_t>(most), things_);
    kept_.clear();
    for (std::size_t i = 0; i < most; ++i) {
      kept_.push_back(things_[i].number);
    }
    std::sort(kept_.begin(), kept_.end());
  }

  void add_limited(std::string_view unit, std::span<const Portion> portions) {
    if (portions.size() <= *terms_.items_per_unit) {
      for (const Portion& portion : portions) {
        limited_[portion.cell] += portion.amount();
      }
      return;
    }
    ++facts_.units_above_items;
    things_.clear();
    for (std::size_t i = 0; i < portions.size(); ++i) {
      const Cell cell = cell_of(portions[i].cell);
      const auto number = static_cast<std::uint32_t>(i);
      if (terms_.groups) {
        things_.push_back({{(*terms_.groups)[cell.group], item_names_[cell.item]}, 2, number});
      } else {
        things_.push_back({{item_names_[cell.item]}, 1, number});
      }
    }
    keep(unit, *terms_.items_per_unit);
    for (const std::uint32_t number : kept_) {
      limited_[portions[number].cell] += portions[number].amount();
    }
  }

  [[nodiscard]] Cell cell_of(std::uint32_t number) const {
    return terms_.groups ? tables_.cells[number] : Cell{0, number};
  }

  Tallies result() {
    std::vector<std::string> items;
    std::vector<std::uint32_t> places(item_names_.size());
    if (terms_.candidates) {
      items = *terms_.candidates;
      std::iota(places.begin(), places.end(), 0U);
    } else {
      items.reserve(places.size());
      for (const std::uint32_t number : in_byte_order(item_names_)) {
        places[number] = static_cast<std::uint32_t>(items.size());
        items.emplace_back(item_names_[number]);
      }
    }
    std::vector<Tallies::Entry> entries;
    for (std::size_t i = 0; i < scores_.size(); ++i) {
      if (seen_[i]) {
        const Cell cell = cell_of(static_cast<std::uint32_t>(i));
        entries.push_back({{cell.group, places[cell.item]},
                           clamped(scores_[i]),
                           terms_.items_per_unit ? clamped(limited_[i]) : 0});
      }
    }
    std::sort(entries.begin(), entries.end(), [](const auto& one, const auto& other) {
      return std::pair{one.cell.group, one.cell.item} <
             std::pair{other.cell.group, other.cell.item};
    });
    return {terms_.candidates ? Tallies::Items::listed : Tallies::Items::seen,
            std::move(items),
            terms_.items_per_unit ? Tallies::Limited::yes : Tallies::Limited::no,
            std::move(entries),
            std::move(units_),
            facts_};
  }

  const TallyTerms& terms_;
  TallyTables& tables_;
  TallyFacts facts_;
  std::vector<std::string_view> item_names_;
  std::vector<typename Portion::Total> scores_;
  std::vector<typename Portion::Total> limited_;
  std::vector<bool> seen_;           // cells that a unit has
  std::vector<std::int64_t> units_;  // of each group
  std::vector<NamedThing> things_;   // of the unit at hand
  std::vector<std::uint32_t> kept_;
};

}  // namespace

Tallies finish_tally(const TallyTerms& terms, TallyTables& tables, TallyFacts facts) {
  if (terms.clip) {
    return TallyFinish<SumPortion>{terms, tables, facts}.run();
  }
  return TallyFinish<CountPortion>{terms, tables, facts}.run();
}

}  // namespace discreet::cli
