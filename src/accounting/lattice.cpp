#include "accounting/lattice.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "accounting/arguments.hpp"
#include "accounting/growths.hpp"
#include "accounting/laplace.hpp"
#include "accounting/two_point.hpp"

namespace discreet::detail {
namespace {

Reals reals_for(const LatticeCurve& curve) { return Reals{192 + 2 * bits_from_one(curve.unit)}; }

BigInterval point(const LatticeCurve& curve, const Reals& real, std::int64_t index) {
  return real(static_cast<double>(curve.first + index)) * real(curve.unit) /
         real(static_cast<double>(curve.cells));
}

double at(const LatticeCurve& curve, std::int64_t index) {
  return curve.values[static_cast<std::size_t>(index)];
}

std::int64_t last(const LatticeCurve& curve) {
  return static_cast<std::int64_t>(curve.values.size()) - 1;
}

}  // namespace

std::int64_t cell_of(const LatticeCurve& curve, double x) {
  require_epsilon(x);
  const double h = curve.unit / static_cast<double>(curve.cells);
  const double guess = std::floor(x / h) + 1 - static_cast<double>(curve.first);
  auto index = static_cast<std::int64_t>(std::clamp(guess, -1.0, static_cast<double>(last(curve))));
  const Fraction scaled =
      exact_fraction(std::min(x, std::numeric_limits<double>::max())) * exact_fraction(curve.cells);
  while (index >= 0 && exact_fraction(curve.first + index) * exact_fraction(curve.unit) > scaled) {
    --index;
  }
  require(index >= 0, bad_parameter, "epsilon must not be below where the lattice begins");
  return index;
}

double chord_above(const LatticeCurve& upper, double x) {
  const std::int64_t cell = cell_of(upper, x);
  const Reals real = reals_for(upper);
  const BigInterval left = real(at(upper, cell));
  if (cell == last(upper)) {
    return inf_double(left / real(lattice_scale));
  }
  const BigInterval right = real(at(upper, cell + 1));
  const BigInterval to_left = exp(point(upper, real, cell) - real(x));
  const BigInterval to_right = exp(point(upper, real, cell + 1) - real(x));
  // The chord falls, so more weight on the left is a greater bound.
  const double weight =
      std::clamp(inf_double((to_right - real(1)) / (to_right - to_left)), 0.0, 1.0);
  return inf_double((right + real(weight) * (left - right)) / real(lattice_scale));
}

double line_below(const LatticeCurve& lower, const LatticeCurve& upper, double x) {
  const std::int64_t near = cell_of(lower, x) + 1;
  if (near > last(lower)) {
    return 0;
  }
  const Reals real = reals_for(lower);
  const BigInterval value = real(at(lower, near));
  double bound = neg_inf_double(value / real(lattice_scale));
  // A far second point keeps the distance of the two bounds from being magnified.
  const std::int64_t far = std::min(near + 8, last(lower));
  if (far > near) {
    const BigInterval drop = value - real(at(upper, far));
    const BigInterval to_near = exp(point(lower, real, near) - real(x));
    const BigInterval to_far = exp(point(lower, real, far) - real(x));
    // To the left of x's cell by nothing or a rounding: then the line is not extended at all.
    if (mpfr_sgn(drop.lo.get()) > 0 && mpfr_cmp_ui(to_near.lo.get(), 1) > 0) {
      const BigInterval line = value + drop * (to_near - real(1)) / (to_far - to_near);
      bound = std::max(bound, neg_inf_double(line / real(lattice_scale)));
    }
  }
  return std::max(0.0, bound);
}

double least_x(const LatticeCurve& upper, double delta) {
  require_delta(delta);
  const double scaled = delta * lattice_scale;  // exact: a power of two
  const auto found = std::find_if(upper.values.begin(), upper.values.end(),
                                  [&](double bound) { return bound <= scaled; });
  if (found == upper.values.end()) {
    return std::numeric_limits<double>::infinity();
  }
  const Reals real = reals_for(upper);
  const BigInterval x = point(upper, real, found - upper.values.begin());
  if (found == upper.values.begin()) {
    return inf_double(x);
  }
  // The chord to the left reaches delta at this share of the cell.
  const BigInterval share =
      (real(scaled) - real(*found)) / (real(*std::prev(found)) - real(*found));
  const BigInterval h = real(upper.unit) / real(static_cast<double>(upper.cells));
  return std::max(0.0, inf_double(x + log(real(1) - share * (real(1) - exp(-h)))));
}

Mirror::Mirror(const Reals& real, const BigInterval& h, std::int64_t cells, Outward outward)
    : outward_(outward) {
  for (const double growth : growths(real, h, cells)) {  // e^jh - 1
    growths_outward.put(gain_, growth / (1 + growth) * lattice_scale);
    growths_outward.put(decay_, 1 / (1 + growth));
  }
}

void Mirror::upper(std::vector<double>& values) const {
  const std::size_t cells = gain_.upper.size() - 1;
  for (std::size_t j = 1; j <= cells; ++j) {
    values[cells - j] = outward_.inf(gain_.upper[j] + decay_.upper[j] * values[cells + j]);
  }
}

void Mirror::operator()(LatticeBounds& bounds) const {
  if (!bounds.upper.empty()) {
    upper(bounds.upper);
  }
  if (bounds.lower.empty()) {
    return;
  }
  const std::size_t cells = gain_.lower.size() - 1;
  for (std::size_t j = 1; j <= cells; ++j) {
    bounds.lower[cells - j] =
        outward_.neg_inf(gain_.lower[j] + decay_.lower[j] * bounds.lower[cells + j]);
  }
}

namespace {

constexpr const char* too_many_points = "a lattice must stay below 2^40 points";

// How many cells of a step, if there may be that many and so many steps.
std::int64_t checked_cells(std::uint64_t k, const Lattice& lattice) {
  require(k >= 2, bad_parameter, "a recursion needs two steps or more");
  require(lattice.cells >= 2 && lattice.cells <= 65536, bad_parameter,
          "a lattice needs 2 to 65536 cells");
  require(lattice.from >= 0 && lattice.from <= lattice.cut, bad_parameter,
          "a lattice must begin at a number not negative and not beyond its cut");
  require(static_cast<double>(k) * lattice.cells < 0x1p40, bad_parameter, too_many_points);
  return lattice.cells;
}

// Where the curve of fewer steps than all is below the tail already, so that it need not be computed there. Never
// earlier for more steps: what a stage leaves out, no stage before may have written.
class EarlyCuts {
 public:
  EarlyCuts(const Steps& all, double tail, double h, std::int64_t last) : last_(last) {
    if (tail == 0 || all.count < 64) {
      return;  // they cost more than they save
    }
    double most = 0;
    for (const std::uint64_t eighths : {1U, 2U, 4U, 6U}) {
      const std::array fewer{Steps{all.kind, all.parameter, all.count * eighths / 8}};
      // One cell more makes up for the rounding of h.
      most = std::max(most, std::ceil(renyi_to_epsilon(fewer, tail) / h) + 1);
      if (!(most < static_cast<double>(last))) {
        return;
      }
      ends_.push_back(
          {static_cast<std::int64_t>(fewer.front().count), static_cast<std::int64_t>(most)});
    }
  }

