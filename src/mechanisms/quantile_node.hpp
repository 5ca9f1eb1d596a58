#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "discreet/mechanisms/quantiles.hpp"
#include "numbers/rank_gap.hpp"
#include "selection/piece_round.hpp"

namespace discreet::detail {

/// Mass in units of one J-th of a share, J the places of a cell.
using Mass = UInt128;

/// The masses of a column spread evenly over the places of its cells, with sums from the left: place
/// p belongs to cell p / J, and carries what that cell's mass is in shares.
///
/// Requires  a column that require_column lets through for a grid of so many cells; places ≥ 1 and
///           cells · places ≤ 2^60. The column must outlive this.
/// Throws    Error{bad_parameter} of the number of places if not.
/// Cost      one sum per distinct cell, 8 bytes each.
/// Proof     proofs/mechanisms/quantile_node.md
class PlacedMass {
 public:
  PlacedMass(const MassColumn& column, std::uint64_t cells, std::uint64_t places);

  /// How many places a cell has.
  [[nodiscard]] std::uint64_t places() const noexcept { return places_; }
  /// How many places there are.
  [[nodiscard]] std::uint64_t end() const noexcept { return end_; }
  /// Of the whole column.
  [[nodiscard]] Mass total() const noexcept { return Mass{sums_.back()} * places_; }

  /// The mass of all places below this one.
  ///
  /// Requires  place ≤ end().
  [[nodiscard]] Mass before(std::uint64_t place) const;

  /// The least place before which there is so much mass.
  ///
  /// Requires  mass ≤ total().
  [[nodiscard]] std::uint64_t first_reaching(Mass mass) const;

 private:
  std::span<const std::uint64_t> cells_;
  std::vector<std::uint64_t> sums_;  ///< in shares, of the first 0, 1, … cells
  std::uint64_t places_;
  std::uint64_t end_;
};

/// The quantile num / den of the mass within a node.
struct RelativeQuantile {
  std::uint64_t num;
  std::uint64_t den;
};

/// The places begin … end − 1; the boundaries between them are begin … end.
struct PlaceInterval {
  std::uint64_t begin;
  std::uint64_t end;
};

/// What a node chooses among.
enum class NodeElement {
  boundary,  ///< begin … end
  cell,      ///< those that the interval's places belong to, or that its only boundary lies in
};

/// How far each element of a node lies from the quantile of the mass within it, in integers.
///
/// Law       gap(e) = max(den·low(e) − num·N, num·N − den·high(e)), where N is the mass within the
///           interval and low(e), high(e) are the parts of it before the element and not after it. It
///           is above 0 where the element's rank is off, by so much, and for a cell at or below 0
///           where it is not: the deeper the quantile lies within the cell's own mass, the lower. Up
///           to turn() − 1 it falls, from turn() on it rises (both in the wide sense).
/// Requires  begin ≤ end ≤ mass.end(); num ≤ den, den ≥ 1, and den · mass.total() below 2^126. The
///           mass must outlive this.
/// Throws    Error{bad_parameter} if not.
/// Proof     proofs/mechanisms/quantile_node.md
class NodeGaps {
 public:
  NodeGaps(const PlacedMass& mass, PlaceInterval interval, RelativeQuantile quantile,
           NodeElement element);

  [[nodiscard]] std::uint64_t first() const noexcept { return first_; }
  [[nodiscard]] std::uint64_t last() const noexcept { return last_; }
  [[nodiscard]] std::uint64_t turn() const noexcept { return turn_; }
  /// The least gap.
  [[nodiscard]] Int128 best() const noexcept { return best_; }
  [[nodiscard]] Int128 gap(std::uint64_t element) const;

  /// Of a gap, how much it is above the least.
  [[nodiscard]] UInt128 above_best(Int128 gap) const noexcept {
    return static_cast<UInt128>(gap - best_);
  }

