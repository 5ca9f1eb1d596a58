#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>

namespace discreet::detail {

/// The sizes the engine is built with; law tests take tiny ones, so that every case is reached.
///
/// Requires  Block ≥ 1; Fan ≥ 2, a multiple of Lanes and of Bundle; Bundle ≤ 64; Small ≥ 1;
///           Roots ≥ 1; WeightBits ≤ 48.
template <std::size_t Block, std::size_t Fan = 64, std::size_t Roots = 1024,
          unsigned WeightBits = 48, std::size_t Drift = 8, std::size_t Lanes = 1,
          std::size_t Bundle = 1, std::size_t Small = Block>
struct Shape {
  static_assert(Fan % Lanes == 0 && Fan % Bundle == 0, "a node must hold whole groups of blocks");

  static constexpr std::size_t block = Block;          ///< scores per block
  static constexpr std::size_t fan = Fan;              ///< children per node
  static constexpr std::size_t roots = Roots;          ///< at most so many roots
  static constexpr unsigned weight_bits = WeightBits;  ///< W = 2^this, or less for large inputs
  static constexpr std::size_t drift = Drift;    ///< rebase when the best weighs less per score
  static constexpr std::size_t lanes = Lanes;    ///< blocks whose scores take turns in memory
  static constexpr std::size_t bundle = Bundle;  ///< neighbouring blocks that share one sum
  static constexpr std::size_t small = Small;    ///< so many scores need no tree

  /// As many levels as 2^64 scores would have.
  static constexpr std::size_t most_levels = 64 / (std::bit_width(Fan) - 1) + 2;

  static constexpr std::size_t batch = 8;      ///< proposals whose scores are fetched together
  static constexpr std::size_t patience = 16;  ///< rejections per block before all are opened
  static constexpr std::size_t heavy_patience =
      Block / 4;                              ///< and by all blocks before a heavy one is
  static constexpr bool opens_blocks = true;  ///< else a block keeps its bound
  static constexpr std::size_t trial = 8;     ///< nodes opened before it is asked whether that pays
  static constexpr std::size_t flat_gain =
      0;  ///< so much less does a score asked at random cost than a position of the tree; 0: none is asked
  static constexpr std::size_t flat_batch = 128;  ///< such scores at a time, at most
  static constexpr std::size_t flat_trial =
      32;  ///< after so many in vain roots above other nodes are opened
  static constexpr bool keeps_twins =
      false;  ///< whether a block that loses one of two best that are equal stays as it is
  /// So many in vain are enough, and for each round won by one as many again: the fewer blocks there are, the less does
  /// it cost to open them.
  static constexpr std::size_t flat_patience(std::size_t blocks) noexcept {
    return std::clamp<std::size_t>(blocks / 8, 16, 320);
  }
  /// How many bits of an offset are drawn with the score: both together are an integer below 2^27 for fewer than 2^24
  /// scores, and of more scores the whole offset is.
  static constexpr unsigned flat_bits(std::size_t n, unsigned bits) noexcept {
    const auto size_bits = static_cast<unsigned>(std::bit_width(n));
    return std::min(bits, size_bits > 24 ? bits : 27 - size_bits);
  }
  static constexpr std::size_t near_gain =
      0;  ///< so much less does a score of a list of near ones cost than a position of the tree; 0: there is no list
  static constexpr unsigned near_slack =
      4;  ///< a list's best may fall by as many halvings of its weight before the list ends
  /// No list of more than one in so many blocks: so that it takes little memory beside the scores.
  static constexpr std::size_t near_share = std::max<std::size_t>(4, Lanes / 4);
  static constexpr std::size_t near_most = 256;  ///< rounds that a list of scores is made for
  static constexpr std::size_t near_sparse =
      2;  ///< blocks for each score that is to be listed, at least
  static constexpr std::size_t near_draws = 256;  ///< blocks listed for each round to come, at most
  static constexpr std::size_t near_margin = 20;  ///< scores listed beyond those that will win
  static constexpr std::size_t near_debt =
      64;  ///< scores asked in vain before one of blocks is made
  static constexpr std::size_t near_rounds = 16;  ///< fewer are not worth a list
  static constexpr std::size_t near_trial =
      4;  ///< rounds won in the tree before one of scores is made
  static constexpr std::size_t near_in_vain =
      128;  ///< asked in vain in a round on average, and the list ends
  static constexpr std::size_t near_few = 64;  ///< or, where fewer blocks than these are listed,
  static constexpr std::size_t near_few_in_vain = 40;  ///< so many
  /// So many in vain in one round, and no more are asked at random.
  static constexpr std::size_t near_patience(std::size_t slots) noexcept {
    return 64 * slots + 1024;
  }
  /// After proposals of a permute-and-flip round that should have named a best score so often the scores have changed, or
  /// it is a chance below e^−64.
  static constexpr double flip_patience = 64.0;
  /// What a batch of proposals takes of that, each of which names a best score with this chance.
  static constexpr double flip_spent(std::size_t proposals, double chance) noexcept {
    return static_cast<double>(proposals) * chance;
  }
  static constexpr std::size_t most_batches = 1U
                                              << 14;  ///< after so many the scores are read again

