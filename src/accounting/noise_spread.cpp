#include "accounting/noise_spread.hpp"

#include <algorithm>
#include <cmath>

#include "accounting/reals.hpp"
#include "discreet/accounting/amount.hpp"
#include "discreet/error.hpp"
#include "numbers/exp_enclosure.hpp"
#include "numbers/interval.hpp"

namespace discreet::detail {
namespace {

constexpr double exact_up_to = 0x1p12;
constexpr double cells_per_spread = 0x1p10;

double inf_product(double a, double b) { return next_up(a * b); }
double inf_sum(double a, double b) { return next_up(a + b); }

/// e^(-x / scale) or e^(-x^2 / (2 scale)), enclosed.
Interval weight(IntegerNoise::Shape shape, Interval rate, std::int64_t x) {
  const Interval size = enclosing_doubles(static_cast<std::uint64_t>(x));
  switch (shape) {
    case IntegerNoise::Shape::laplace:
      return exp_enclosure(-(size * rate));
    case IntegerNoise::Shape::gaussian:
      return exp_enclosure(-(size * size * rate));
  }
  throw Error{bug, "must specify the shape of the noise"};
}

struct Geometry {
  double spread;  ///< b or sigma, nearly
  double reach;   ///< where the rest is negligible, nearly
  Fraction rate;  ///< what x or its square is multiplied with in the exponent
};

Geometry geometry_of(const IntegerNoise& noise, double negligible) {
  // As many e-folds more than asked for, so that what is past the cells plays no part.
  const double folds = 28 - std::log(negligible);
  const double scale = noise.scale.get_d();
  switch (noise.shape) {
    case IntegerNoise::Shape::laplace:
      return {scale, scale * folds, 1 / noise.scale};
    case IntegerNoise::Shape::gaussian:
      return {std::sqrt(scale), std::sqrt(2 * scale * folds), 1 / (2 * noise.scale)};
  }
  throw Error{bug, "must specify the shape of the noise"};
}

}  // namespace

NoiseTails::NoiseTails(const IntegerNoise& noise, double negligible) {
  require_sound_arithmetic();
  const Geometry geometry = geometry_of(noise, negligible);
  if (geometry.spread > exact_up_to) {
    width_ = static_cast<std::int64_t>(std::ceil(geometry.spread / cells_per_spread));
  }
  const auto width = static_cast<double>(width_);
  const auto n = static_cast<std::size_t>(std::max(1.0, std::ceil(geometry.reach / width)));
  const Interval rate = enclosing_doubles(geometry.rate);
  const auto at = [&](std::size_t i) {
    return weight(noise.shape, rate, width_ * static_cast<std::int64_t>(i));
  };
  std::vector<Interval> weights(n);
  for (std::size_t i = 0; i < n; ++i) {
    weights[i] = at(i);
  }
  // Each weight is at most so many times the one before it, from here on.
  const double past = at(n).hi;
  const double ratio = next_up(past / weights[n - 1].lo);
  require(ratio < 1, bug, "the weights of integer noise must fall");
  // Sums over i, i + 1, …
  std::vector<Interval> sums(n + 1);
  sums[n] = {0.0, next_up(past / next_down(1 - ratio))};
  for (std::size_t i = n; i-- > 0;) {
    sums[i] = weights[i] + sums[i + 1];
  }
  const Interval one = weights[0];
  const Interval all{(one + 2 * width * sums[1]).lo, (2 * width * sums[0] - one).hi};
  mass_.resize(n);
  from_above_.resize(n + 1);
  not_below_.resize(n + 1);
  for (std::size_t i = 0; i < n; ++i) {
    mass_[i] = (width * weights[i] / all).hi;
    from_above_[i] = std::min(1.0, (width * sums[i] / all).hi);
    not_below_[i] = next_up(1 - ((weights[i] + width * sums[i + 1]) / all).lo);
  }
  from_above_[n] = (width * sums[n] / all).hi;
  not_below_[n] = 1;
  end_ = width_ * static_cast<std::int64_t>(n);
}

NoiseSpread::NoiseSpread(const IntegerNoise& noise, const Fraction& least)
    : tails_(noise, neg_inf_double_of(least)) {}

NoiseSpread::NoiseSpread(const IntegerNoise& noise, const IntegerNoise& other, std::uint64_t factor,
                         const Fraction& least)
    : tails_(noise, neg_inf_double_of(least)),
      other_(NoiseTails{other, neg_inf_double_of(least)}),
      factor_(factor) {}

template <class Int>
double NoiseSpread::inf_sum_beyond(Int q, Int factor) const {
  const Int width = other_->width();
  const std::size_t cells = other_->cells();
  double sum = 2 * other_->inf_rest();
  // The value of a cell that helps the sum most: its last above zero, its first below, where zero is not counted again.
  Int above = factor * (width - 1);
  Int below = factor * (width > 1 ? 1 : 0);
  for (std::size_t i = 0; i < cells; ++i) {
    double parts = tails_.inf_at_least(q + 1 - above);
    if (width > 1 || i > 0) {
      parts = inf_sum(parts, tails_.inf_at_least(q + 1 + below));
    }
    sum = inf_sum(sum, inf_product(other_->inf_mass(i), parts));
    above += factor * width;
    below = factor * width * static_cast<Int>(i + 1);
  }
  return 2 * sum;
}

double NoiseSpread::inf_beyond(Wide q) const {
  // Both noises are symmetric: twice P(Z + factor Z' >= q + 1).
  if (!other_) {
    return 2 * tails_.inf_at_least(q + 1);
  }
  const Wide reach = q + factor_ * (Wide{other_->end()} + other_->width());
  return reach < (Wide{1} << 62)
             ? inf_sum_beyond(static_cast<std::int64_t>(q), static_cast<std::int64_t>(factor_))
             : inf_sum_beyond(q, factor_);
}

Wide NoiseSpread::quantile(const Fraction& alpha) const {
  const double allowed = neg_inf_double_of(alpha);
  // In q this is nearly a straight line, so that the line through two points soon meets the end.
  const auto height = [](double beyond) { return std::sqrt(-std::log(std::min(beyond, 1.0))); };
  struct Point {
    double q;
    double height;
  };
  Wide past = -1;
  Wide fits = Wide{tails_.end()} + (other_ ? factor_ * other_->end() : Wide{0});
  const double least = inf_beyond(fits);
  require(least <= allowed, bug, "integer noise must have a quantile");
  Point before{-1, 0};
  Point last{static_cast<double>(fits), height(least)};
  for (int steps = 0; fits - past > 1; ++steps) {
    const double guess = std::ceil(last.q + (height(allowed) - last.height) * (last.q - before.q) /
                                                (last.height - before.height));
    const bool usable =
        steps < 12 && guess > static_cast<double>(past) && guess <= static_cast<double>(fits);
    const Wide q = usable ? std::clamp(static_cast<Wide>(guess), past + 1, fits - 1)
                          : past + (fits - past) / 2;
    const double beyond = inf_beyond(q);
    (beyond <= allowed ? fits : past) = q;
    before = last;
    last = {static_cast<double>(q), height(beyond)};
  }
  return fits;
}

}  // namespace discreet::detail