  /// The first element past the turn whose gap is larger than this, or last() + 1.
  ///
  /// Requires  the gap of some element, plus 0 or more.
  [[nodiscard]] std::uint64_t right_of(Int128 gap) const;
  /// The first element whose gap is at most this, or turn().
  [[nodiscard]] std::uint64_t left_within(Int128 gap) const;

 private:
  [[nodiscard]] Mass low(std::uint64_t element) const;
  [[nodiscard]] Mass high(std::uint64_t element) const;
  [[nodiscard]] std::uint64_t first_low(Mass mass) const;
  [[nodiscard]] std::uint64_t first_high(Mass mass) const;

  const PlacedMass* mass_;
  PlaceInterval interval_;
  NodeElement element_;
  Mass base_;    ///< before the interval
  Mass within_;  ///< N
  UInt128 den_;
  UInt128 target_;  ///< num · N
  std::uint64_t first_;
  std::uint64_t last_;
  std::uint64_t turn_;
  Int128 best_;
};

/// The bits of W for a node of so many elements: W is more than four times as many, so that all
/// those of weight 1 together weigh less than a quarter of the best one.
unsigned node_bits(const NodeGaps& gaps);

/// A node's elements in pieces: from the turn outwards, each over a gap of ln 4 scales; the first
/// on either side whose weight is 1 takes the rest of its side.
///
/// Law       every element is in one piece; a piece weighs what its element of the least gap does.
/// Throws    Error{bad_parameter} for a scale that is not finite and above zero, and for more than 63
///           bits; Error{unsound_thread}.
/// Cost      at most bits/2 + 2 pieces on either side, whatever the column is; a few binary searches for
///           each.
/// Proof     proofs/mechanisms/quantile_node.md
PieceLine cut_node(const NodeGaps& gaps, const RankThreshold& threshold);

/// What choose_boundary and choose_cell have in common. An only element is chosen without a draw.
template <class Decide>
std::uint64_t choose_element(Decide& decide, const NodeGaps& gaps, double scale,
                             std::optional<unsigned> bits) {
  if (gaps.first() == gaps.last()) {
    return gaps.first();
  }
  const RankThreshold threshold{scale, bits.value_or(node_bits(gaps))};
  const PieceLine line = cut_node(gaps, threshold);
  return piece_round(
      decide, line, [&](std::uint64_t element) { return gaps.above_best(gaps.gap(element)); },
      threshold);
}

/// One selection by the exponential mechanism among the boundaries begin … end: the gap of c is
/// |den·μ[begin, c) − num·μ[begin, end)|, with μ the mass.
///
/// Law       c with probability proportional to e^(−gap(c)/scale), whatever `bits` is, which only a
///           test chooses.
/// Requires  as NodeGaps; a scale above zero, finite, in the integer units of the gap (the caller
///           refuses others); bits ≤ 63.
/// Throws    Error{bad_parameter} if not.
/// Cost      fewer than five proposals on average, whatever the column, the interval and the scale.
/// Proof     proofs/mechanisms/quantile_node.md
template <class Decide>
std::uint64_t choose_boundary(Decide& decide, const PlacedMass& mass, PlaceInterval interval,
                              RelativeQuantile quantile, double scale,
                              std::optional<unsigned> bits = {}) {
  return choose_element(decide, NodeGaps{mass, interval, quantile, NodeElement::boundary}, scale,
                        bits);
}

/// The same among the cells that the interval touches, with L the mass of the interval before the
/// cell and E that on it: the gap is max(den·L − num·N, num·N − den·(L + E)), below 0 within E.
/// Only mass within the interval counts. Without places (begin = end) the cell of that boundary is
/// chosen; at the end of all places it is the last one.
///
/// Proof     proofs/mechanisms/quantile_node.md
template <class Decide>
std::uint64_t choose_cell(Decide& decide, const PlacedMass& mass, PlaceInterval interval,
                          RelativeQuantile quantile, double scale,
                          std::optional<unsigned> bits = {}) {
  return choose_element(decide, NodeGaps{mass, interval, quantile, NodeElement::cell}, scale, bits);
}

}  // namespace discreet::detail
