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

class TwoPointRows::Row {
 public:
  // Values before and after, at index 0; lower ones need not be asked for.
  struct Places {
    const double* upper_before;
    double* upper;
    const double* lower_before;
    double* lower;
  };

  Row(const TwoPointRows& rows, const Places& places)
      : rows_(rows), tables_(rows.tables_), cells_(rows.cells_), places_(places) {}

  // The points from first to last; best is a guess of the first one's best strategy, and then the last one's.
  void make(std::int64_t first, std::int64_t last, std::int64_t& best) {
    at_ = first;
    count_ = last - first + 1;
    std::fill_n(places_.upper + at_, count_, 0.0);
    if (places_.lower != nullptr) {
      std::fill_n(places_.lower + at_, count_, 0.0);
    }
    const std::int64_t from = climbed(0, best);
    best = climbed(count_ - 1, from);
    const auto [low, high] = std::minmax(from, best);
    // A strategy that is some cells away from the best is worth less by more than what those up to twice as far may
    // add, so that a few wide looks end most searches.
    constexpr std::int64_t reach = 4;
    raise(std::max<std::int64_t>(0, low - reach), std::min(cells_, high + reach));
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
  // The lattice strategy that a climb from another one ends at.
  [[nodiscard]] std::int64_t climbed(std::int64_t i, std::int64_t from) const {
    double peak = 0;
    LatticePoint{tables_, cells_, places_.upper_before + at_ + i}.climb(from, peak);
    return from;
  }

  // From above to all strategies from one to another, those between them too; from below to those of the lattice, any
  // of which will do.
  void raise(std::int64_t first, std::int64_t last) {
    raise_to_best({tables_.upper_stay.data(), tables_.upper_leap.data(), cells_, first, last},
                  places_.upper_before + at_, rows_.more_.data() + cells_ + at_,
                  places_.upper + at_, count_);
    if (places_.lower != nullptr) {
      raise_to_best({tables_.lower_stay.data(), tables_.lower_leap.data(), cells_, first, last},
                    places_.lower_before + at_, nullptr, places_.lower + at_, count_);
    }
  }

  // Raises where it may matter.
  void look(std::int64_t first, std::int64_t last) {
    const auto width = static_cast<std::size_t>(last - first);
    if (may_be_worth_more(
            {tables_.upper_stay.data(), tables_.upper_leap.data(), cells_, first, last},
            {tables_.upper_rise[width], tables_.upper_fall[width], tables_.lower_fall[width]},
            places_.upper_before + at_, places_.upper + at_, count_)) {
      raise(first, last);
    }
  }

  const TwoPointRows& rows_;
  const TwoPointTables& tables_;
  std::int64_t cells_;
  Places places_;
  std::int64_t at_ = 0;
  std::int64_t count_ = 0;
};

void TwoPointRows::find_more(const double* before, std::int64_t begin, std::int64_t end) {
  // What lies between strategies j and j + 1 at a point i is between the values i - j - 1 and i - j, whichever i it is.
  more_.resize(std::max(more_.size(), static_cast<std::size_t>(end + 2 * cells_ + 1)));
  more_[static_cast<std::size_t>(begin)] = 0;
  for (std::int64_t m = begin - cells_ + 1; m <= end; ++m) {
    const auto at = static_cast<std::size_t>(cells_ + m);
    const double added = LatticePoint{tables_, cells_, before + m}.excess(0, 1);
    more_[at - 1] = std::max(more_[at - 1], added);
    more_[at] = added;
  }
}

void TwoPointRows::upper(const double* before, double* after, std::int64_t end) {
  find_more(before, 0, end);
  Row one{*this, {before, after, nullptr, nullptr}};
  std::int64_t best = cells_ / 2;
  for (std::int64_t first = 0; first <= end; first += row) {
    one.make(first, std::min(end, first + row - 1), best);
  }
  for (std::int64_t i = 0; i <= end; ++i) {
    after[i] = two_point_outward.inf(after[i]);
  }
}

void TwoPointRows::both(const LatticeBounds& before, LatticeBounds& after, std::int64_t begin,
                        std::int64_t end) {
  find_more(before.upper.data() + cells_, begin, end);
  Row one{*this,
          {before.upper.data() + cells_, after.upper.data() + cells_, before.lower.data() + cells_,
           after.lower.data() + cells_}};
  std::int64_t best = cells_ / 2;
  for (std::int64_t first = begin; first <= end; first += row) {
    one.make(first, std::min(end, first + row - 1), best);
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
