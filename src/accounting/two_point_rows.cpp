#include <algorithm>
#include <cstddef>
#include <limits>

#include "accounting/strategy_rows.hpp"
#include "accounting/two_point.hpp"

namespace discreet::detail {
namespace {

// So many points have strategies that are nearly the same.
constexpr std::int64_t row = 64;

}  // namespace

class TwoPointRows::Row {
 public:
  // Values before and after, at index 0; those of one side need not be asked for.
  struct Places {
    const double* upper_before;
    double* upper;
    const double* lower_before;
    double* lower;
  };

  Row(const TwoPointRows& rows, const Places& places)
      : rows_(rows), tables_(rows.tables_), cells_(rows.cells_), places_(places) {}

  // The best lattice strategy at a point: a climb does not find it where most are worth nothing.
  [[nodiscard]] std::int64_t best_at(std::int64_t point) const {
    const Worth worth = worth_at(point);
    std::int64_t best = 0;
    for (std::int64_t j = 1; j <= cells_; ++j) {
      best = worth(j) > worth(best) ? j : best;
    }
    return best;
  }

  // The points from first to last; best is a guess of the first one's best strategy, and then the last one's.
  void make(std::int64_t first, std::int64_t last, std::int64_t& best) {
    at_ = first;
    count_ = last - first + 1;
    if (places_.lower != nullptr) {
      std::fill_n(places_.lower + at_, count_, 0.0);
    }
    if (places_.upper == nullptr) {
      make_lower(last, best);
      return;
    }
    const std::int64_t from = climbed(first, best);
    best = climbed(last, from);
    const auto [low, high] = std::minmax(from, best);
    std::fill_n(places_.upper + at_, count_, 0.0);
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
  // From below any strategies will do: those around the best ones of some of the points.
  void make_lower(std::int64_t last, std::int64_t& best) {
    constexpr std::int64_t apart = 16;
    constexpr std::int64_t reach = 2;
    best = climbed(at_, best);
    std::int64_t low = best;
    std::int64_t high = best;
    for (std::int64_t point = at_; point < last;) {
      point = std::min(point + apart, last);
      best = climbed(point, best);
      low = std::min(low, best);
      high = std::max(high, best);
    }
    raise_lower(std::max<std::int64_t>(0, low - reach), std::min(cells_, high + reach));
  }

  // What lattice strategies are worth at a point.
  struct Worth {
    const double* stay;
    const double* leap;
    const double* values;
    std::int64_t cells;

    double operator()(std::int64_t j) const {
      return stay[j] * values[-j] + leap[j] * values[cells - j];
    }
  };

  // By the bounds of the one side that there is, or of the upper one.
  [[nodiscard]] Worth worth_at(std::int64_t point) const {
    return places_.upper != nullptr ? Worth{tables_.upper_stay.data(), tables_.upper_leap.data(),
                                            places_.upper_before + point, cells_}
                                    : Worth{tables_.lower_stay.data(), tables_.lower_leap.data(),
                                            places_.lower_before + point, cells_};
  }

  // The lattice strategy that a climb from another one ends at: its neighbours are worth no more.
  [[nodiscard]] std::int64_t climbed(std::int64_t point, std::int64_t from) const {
    const Worth worth = worth_at(point);
    double peak = worth(from);
    for (double next = 0; from < cells_ && (next = worth(from + 1)) > peak; ++from) {
      peak = next;
    }
    for (double next = 0; from > 0 && (next = worth(from - 1)) > peak; --from) {
      peak = next;
    }
    return from;
  }

  // From above to all strategies from one to another, those between them too; from below to those of the lattice.
  void raise(std::int64_t first, std::int64_t last) {
    raise_to_best({tables_.upper_stay.data(), tables_.upper_leap.data(), cells_, first, last},
                  places_.upper_before + at_, rows_.more_.data() + cells_ + at_,
                  places_.upper + at_, count_);
    if (places_.lower != nullptr) {
      raise_lower(first, last);
    }
  }
  void raise_lower(std::int64_t first, std::int64_t last) {
    raise_to_best({tables_.lower_stay.data(), tables_.lower_leap.data(), cells_, first, last},
                  places_.lower_before + at_, nullptr, places_.lower + at_, count_);
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
  double* const more = more_.data() + begin;  // of the value begin - cells, and those after it
  const std::int64_t last = end - begin + cells_;
  more[0] = 0;
  added_in_cells({tables_.upper_rise[1], tables_.upper_fall[1], tables_.lower_fall[1]},
                 before + begin - cells_ + 1, cells_, more + 1, last);
  for (std::int64_t m = 0; m < last; ++m) {
    more[m] = std::max(more[m], more[m + 1]);
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

void TwoPointRows::advance(const LatticeBounds& before, LatticeBounds& after, std::int64_t begin,
                           std::int64_t end) {
  const bool above = !before.upper.empty();
  const bool below = !before.lower.empty();
  if (above) {
    find_more(before.upper.data() + cells_, begin, end);
  }
  Row one{*this,
          {above ? before.upper.data() + cells_ : nullptr,
           above ? after.upper.data() + cells_ : nullptr,
           below ? before.lower.data() + cells_ : nullptr,
           below ? after.lower.data() + cells_ : nullptr}};
  std::int64_t best = one.best_at(begin);
  for (std::int64_t first = begin; first <= end; first += row) {
    one.make(first, std::min(end, first + row - 1), best);
  }
  const auto from = static_cast<std::size_t>(cells_ + begin);
  const auto to = static_cast<std::size_t>(cells_ + end);
  // The curve falls, so a bound holds to the right of its point as well.
  double ceiling = std::numeric_limits<double>::infinity();
  for (std::size_t at = from; above && at <= to; ++at) {
    ceiling = std::min(ceiling, two_point_outward.inf(after.upper[at]));
    after.upper[at] = ceiling;
  }
  for (std::size_t at = from; below && at <= to; ++at) {
    after.lower[at] = two_point_outward.neg_inf(after.lower[at]);
  }
}

}  // namespace discreet::detail
