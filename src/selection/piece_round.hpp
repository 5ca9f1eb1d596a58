#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <mpfr.h>

#include "numbers/big_interval.hpp"
#include "numbers/exp_enclosure.hpp"
#include "numbers/interval.hpp"
#include "numbers/rank_gap.hpp"
#include "numbers/score_gap.hpp"

namespace discreet::detail {

/// How thresholds are counted: θ = W·e^(−gap/scale) for a gap to the best element, W = 2^bits.
///
/// Requires  a finite scale above zero; bits ≤ 63.
struct RankThreshold {
  double scale;
  unsigned bits;

  /// An integer that is at least θ.
  ///
  /// Law       from 1 to W; W for the gap 0.
  /// Proof     proofs/selection/piece_round.md
  [[nodiscard]] std::uint64_t weight(UInt128 gap) const noexcept {
    const double bound =
        ExpOfMinus<RankGap>{RankGap{gap, scale}}.quick().hi * power_of_two(std::int64_t{bits});
    const auto whole = static_cast<std::uint64_t>(bound);
    return std::max<std::uint64_t>(whole + (static_cast<double>(whole) < bound ? 1 : 0), 1);
  }
};

/// θ − offset: a ComputableReal.
///
/// Requires  offset ≤ 2^63.
/// Proof     proofs/selection/piece_round.md
class RankExcess {
 public:
  RankExcess(const RankThreshold& threshold, UInt128 gap, std::uint64_t offset)
      : p_(RankGap{gap, threshold.scale}), bits_(threshold.bits), offset_(offset) {}

  [[nodiscard]] Interval quick() {
    const double most = power_of_two(std::int64_t{bits_});
    const Interval p = p_.quick();
    // Times a power of two no double rounds on the way up.
    return Interval{p.lo * most, p.hi * most} - enclosing_doubles(offset_);
  }

  [[nodiscard]] BigInterval enclose(mpfr_prec_t precision) {
    return p_.enclose(precision) * BigInterval::of(std::uint64_t{1} << bits_, precision) -
           BigInterval::of(offset_, precision);
  }

 private:
  ExpOfMinus<RankGap> p_;
  unsigned bits_;
  std::uint64_t offset_;
};

/// Neighbouring elements of one weight: each owns the offsets 0 … weight − 1.
struct Piece {
  std::uint64_t first;
  std::uint64_t count;
  std::uint64_t weight;
};

/// What a position stands for.
struct PieceProposal {
  std::uint64_t element;
  std::uint64_t offset;
};

/// Pieces beside each other on the line of positions: count · weight positions each.
///
/// Law       propose is one-to-one from the positions below total() onto the pairs of an element and
///           an offset below its piece's weight.
/// Requires  pieces that share no element, none of them empty or of weight 0; less than 2^128
///           positions.
/// Proof     proofs/selection/piece_round.md
class PieceLine {
 public:
  void add(const Piece& piece) {
    pieces_.push_back(piece);
    ends_.push_back(total() + UInt128{piece.count} * piece.weight);
  }

  [[nodiscard]] UInt128 total() const noexcept { return ends_.empty() ? UInt128{0} : ends_.back(); }
  [[nodiscard]] std::span<const Piece> pieces() const noexcept { return pieces_; }

  [[nodiscard]] PieceProposal propose(UInt128 position) const {
    const auto end = std::upper_bound(ends_.begin(), ends_.end(), position);
    const auto i = static_cast<std::size_t>(end - ends_.begin());
    const Piece& piece = pieces_[i];
    const UInt128 rest = i == 0 ? position : position - ends_[i - 1];
    return {piece.first + static_cast<std::uint64_t>(rest / piece.weight),
            static_cast<std::uint64_t>(rest % piece.weight)};
  }

 private:
  std::vector<Piece> pieces_;
  std::vector<UInt128> ends_;
};

/// One selection by the exponential mechanism over the elements of pieces: propose a position, keep
/// its element with probability θ − offset, else propose again.
///
/// Law       element e with probability proportional to e^(−gap(e)/scale), whatever the pieces are.
/// Requires  at least one piece; a weight of at least θ for every element; gap(e) ≥ 0, and 0 for
///           some element.
/// Cost      total()/Σθ proposals on average.
/// Proof     proofs/selection/piece_round.md
template <class Decide, class Gap>
std::uint64_t piece_round(Decide& decide, const PieceLine& line, const Gap& gap,
                          const RankThreshold& threshold) {
  for (;;) {
    decide.checkpoint(std::span<const std::size_t>{});
    const PieceProposal proposal = line.propose(decide.below_wide(line.total()));
    RankExcess excess{threshold, gap(proposal.element), proposal.offset};
    if (decide.less(excess)) {
      decide.record_winner(proposal.element);
      return proposal.element;
    }
  }
}

}  // namespace discreet::detail
