#pragma once

#include <cstddef>
#include <cstdint>

#include "selection/shape.hpp"

namespace discreet::testing {

/// Blocks of `Block`, two children a node, one root: every kind of node on five scores.
template <std::size_t Block, unsigned Bits, std::size_t Drift>
struct Tiny : ::discreet::detail::Shape<Block, 2, 1, Bits, Drift> {
  static constexpr std::size_t batch = 1;
  static constexpr std::size_t patience = 0;  // a rejected block is opened at once
  static constexpr std::size_t heavy_patience = 0;
  // Few, so that rounds end by everyone's coin as well.
  static constexpr double flip_patience = 4.0;
  static constexpr double flip_spent(std::size_t /*batch*/, double /*chance*/) noexcept {
    return 1.0;
  }
};

/// The same, with blocks that stay closed: the bounds alone.
template <std::size_t Block, unsigned Bits, std::size_t Drift>
struct Closed : Tiny<Block, Bits, Drift> {
  static constexpr bool opens_blocks = false;
};

/// Rounds of permute-and-flip that may take long.
template <class S>
struct Lasting : S {
  static constexpr double flip_patience = 60.0;
};

/// Blocks that are opened only after some have rejected: what was rejected before decides.
template <std::size_t Block, unsigned Bits, std::size_t Drift>
struct Patient : Tiny<Block, Bits, Drift> {
  static constexpr std::size_t patience = 1;
  static constexpr std::size_t heavy_patience = 1;
};

/// Two proposals at a time.
template <std::size_t Block, unsigned Bits, std::size_t Drift>
struct Pairs : Tiny<Block, Bits, Drift> {
  static constexpr std::size_t batch = 2;
};

/// Two blocks that take turns in memory and share one sum, as those of a release do.
template <std::size_t Block, unsigned Bits, std::size_t Drift>
struct Turns : Tiny<Block, Bits, Drift> {
  static constexpr std::size_t lanes = 2;
  static constexpr std::size_t bundle = 2;
  static constexpr std::size_t small = 1;
};

/// The same, with blocks that keep only their best score, as those of a release from memory do.
template <std::size_t Block, unsigned Bits, std::size_t Drift>
struct Single : Turns<Block, Bits, Drift> {
  template <class T>
  static constexpr bool keeps_one(bool /*from_memory*/, std::size_t /*selections*/) noexcept {
    return true;
  }
};

/// Scores asked at random first, with one bit of their offsets, a few in vain and by twos; and blocks whose best has a twin.
template <std::size_t Block, unsigned Bits, std::size_t Drift>
struct Flat : Tiny<Block, Bits, Drift> {
  static constexpr std::size_t flat_gain = std::size_t{1} << 40;
  static constexpr std::size_t flat_batch = 2;
  static constexpr std::size_t flat_trial = 1;
  static constexpr std::size_t flat_patience(std::size_t /*blocks*/) noexcept { return 1; }
  static constexpr bool keeps_twins = true;
  static constexpr unsigned flat_bits(std::size_t /*n*/, unsigned bits) noexcept {
    return bits > 1 ? bits - 1 : bits;
  }
};

/// Scores asked at random first, by fours: a round goes on in the middle of what the last one drew.
template <std::size_t Block, unsigned Bits, std::size_t Drift>
struct FlatFours : Flat<Block, Bits, Drift> {
  static constexpr std::size_t flat_batch = 4;
};

/// Scores asked at random first, in two blocks that take turns in memory and share one sum.
template <std::size_t Block, unsigned Bits, std::size_t Drift>
struct FlatTurns : Flat<Block, Bits, Drift> {
  static constexpr std::size_t lanes = 2;
  static constexpr std::size_t bundle = 2;
  static constexpr std::size_t small = 1;
};

/// A list of the blocks near the best from the first round on, whether it pays or not, asked one by one and not for long.
template <std::size_t Block, unsigned Bits, std::size_t Drift>
struct NearBlocks : Flat<Block, Bits, Drift> {
  static constexpr std::size_t near_gain = std::size_t{1} << 40;
  static constexpr std::size_t near_debt = 0;
  static constexpr std::size_t near_trial = std::size_t{1} << 40;  // none of scores
  static constexpr std::size_t near_rounds = 1;
  static constexpr std::size_t near_share = 1;
  static constexpr unsigned near_slack = 0;
  static constexpr std::size_t near_in_vain = 3;
  static constexpr std::size_t near_few = 0;
  static constexpr std::size_t near_patience(std::size_t /*slots*/) noexcept { return 4; }
  static constexpr std::size_t flat_batch = 1;
};

/// The same, asked by twos: what one round leaves the next one takes.
template <std::size_t Block, unsigned Bits, std::size_t Drift>
struct NearPairs : NearBlocks<Block, Bits, Drift> {
  static constexpr std::size_t flat_batch = 2;
  static constexpr unsigned flat_bits(std::size_t /*n*/, unsigned /*bits*/) noexcept { return 1; }
};

/// The same, asked by fours.
template <std::size_t Block, unsigned Bits, std::size_t Drift>
struct NearFours : NearPairs<Block, Bits, Drift> {
  static constexpr std::size_t flat_batch = 4;
};

/// The same in two blocks that take turns in memory and share one sum.
template <std::size_t Block, unsigned Bits, std::size_t Drift>
struct NearTurns : NearBlocks<Block, Bits, Drift> {
  static constexpr std::size_t lanes = 2;
  static constexpr std::size_t bundle = 2;
  static constexpr std::size_t small = 1;
};

/// A list of the best scores from the first round on, of one more than there are rounds.
template <std::size_t Block, unsigned Bits, std::size_t Drift>
struct NearBest : NearBlocks<Block, Bits, Drift> {
  static constexpr std::size_t near_sparse = 0;
  static constexpr std::size_t near_debt = std::size_t{1} << 40;  // none of blocks
  static constexpr std::size_t near_trial = 0;
  static constexpr std::size_t near_margin = 1;
};

/// The same, asked by twos and a little longer.
template <std::size_t Block, unsigned Bits, std::size_t Drift>
struct NearBestPairs : NearBest<Block, Bits, Drift> {
  static constexpr std::size_t near_patience(std::size_t /*slots*/) noexcept { return 6; }
  static constexpr std::size_t flat_batch = 2;
  static constexpr unsigned flat_bits(std::size_t /*n*/, unsigned /*bits*/) noexcept { return 1; }
};

/// Releases' own lanes and bundles in short blocks, with weights so small that all positions can be tried.
template <class T>
struct Listed : ::discreet::detail::Shape<4, 64, 1, 12, 8, 64 / sizeof(T), 8 / sizeof(T), 16> {
  static constexpr std::size_t near_sparse = 0;
  static constexpr std::size_t near_gain = std::size_t{1} << 40;
  static constexpr std::size_t near_share = 1;
  static constexpr unsigned near_slack = 1;
  static constexpr std::size_t near_margin = 3;
};

}  // namespace discreet::testing
