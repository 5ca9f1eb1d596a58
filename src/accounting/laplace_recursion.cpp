#include "accounting/laplace_recursion.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "accounting/arguments.hpp"
#include "accounting/lattice_curve.hpp"
#include "accounting/reals.hpp"
#include "accounting/renyi.hpp"
#include "accounting/two_point_tables.hpp"
#include "accounting/window_sums.hpp"

namespace discreet {
namespace {

using detail::inf_double;
using detail::lattice_scale;
using detail::neg_inf_double;
using detail::Reals;

enum class Side { above, below };

double rounded(const BigInterval& x, Side side) {
  return side == Side::above ? inf_double(x) : std::max(0.0, neg_inf_double(x));
}

// One side of the bracket: a step's weights and the curve of the stages so far.
class Sided {
 public:
  Sided(double step, std::int64_t cells, std::int64_t last, double tail, Side side)
      : side_(side),
        real_{192 + 2 * detail::places(step)},
        step_(real_(step)),
        h_(step_ / real_(static_cast<double>(cells))),
        cells_(static_cast<std::size_t>(cells)),
        sums_(window(static_cast<double>(cells - 1))),
        slack_(static_cast<double>(8 * cells + 64) * 0x1p-53) {
    // From above the atoms of the chords, from below Laplace's own.
    const BigInterval atom =
        side == Side::above ? real_(1) / (real_(1) + exp(-(h_ / real_(2)))) : real_(0.5);
    const BigInterval bend = side == Side::above ? exp(h_ / real_(2)) : exp(h_);
    const BigInterval density =
        side == Side::above ? (bend - real_(1)) / (bend + real_(1))                 // tanh(h / 4)
                            : (bend - real_(1)) / (real_(2) * exp(h_ / real_(2)));  // sinh(h / 2)
    near_ = rounded(atom, side);
    far_ = rounded(atom * exp(-step_), side);
    inner_ = rounded(density * exp(-(step_ / real_(2))), side);
    values.assign(static_cast<std::size_t>(last) + 2 * cells_ + 1, 0.0);
    std::fill(values.end() - cells, values.end(), tail);
    next_ = values;
    for (std::size_t j = 0; j <= cells_; ++j) {
      const BigInterval decay = exp(-(real_(static_cast<double>(j)) * h_));
      decay_.push_back(rounded(decay, side));
      gain_.push_back(rounded(real_(lattice_scale) * (real_(1) - decay), side));
      if (j < cells_ && j <= static_cast<std::size_t>(last)) {
        const BigInterval first =
            real_(1) - exp((real_(static_cast<double>(j)) * h_ - step_) / real_(2));
        values[cells_ + j] = rounded(real_(lattice_scale) * first, side);
      }
    }
    mirror();
  }

  void advance(std::size_t end) {
    sums_(values, next_);
    for (std::size_t i = cells_; i <= cells_ + end; ++i) {
      const double sum =
          near_ * values[i - cells_] + (inner_ * next_[i] + far_ * values[i + cells_]);
      next_[i] = settled(sum);
    }
    std::copy(next_.begin() + static_cast<std::ptrdiff_t>(cells_),
              next_.begin() + static_cast<std::ptrdiff_t>(cells_ + end + 1),
              values.begin() + static_cast<std::ptrdiff_t>(cells_));
    mirror();
  }

  std::vector<double> values;

 private:
  [[nodiscard]] detail::Window window(double reach) const {
    const double stride = side_ == Side::above ? 1 : 2;
    const auto power = [&](double l) { return rounded(exp(real_(l) * h_ / real_(2)), side_); };
    return {static_cast<std::size_t>(reach),
            static_cast<std::size_t>(stride),
            power(stride),
            power(-stride),
            power(reach),
            power(-reach)};
  }

  [[nodiscard]] double settled(double value) const {
    if (side_ == Side::above) {
      return value * (1 + slack_) + 0x1p-900;
    }
    return std::max(0.0, value * (1 - slack_) - 0x1p-900);
  }

  // Fills the indices below zero by f(-x) = 1 - e^-x + e^-x f(x).
  void mirror() {
    for (std::size_t j = 1; j <= cells_; ++j) {
      values[cells_ - j] = settled(gain_[j] + decay_[j] * values[cells_ + j]);
    }
  }

  Side side_;
  Reals real_;
  BigInterval step_;
  BigInterval h_;
  std::size_t cells_;
  detail::WindowSums sums_;
  double slack_;
  double near_ = 0;
  double far_ = 0;
  double inner_ = 0;
  std::vector<double> gain_;
  std::vector<double> decay_;
  std::vector<double> next_;
};

}  // namespace

LaplaceRecursion::LaplaceRecursion(double epsilon_step, std::uint64_t k, std::uint32_t cells,
                                   double cut, const Progress& progress)
    : step_(epsilon_step), cells_(cells) {
  require(epsilon_step >= 1e-100 && epsilon_step <= 100, bad_parameter,
          "a lattice needs an epsilon from 1e-100 to 100");
  require(k >= 2, bad_parameter, "a recursion needs two steps or more");
  require(cells >= 2 && cells <= 65536 && cells % 2 == 0, bad_parameter,
          "a lattice needs an even number of cells from 2 to 65536");
  require(cut >= 0, bad_parameter, "a lattice must be cut at a number not negative");
  require(static_cast<double>(k) * cells < 0x1p40, bad_parameter,
          "a lattice must stay below 2^40 points");
  const double h = epsilon_step / cells;
  last_ = static_cast<std::int64_t>(k) * cells_;
  double tail = 0;
  if (cut / h + 2 < static_cast<double>(last_)) {
    // One cell more makes up for the rounding of h.
    last_ = static_cast<std::int64_t>(std::ceil(cut / h)) + 1;
    const std::array steps{detail::Steps{detail::StepKind::laplace, epsilon_step, k}};
    tail = detail::renyi_to_delta(steps, cut) * lattice_scale;
  }
  Sided upper{epsilon_step, cells_, last_, tail, Side::above};
  Sided lower{epsilon_step, cells_, last_, 0, Side::below};
  for (std::uint64_t stage = 2; stage <= k; ++stage) {
    const auto end =
        static_cast<std::size_t>(std::min(last_, static_cast<std::int64_t>(stage) * cells_));
    upper.advance(end);
    lower.advance(end);
    if (progress) {
      progress(static_cast<double>(stage) / static_cast<double>(k));
    }
  }
  upper_ = std::move(upper.values);
  // The curve falls, so a bound holds to the right of its point as well.
  for (std::size_t i = static_cast<std::size_t>(cells_) + 1;
       i <= static_cast<std::size_t>(cells_ + last_); ++i) {
    upper_[i] = std::min(upper_[i], upper_[i - 1]);
  }
  lower_ = std::move(lower.values);
}

Bracket LaplaceRecursion::delta(double epsilon) const {
  const auto size = static_cast<std::size_t>(last_ + 1);
  const detail::LatticeCurve upper{step_, cells_, 0, {upper_.data() + cells_, size}};
  const detail::LatticeCurve lower{step_, cells_, 0, {lower_.data() + cells_, size}};
  return {detail::line_below(lower, upper, epsilon), detail::chord_above(upper, epsilon)};
}

double LaplaceRecursion::epsilon(double delta) const {
  const auto size = static_cast<std::size_t>(last_ + 1);
  return detail::least_x({step_, cells_, 0, {upper_.data() + cells_, size}}, delta);
}

}  // namespace discreet