  [[nodiscard]] std::int64_t last_of(std::int64_t stage) const {
    for (const auto& [stages, last] : ends_) {
      if (stage <= stages) {
        return last;
      }
    }
    return last_;
  }

 private:
  struct End {
    std::int64_t stages;
    std::int64_t last;
  };

  std::int64_t last_;
  std::vector<End> ends_;
};

}  // namespace

template <class Step>
LatticeRecursion<Step>::LatticeRecursion(double parameter, std::uint64_t k, Lattice lattice,
                                         const Progress& progress)
    : parameter_(parameter), cells_(checked_cells(k, lattice)) {
  static_assert(LatticeStep<Step>);
  require(lattice.sides == Sides::both || Step::one_sided, bad_parameter,
          "these steps need the bounds of both sides");
  Step step{parameter, cells_};
  const auto stages = static_cast<std::int64_t>(k);
  const double h = parameter / static_cast<double>(cells_);
  require(lattice.from / h < 0x1p40, bad_parameter, too_many_points);
  // One cell more on either side makes up for the rounding of h.
  last_ = stages * cells_;
  double tail = 0;
  if (lattice.cut / h + 2 < static_cast<double>(last_)) {
    last_ = static_cast<std::int64_t>(std::ceil(lattice.cut / h)) + 1;
    const std::array steps{Steps{Step::kind, parameter, k}};
    tail = renyi_to_delta(steps, lattice.cut) * lattice_scale;
  }
  first_ = std::max<std::int64_t>(0, static_cast<std::int64_t>(std::floor(lattice.from / h)) - 1);
  first_ = std::min(first_, last_);

  const EarlyCuts cuts{{Step::kind, parameter, k}, tail / lattice_scale, h, last_};
  const auto size = static_cast<std::size_t>(last_ + 2 * cells_ + 1);
  const std::int64_t begun = std::min(cells_, last_) + 1;
  LatticeBounds bounds;
  if (lattice.sides != Sides::lower) {
    bounds.upper = std::vector<double>(size, tail);
    std::copy_n(step.first().upper.begin(), begun, bounds.upper.begin() + cells_);
  }
  if (lattice.sides != Sides::upper) {
    bounds.lower = std::vector<double>(size, 0);
    std::copy_n(step.first().lower.begin(), begun, bounds.lower.begin() + cells_);
  }
  step.mirror()(bounds);
  LatticeBounds next = bounds;
  for (std::int64_t stage = 2; stage <= stages; ++stage) {
    // Later stages look at most one step below their own least index.
    const std::int64_t begin = std::max<std::int64_t>(0, first_ - (stages - stage) * cells_);
    step.advance(bounds, next, begin, std::min(cuts.last_of(stage), stage * cells_));
    std::swap(bounds, next);
    step.mirror()(bounds);
    if (progress) {
      progress(static_cast<double>(stage) / static_cast<double>(stages));
    }
  }
  // The curve falls, so a bound holds to the right of its point as well.
  for (auto i = static_cast<std::size_t>(cells_ + first_) + 1;
       !bounds.upper.empty() && i <= static_cast<std::size_t>(cells_ + last_); ++i) {
    bounds.upper[i] = std::min(bounds.upper[i], bounds.upper[i - 1]);
  }
  bounds_ = std::move(bounds);
  lower_before_ = std::move(next.lower);
}

template <class Step>
LatticeCurve LatticeRecursion<Step>::known(const std::vector<double>& values) const {
  if (values.empty()) {
    return {parameter_, cells_, first_, {}};
  }
  return {parameter_, cells_, first_,
          std::span{values}.subspan(static_cast<std::size_t>(cells_ + first_),
                                    static_cast<std::size_t>(last_ - first_ + 1))};
}

template <class Step>
Bracket LatticeRecursion<Step>::delta(double epsilon) const {
  const LatticeEnd end{known(bounds_.upper), known(bounds_.lower),
                       LatticeCurve{parameter_, cells_, -cells_, lower_before_}};
  return {end.lower.values.empty() ? 0 : Step::lower_delta(end, epsilon),
          end.upper.values.empty() ? 1 : upper_delta(epsilon)};
}

template <class Step>
double LatticeRecursion<Step>::upper_delta(double epsilon) const {
  return chord_above(known(bounds_.upper), epsilon);
}

template <class Step>
double LatticeRecursion<Step>::epsilon(double delta) const {
  return least_x(known(bounds_.upper), delta);
}

template class LatticeRecursion<TwoPointStep>;
template class LatticeRecursion<LaplaceStep>;

}  // namespace discreet::detail
