#include "pair_sets.hpp"

#include <algorithm>

namespace discreet::cli {

void PairSets::insert(std::size_t part, std::span<const std::uint64_t> pairs) {
  WordSet& set = parts_[part];
  const std::size_t before = set.bytes();
  set.insert(pairs, [&](std::uint64_t pair) { ++counts_[(pair & places_) - 1]; });
  bytes_ += set.bytes() - before;
}

void PairSets::settle(std::size_t part, std::span<const std::uint64_t> pairs) {
  if (!spilled_ && bytes_ >= most_bytes_) {
    spilled_ = std::make_unique<SpillFile>(parts_.size());
  }
  if (!spilled_) {
    insert(part, pairs);
    return;
  }
  for (const std::uint64_t pair : pairs) {
    if (!parts_[part].contains(pair)) {
      spilled_->add(part, pair);
    }
  }
}

const std::vector<std::int64_t>& PairSets::finish() {
  if (!spilled_) {
    return counts_;
  }
  // What is in them is counted, and nothing of it is in the file.
  parts_.assign(parts_.size(), WordSet{});
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    spilled_->take(part, [&](std::span<const std::uint64_t> pairs) {
      while (!pairs.empty()) {
        const std::size_t some = std::min(pairs.size(), WordSet::most_at_once);
        insert(part, pairs.first(some));
        pairs = pairs.subspan(some);
      }
    });
    parts_[part] = {};
  }
  return counts_;
}

}  // namespace discreet::cli
