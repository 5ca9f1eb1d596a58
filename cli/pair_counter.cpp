#include "pair_counter.hpp"

#include <bit>
#include <limits>

#include "input_error.hpp"

namespace discreet::cli {
namespace {

// So many parts that the pairs of one stay in a cache while some are settled, up to a hundred million of all.
constexpr unsigned part_bits = 8;

}  // namespace

PairCounter::PairCounter(const std::vector<std::string>& candidates, UnitHash hash)
    : hash_(hash),
      place_bits_(static_cast<unsigned>(std::bit_width(candidates.size()))),
      parts_(std::size_t{1} << part_bits),
      counts_(candidates.size()) {
  if (candidates.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw InputError{"there are more than 2^32 - 1 candidates"};
  }
  for (Part& part : parts_) {
    part.waiting.reserve(WordSet::most_at_once);
  }
  candidates_.with([&](Places& places) {
    places.reserve(candidates.size());
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      // From 1 on, so that no pair is 0.
      places.emplace(candidates[i], static_cast<std::uint32_t>(i + 1));
    }
  });
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
  Part& part = parts_[number >> (64U - part_bits)];
  part.waiting.push_back(number << place_bits_ | place);
  if (part.waiting.size() == WordSet::most_at_once) {
    settle(part);
  }
}

void PairCounter::settle(Part& part) {
  const std::uint64_t places = (std::uint64_t{1} << place_bits_) - 1;
  part.pairs.insert(part.waiting, [&](std::uint64_t pair) { ++counts_[(pair & places) - 1]; });
  part.waiting.clear();
}

const std::vector<std::int64_t>& PairCounter::counts() {
  for (Part& part : parts_) {
    settle(part);
  }
  return counts_;
}

}  // namespace discreet::cli
