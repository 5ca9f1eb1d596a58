#include "tallies.hpp"

#include <numeric>
#include <utility>

namespace discreet::cli {

Tallies::Tallies(Items kind, std::vector<std::string> items, Limited limited,
                 std::vector<Entry> entries, std::vector<std::int64_t> units, TallyFacts facts)
    : kind_(kind),
      limited_(limited),
      items_(std::move(items)),
      entries_(std::move(entries)),
      begins_(units.size() + 1),
      units_(std::move(units)),
      facts_(facts) {
  for (const Entry& entry : entries_) {
    ++begins_[entry.cell.group + 1];
  }
  std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
}

TallyTable Tallies::table(std::size_t group) const {
  const std::size_t begin = begins_.at(group);
  const std::size_t end = begins_.at(group + 1);
  const bool limited = limited_ == Limited::yes;
  TallyTable out;
  out.units = units_[group];
  if (kind_ == Items::listed) {
    out.items.resize(items_.size());
    std::iota(out.items.begin(), out.items.end(), 0U);
  } else {
    out.items.reserve(end - begin);
    for (std::size_t i = begin; i < end; ++i) {
      out.items.push_back(entries_[i].cell.item);
    }
  }
  out.scores.resize(out.items.size());
  out.limited.resize(limited ? out.items.size() : 0);
  for (std::size_t i = begin; i < end; ++i) {
    const std::size_t place = kind_ == Items::listed ? entries_[i].cell.item : i - begin;
    out.scores[place] = entries_[i].score;
    if (limited) {
      out.limited[place] = entries_[i].limited;
    }
  }
  return out;
}

}  // namespace discreet::cli
