#include "mechanisms/competing_items.hpp"

#include <algorithm>
#include <functional>

namespace discreet::detail {
namespace {

constexpr std::int64_t clamped(std::int64_t count) noexcept {
  return std::clamp(count, std::int64_t{0}, GradedTable::greatest_count);
}

// Of so many times the places a sample is looked at before all counts are read.
constexpr std::size_t sample_factor = 32;

// A number that at least `places` of the counts reach, near the cut where that is cheap to find.
std::int64_t reached_by(std::span<const std::int64_t> counts, std::size_t places) {
  const std::size_t stride = counts.size() / places / sample_factor;
  if (stride < 2) {
    return 0;
  }
  std::vector<std::int64_t> sample;
  sample.reserve(counts.size() / stride + 1);
  for (std::size_t i = 0; i < counts.size(); i += stride) {
    sample.push_back(clamped(counts[i]));
  }
  const auto last = sample.begin() + static_cast<std::ptrdiff_t>(places - 1);
  std::nth_element(sample.begin(), last, sample.end(), std::greater<>{});
  return *last;
}

// So many counts are looked at together, since nearly all of them are below the cut.
constexpr std::size_t block = 32;

// Whether a count may be above the cut; never no where one is.
bool may_pass(std::span<const std::int64_t> part, std::int64_t cut) {
  // cut - count has its sign bit set for every count above the cut, which is not negative. (One far below zero may
  // set it too.) Unlike a comparison of 64-bit integers every vector unit can do that.
  std::uint64_t any = 0;
  for (const std::int64_t count : part) {
    any |= static_cast<std::uint64_t>(cut) - static_cast<std::uint64_t>(count);
  }
  return any >> 63U != 0;
}

struct Seen {
  std::int64_t count;
  std::size_t position;
};

}  // namespace

std::vector<CompetingItem> items_above_strict_cut(std::span<const std::int64_t> counts,
                                                  std::uint64_t limit) {
  std::int64_t cut = 0;
  std::vector<Seen> seen;
  if (counts.size() <= limit) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      seen.push_back({clamped(counts[i]), i});
    }
  } else {
    const std::size_t places = static_cast<std::size_t>(limit) + 1;
    // At every time at least `places` counts reach the cut, and all counts above it that were read are in `seen`.
    cut = reached_by(counts, places);
    const auto raise = [&] {
      const auto last = seen.begin() + static_cast<std::ptrdiff_t>(limit);
      std::nth_element(seen.begin(), last, seen.end(),
                       [](const Seen& a, const Seen& b) { return a.count > b.count; });
      cut = last->count;
      std::erase_if(seen, [&](const Seen& one) { return one.count <= cut; });
    };
    const std::size_t room = 2 * places + 1024;
    seen.reserve(std::min(room, counts.size()));
    for (std::size_t begin = 0; begin < counts.size(); begin += block) {
      const auto part = counts.subspan(begin, std::min(block, counts.size() - begin));
      if (!may_pass(part, cut)) {
        continue;
      }
      for (std::size_t i = 0; i < part.size(); ++i) {
        if (part[i] > cut) {
          seen.push_back({clamped(part[i]), begin + i});
          if (seen.size() >= room) {
            raise();
          }
        }
      }
    }
    if (seen.size() >= places) {
      raise();
    }
  }
  std::vector<CompetingItem> out;
  for (const auto& [count, position] : seen) {
    if (count > cut) {
      out.push_back({position, static_cast<std::uint64_t>(count - cut)});
    }
  }
  std::ranges::sort(out, {}, &CompetingItem::position);
  return out;
}

namespace {

void compete_above(std::uint64_t floor, const GradedTable& table,
                   std::span<const std::int64_t> counts, Competition& out) {
  const auto cut = static_cast<std::int64_t>(floor);
  const auto competes = [&](std::int64_t count) { return count > cut; };
  const auto size = static_cast<std::size_t>(std::ranges::count_if(counts, competes));
  out.scores.reserve(size + 1);
  out.positions.reserve(size);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (competes(counts[i])) {
      out.scores.push_back(table.score(static_cast<std::uint64_t>(clamped(counts[i]) - cut)));
      out.positions.push_back(i);
    }
  }
}

}  // namespace

Competition compete(const GradedTable& table, const LimitedDomain& how,
                    std::span<const std::int64_t> counts) {
  Competition out;
  if (how.limit) {
    for (const auto& [position, above] : items_above_strict_cut(counts, *how.limit)) {
      out.scores.push_back(table.score(above));
      out.positions.push_back(position);
    }
  } else {
    compete_above(how.floor, table, counts, out);
  }
  out.scores.push_back(0);
  return out;
}

std::vector<std::size_t> listed(const Competition& competition, std::span<const std::size_t> won) {
  std::vector<std::size_t> out;
  for (const std::size_t winner : won) {
    if (winner == competition.positions.size()) {
      break;  // what came after it would tell of items that chance has not let in
    }
    out.push_back(competition.positions[winner]);
  }
  return out;
}

}  // namespace discreet::detail
