#include "mechanisms/quantile_node.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "discreet/error.hpp"
#include "discreet/numbers/rounding.hpp"

namespace discreet::detail {

namespace {

UInt128 ceiling_quotient(UInt128 a, UInt128 b) {
  const UInt128 floor = a / b;  // the one slow step: a remainder would take it again
  return floor * b == a ? floor : floor + 1;
}

}  // namespace

PlacedMass::PlacedMass(const MassColumn& column, std::uint64_t cells, std::uint64_t places)
    : cells_(column.cells), sums_(column.cells.size() + 1), places_(places), end_(cells * places) {
  constexpr std::uint64_t most_places = std::uint64_t{1} << 60U;
  require(places >= 1 && cells >= 1 && cells <= most_places / places, bad_parameter,
          "a grid must have at least one place and at most 2^60");
  std::partial_sum(column.masses.begin(), column.masses.end(), sums_.begin() + 1);
}

Mass PlacedMass::before(std::uint64_t place) const {
  const std::uint64_t cell = place / places_;
  const auto at = std::lower_bound(cells_.begin(), cells_.end(), cell);
  const auto i = static_cast<std::size_t>(at - cells_.begin());
  const Mass sum = Mass{sums_[i]} * places_;
  if (at == cells_.end() || *at != cell) {
    return sum;
  }
  return sum + Mass{sums_[i + 1] - sums_[i]} * (place % places_);
}

std::uint64_t PlacedMass::first_reaching(Mass mass) const {
  if (mass == 0) {
    return 0;
  }
  const auto shares = static_cast<std::uint64_t>(ceiling_quotient(mass, places_));
  const auto at = std::lower_bound(sums_.begin(), sums_.end(), shares);
  const auto i = static_cast<std::size_t>(at - sums_.begin()) - 1;
  // The cell's own places reach it, each by what the cell has in shares.
  const Mass missing = mass - Mass{sums_[i]} * places_;
  return cells_[i] * places_ +
         static_cast<std::uint64_t>(ceiling_quotient(missing, sums_[i + 1] - sums_[i]));
}

NodeGaps::NodeGaps(const PlacedMass& mass, PlaceInterval interval, RelativeQuantile quantile,
                   NodeElement element)
    : mass_(&mass), interval_(interval), element_(element), den_(quantile.den) {
  require(interval.begin <= interval.end && interval.end <= mass.end(), bad_parameter,
          "a node's interval must lie on the grid's places");
  constexpr UInt128 most = UInt128{1} << 126U;
  require(quantile.den >= 1 && quantile.num <= quantile.den && mass.total() < most / quantile.den,
          bad_parameter, "a node's quantile must be a fraction from 0 to 1 of few digits");
  base_ = mass.before(interval.begin);
  within_ = mass.before(interval.end) - base_;
  target_ = quantile.num * within_;
  if (element == NodeElement::boundary) {
    first_ = interval.begin;
    last_ = interval.end;
  } else {
    // The last boundary of all lies in no cell.
    const std::uint64_t begin = std::min(interval.begin, mass.end() - 1);
    first_ = begin / mass.places();
    last_ = (interval.begin < interval.end ? interval.end - 1 : begin) / mass.places();
  }
  turn_ = first_high(ceiling_quotient(target_, den_));
  best_ = gap(turn_);
  if (turn_ > first_) {
    best_ = std::min(best_, gap(turn_ - 1));
  }
}

Mass NodeGaps::low(std::uint64_t element) const {
  if (element_ == NodeElement::boundary) {
    return mass_->before(element) - base_;
  }
  return mass_->before(std::clamp(element * mass_->places(), interval_.begin, interval_.end)) -
         base_;
}

Mass NodeGaps::high(std::uint64_t element) const {
  return element_ == NodeElement::boundary ? low(element) : low(element + 1);
}

std::uint64_t NodeGaps::first_low(Mass mass) const {
  if (mass == 0) {
    return first_;
  }
  if (mass > within_) {
    return last_ + 1;
  }
  const std::uint64_t place = mass_->first_reaching(base_ + mass);
  return element_ == NodeElement::boundary ? place : (place - 1) / mass_->places() + 1;
}

std::uint64_t NodeGaps::first_high(Mass mass) const {
  if (mass == 0) {
    return first_;
  }
  const std::uint64_t above = first_low(mass);
  return element_ == NodeElement::boundary ? above : above - 1;
}

Int128 NodeGaps::gap(std::uint64_t element) const {
  const auto target = static_cast<Int128>(target_);
  const auto before = static_cast<Int128>(den_ * low(element));
  if (element_ == NodeElement::boundary) {
    return before >= target ? before - target : target - before;
  }
  return std::max(before - target, target - static_cast<Int128>(den_ * high(element)));
}

std::uint64_t NodeGaps::right_of(Int128 gap) const {
  // No gap is below −target_; modulo 2^128 the sum is right for those below 0 too.
  return first_low((target_ + static_cast<UInt128>(gap)) / den_ + 1);
}

std::uint64_t NodeGaps::left_within(Int128 gap) const {
  const auto target = static_cast<Int128>(target_);
  return gap >= target ? first_
                       : first_high(ceiling_quotient(static_cast<UInt128>(target - gap), den_));
}

unsigned node_bits(const NodeGaps& gaps) {
  return static_cast<unsigned>(std::bit_width(gaps.last() - gaps.first() + 1)) + 2;
}

PieceLine cut_node(const NodeGaps& gaps, const RankThreshold& threshold) {
  require_sound_arithmetic();
  require(threshold.scale > 0.0 && std::isfinite(threshold.scale), bad_parameter,
          "the scale of a quantile must be finite and above zero");
  require(threshold.bits <= 63, bad_parameter, "weights must have at most 63 bits");
  // A piece may be cut anywhere: this decides how many there are, and how many proposals are made.
  constexpr double ln4 = 0x1.62e42fefa39efp+0;
  const auto step = static_cast<Int128>(std::min(threshold.scale * ln4, 0x1p126));
  PieceLine line;
  for (std::uint64_t first = gaps.turn(); first <= gaps.last();) {
    const Int128 gap = gaps.gap(first);
    const std::uint64_t weight = threshold.weight(gaps.above_best(gap));
    const std::uint64_t end = weight == 1 ? gaps.last() + 1 : gaps.right_of(gap + step);
    line.add({first, end - first, weight});
    first = end;
  }
  for (std::uint64_t end = gaps.turn(); end > gaps.first();) {
    const Int128 gap = gaps.gap(end - 1);
    const std::uint64_t weight = threshold.weight(gaps.above_best(gap));
    const std::uint64_t first = weight == 1 ? gaps.first() : gaps.left_within(gap + step);
    line.add({first, end - first, weight});
    end = first;
  }
  return line;
}

}  // namespace discreet::detail