  /// Whether blocks of scores of type T keep only their best. From memory finding and writing a second takes up to a
  /// tenth of the reading, which the proposals that it would spare do not where selections are few.
  template <class T>
  static constexpr bool keeps_one(bool from_memory, std::size_t selections) noexcept {
    return from_memory && selections <= 4 * sizeof(T);
  }

  /// log2 of W: the total stays below 2^63 whatever the scores are.
  static constexpr unsigned bits_for(std::size_t n) noexcept {
    const auto size_bits = static_cast<unsigned>(std::bit_width(n));
    return std::min(WeightBits, size_bits >= 62 ? 0U : 62U - size_bits);
  }
};

/// What releases use: a row of a group is a cache line, so that a vector's lanes are blocks of their
/// own, and blocks of 64 scores, so that no proposal is accepted less often than one in about 32. Scores are asked at
/// random where that is quicker.
template <class T>
struct DefaultShape : Shape<64, 64, 64, 48, 8, 64 / sizeof(T), 8 / sizeof(T), 256> {
  static constexpr std::size_t flat_gain = 12;
  static constexpr std::size_t near_gain = 12;
  static constexpr bool keeps_twins = true;
};

/// Which scores a block holds: a group is `block` rows of `lanes` scores, and its blocks are the
/// columns, so that block b holds every lanes-th score of its group.
///
/// Law       index(b, j) over all b < blocks(n) and j < size(b, n) is every index below n once;
///           block_of and place_of invert it. The blocks g·lanes … (g + 1)·lanes − 1 hold the scores
///           g·block·lanes … (g + 1)·block·lanes − 1, as far as there are any.
/// Proof     proofs/selection/read.md
template <class S>
struct Layout {
  static constexpr std::size_t group = S::block * S::lanes;

  /// Whole groups of blocks; the last ones may be short, or empty.
  static constexpr std::size_t blocks(std::size_t n) noexcept {
    return (n + group - 1) / group * S::lanes;
  }
  static constexpr std::size_t block_of(std::size_t i) noexcept {
    return i / group * S::lanes + i % S::lanes;
  }
  static constexpr std::size_t place_of(std::size_t i) noexcept { return i % group / S::lanes; }
  static constexpr std::size_t index(std::size_t block, std::size_t place) noexcept {
    return block / S::lanes * group + place * S::lanes + block % S::lanes;
  }
  static constexpr std::size_t size(std::size_t block, std::size_t n) noexcept {
    const std::size_t first = index(block, 0);
    return first >= n ? 0 : std::min(S::block, (n - first - 1) / S::lanes + 1);
  }
};

}  // namespace discreet::detail
