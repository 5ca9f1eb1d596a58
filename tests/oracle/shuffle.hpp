#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include "entropy/system_bits.hpp"
#include "samplers/decisions.hpp"

namespace discreet {

/// Settles position `at` of a random order: one of the items from there on moves in, each equally
/// likely.
///
/// Law       after steps 0 ... j, the first j + 1 items are a uniform arrangement of j + 1 of the
///           items.
/// Requires  at < items.size().
/// Proof     proofs/samplers/shuffle.md
template <Decisions Decide, class Item>
void sample_shuffle_step(Decide& decide, std::span<Item> items, std::size_t at) {
  std::swap(items[at], items[at + decide.below(items.size() - at)]);
}

/// Puts the items into a uniformly random order.
///
/// Law       each of the n! orders with probability 1/n! exactly.
/// Proof     proofs/samplers/shuffle.md
template <Decisions Decide, class Item>
void sample_shuffle(Decide& decide, std::span<Item> items) {
  for (std::size_t at = 0; at < items.size(); ++at) {
    sample_shuffle_step(decide, items, at);
  }
}

/// The same with bits from the system's generator.
template <class Item>
void sample_shuffle(std::span<Item> items) {
  DrawnDecisions<SystemBits> decide{thread_bits()};
  sample_shuffle(decide, items);
}

}  // namespace discreet
