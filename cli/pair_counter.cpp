#include "pair_counter.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <system_error>

#include "input_error.hpp"

namespace discreet::cli {
namespace {

// So many parts that the pairs of one stay in a cache while some are settled, up to a hundred million of all.
constexpr unsigned part_bits = 8;
constexpr std::size_t part_count = std::size_t{1} << part_bits;
// Threads are woken for so many words at once.
constexpr std::size_t load_words = 1UL << 14U;

}  // namespace

PairCounter::PairCounter(const std::vector<std::string>& candidates, CountingRoom room,
                         UnitHash hash)
    : hash_(hash),
      place_bits_(static_cast<unsigned>(std::bit_width(candidates.size()))),
      waiting_(part_count) {
  if (candidates.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw InputError{"there are more than 2^32 - 1 candidates"};
  }
  for (auto& waiting : waiting_) {
    waiting.reserve(WordSet::most_at_once);
  }
  candidates_.with([&](Places& places) {
    places.reserve(candidates.size());
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      // From 1 on, so that no pair is 0.
      places.emplace(candidates[i], static_cast<std::uint32_t>(i + 1));
    }
  });
  const std::size_t lanes = std::clamp<std::size_t>(room.threads, 2, part_count) - 1;
  for (std::size_t i = 0; i < lanes; ++i) {
    lanes_.push_back(std::make_unique<Lane>(PairSets{
        (part_count + lanes - 1) / lanes, candidates.size(), place_bits_, room.bytes / lanes}));
  }
  if (room.threads > 1) {
    begin_threads();
  }
}

void PairCounter::begin_threads() {
  for (auto& lane : lanes_) {
    try {
      lane->thread = std::make_unique<WorkerThread>([sets = &lane->sets](const Load& load) {
        for (std::span<const std::uint64_t> rest{load}; !rest.empty();
             rest = rest.subspan(2 + rest[1])) {
          sets->settle(rest[0], rest.subspan(2, rest[1]));
        }
      });
    } catch (const std::system_error&) {
      return;
    }
  }
}

void PairCounter::add(std::string_view unit, std::string_view item) {
  const std::uint32_t place = candidates_.with([&](const Places& places) {
    const auto listed = places.find(item);
    return listed == places.end() ? 0 : listed->second;
  });
  if (place == 0) {
    return;
  }
  const std::uint64_t number = hash_(unit);
  const std::size_t part = number >> (64U - part_bits);
  waiting_[part].push_back(number << place_bits_ | place);
  if (waiting_[part].size() == WordSet::most_at_once) {
    settle(part);
  }
}

void PairCounter::settle(std::size_t part) {
  std::vector<std::uint64_t>& waiting = waiting_[part];
  Lane& lane = *lanes_[part % lanes_.size()];
  const std::size_t place = part / lanes_.size();
  if (lane.thread) {
    lane.load.push_back(place);
    lane.load.push_back(waiting.size());
    lane.load.insert(lane.load.end(), waiting.begin(), waiting.end());
    if (lane.load.size() >= load_words) {
      lane.thread->give(lane.load);
    }
  } else {
    lane.sets.settle(place, waiting);
  }
  waiting.clear();
}

std::vector<std::int64_t> PairCounter::finish() {
  for (std::size_t part = 0; part < part_count; ++part) {
    settle(part);
  }
  std::vector<std::int64_t> counts;
  for (auto& lane : lanes_) {
    if (lane->thread) {
      lane->thread->give(lane->load);
      lane->thread->drain();
    }
    const std::vector<std::int64_t>& some = lane->sets.finish();
    counts.resize(some.size());
    std::transform(counts.begin(), counts.end(), some.begin(), counts.begin(), std::plus<>{});
  }
  return counts;
}

}  // namespace discreet::cli
