#include <algorithm>
#include <cstddef>
#include <limits>

#include "accounting/lattice_point.hpp"
#include "accounting/strategy_rows.hpp"
#include "accounting/two_point.hpp"

namespace discreet::detail {
namespace {

// So many points have strategies that are nearly the same.
constexpr std::int64_t row = 64;

}  // namespace

// One stage, some points at a time.
class TwoPointStep::Rows {
 public:
  Rows(const TwoPointStep& step, const LatticeBounds& before, LatticeBounds& after)
      : step_(step), tables_(step.tables_), cells_(step.cells_), before_(before), after_(after) {}

  // The points from first to last; best is a guess of the first one's best strategy, and then the last one's.
  void make(std::int64_t first, std::int64_t last, std::int64_t& best) {
    at_ = static_cast<std::size_t>(cells_ + first);
    count_ = last - first + 1;
    std::fill_n(after_.upper.begin() + offset(), count_, 0.0);
    std::fill_n(after_.lower.begin() + offset(), count_, 0.0);
    const std::int64_t from = climbed(0, best);
    best = climbed(count_ - 1, from);
    const auto [low, high] = std::minmax(from, best);
    // A strategy that is some cells away from the best is worth less by more than what those up to twice as far may
    // add, so that a few wide looks end most searches.
    constexpr std::int64_t reach = 4;
    const std::int64_t first_near = std::max<std::int64_t>(0, low - reach);
    const std::int64_t last_near = std::min(cells_, high + reach);
    raise_upper(first_near, last_near);
    raise_lower(first_near, last_near);
    for (std::int64_t j = high + reach, next = 0; j < cells_; j = next) {
      next = std::min(cells_, j + (j - high) * 5 / 4);
      look(j, next);
    }
    for (std::int64_t j = low - reach, next = 0; j > 0; j = next) {
      next = std::max<std::int64_t>(0, j - (low - j) * 5 / 4);
      look(next, j);
    }
  }

 private:
  [[nodiscard]] std::ptrdiff_t offset() const { return static_cast<std::ptrdiff_t>(at_); }

  // The lattice strategy that a climb from another one ends at.
  [[nodiscard]] std::int64_t climbed(std::int64_t i, std::int64_t from) const {
    double peak = 0;
    LatticePoint{tables_, cells_, before_.upper.data() + offset() + i}.climb(from, peak);
    return from;
  }

  // To all strategies from one to another, those between them too.
  void raise_upper(std::int64_t first, std::int64_t last) {
    raise_to_best({tables_.upper_stay.data(), tables_.upper_leap.data(), cells_, first, last},
                  before_.upper.data() + at_, step_.more_.data() + at_, after_.upper.data() + at_,
                  count_);
  }

  // To those of the lattice, any of which will do.
  void raise_lower(std::int64_t first, std::int64_t last) {
    raise_to_best({tables_.lower_stay.data(), tables_.lower_leap.data(), cells_, first, last},
                  before_.lower.data() + at_, step_.none_.data() + at_, after_.lower.data() + at_,
                  count_);
  }

  // Raises both where it may matter.
  void look(std::int64_t first, std::int64_t last) {
    const auto width = static_cast<std::size_t>(last - first);
    if (may_be_worth_more(
            {tables_.upper_stay.data(), tables_.upper_leap.data(), cells_, first, last},
            {tables_.upper_rise[width], tables_.upper_fall[width], tables_.lower_fall[width]},
            before_.upper.data() + at_, after_.upper.data() + at_, count_)) {
      raise_upper(first, last);
      raise_lower(first, last);
    }
  }

  const TwoPointStep& step_;
  const TwoPointTables& tables_;
  std::int64_t cells_;
  const LatticeBounds& before_;
  LatticeBounds& after_;
  std::size_t at_ = 0;
  std::int64_t count_ = 0;
};

void TwoPointStep::advance(const LatticeBounds& before, LatticeBounds& after, std::int64_t begin,
                           std::int64_t end) {
  // What lies between strategies j and j + 1 at a point i is between the values i - j - 1 and i - j, whichever i it is.
  none_.resize(before.upper.size(), 0.0);
  more_.resize(before.upper.size());
  more_[static_cast<std::size_t>(begin)] = 0;
  for (std::int64_t m = begin - cells_ + 1; m <= end; ++m) {
    const auto at = static_cast<std::size_t>(cells_ + m);
    const double added = LatticePoint{tables_, cells_, before.upper.data() + at}.excess(0, 1);
    more_[at - 1] = std::max(more_[at - 1], added);
    more_[at] = added;
  }
  Rows rows{*this, before, after};
  std::int64_t best = cells_ / 2;
  for (std::int64_t first = begin; first <= end; first += row) {
    rows.make(first, std::min(end, first + row - 1), best);
  }
  // The curve falls, so a bound holds to the right of its point as well.
  double ceiling = std::numeric_limits<double>::infinity();
  for (std::int64_t i = begin; i <= end; ++i) {
    const auto at = static_cast<std::size_t>(cells_ + i);
    ceiling = std::min(ceiling, two_point_outward.inf(after.upper[at]));
    after.upper[at] = ceiling;
    after.lower[at] = two_point_outward.neg_inf(after.lower[at]);
  }
}

}  // namespace discreet::detail
