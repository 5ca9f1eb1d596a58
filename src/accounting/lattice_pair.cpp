#include "accounting/lattice_pair.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <utility>

#include "accounting/lattice.hpp"
#include "accounting/reals.hpp"
#include "discreet/numbers/fraction.hpp"

namespace discreet::detail {
namespace {

// Makes up for that many roundings of sums and products of numbers that are not negative.
double raised(double value, std::size_t roundings) {
  return value * (1 + static_cast<double>(roundings + 4) * 0x1p-52);
}

// What underflow may take from all products of one convolution together.
constexpr double underflow = 0x1p-1000;

// Weights below this slow the machine down and add nothing.
constexpr double too_small = 0x1p-700;

// e^-h and 1 - e^-h, rounded both ways.
struct Decay {
  explicit Decay(double h) {
    const Reals real{128 + 2 * bits_from_one(h)};
    const BigInterval power = exp(-real(h));
    upper = inf_double(power);
    lower = neg_inf_double(power);
    upper_gain = inf_double(real(1) - power);
    lower_gain = neg_inf_double(real(1) - power);
  }

  double upper, lower, upper_gain, lower_gain;
};

}  // namespace

LatticePair LatticePair::above(double h, std::span<const double> curve) {
  const std::size_t n = curve.size() - 1;
  const Decay decay{h};
  const Reals real{128 + 2 * bits_from_one(h)};
  const BigInterval each = exp(-real(h));
  BigInterval power = real(1);
  // Bounds at -n to n: the curve falls, and below 0 it is its own mirror.
  std::vector<double> bounds(2 * n + 1);
  std::vector<double> decays{1};
  bounds[n] = std::min(1.0, curve[0]);
  for (std::size_t j = 1; j <= n; ++j) {
    power = power * each;
    decays.push_back(inf_double(power));
    const double gain = inf_double(real(1) - power);
    bounds[n + j] = std::min(bounds[n + j - 1], curve[j]);
    bounds[n - j] = std::min(1.0, raised(gain + decays[j] * bounds[n + j], 2));
  }
  const double beyond = bounds[2 * n];
  // The weights of the curve that joins the bounds by chords, as nearly as it may be.
  std::vector<double> weights(2 * n + 1);
  for (std::size_t j = 0; j <= n && n > 0; ++j) {
    const double before = bounds[n + j - 1] - bounds[n + j];
    const double after = j < n ? bounds[n + j] - bounds[n + j + 1] : 0;
    weights[n + j] = std::max(0.0, (before - decay.upper * after) / decay.lower_gain);
    weights[n - j] = decays[j] * weights[n + j];
  }
  // Whatever they are, this much more of them is a curve above the bounds.
  const double slack = static_cast<double>(16 * n + 64) * 0x1p-53;
  double least = beyond;
  double near = n > 0 ? weights[2 * n] : 1;
  double factor = 1;
  for (std::size_t i = 2 * n; i-- > 0;) {
    least += decay.lower_gain * near;
    near = weights[i] + decay.lower * near;
    factor = std::max(factor, bounds[i] / (least * (1 - slack)));
  }
  factor = raised(std::max(factor, 1 / ((least + near) * (1 - slack))), 4);
  for (double& weight : weights) {
    weight *= factor;
  }
  if (n == 0) {
    weights[0] = factor;
  }
  return {h, -static_cast<std::int64_t>(n), std::move(weights), beyond * factor};
}

LatticePair LatticePair::responding(double h, double epsilon) {
  auto index = static_cast<std::int64_t>(std::floor(epsilon / h)) + 1;
  while (index > 0 && exact_fraction(index) * exact_fraction(h) > exact_fraction(epsilon)) {
    --index;
  }
  const Reals real{192 + 2 * bits_from_one(h) + 2 * bits_from_one(epsilon)};
  const BigInterval decay = exp(-real(h));
  const BigInterval likelier = real(1) / (real(1) + exp(-real(epsilon)));
  const BigInterval to_left = exp(real(static_cast<double>(index)) * real(h) - real(epsilon));
  const BigInterval right = likelier * (real(1) - to_left) / (real(1) - decay);
  const BigInterval left = likelier * (to_left - decay) / (real(1) - decay);
  std::vector<double> weights(static_cast<std::size_t>(2 * index + 3), 0.0);
  const auto middle = static_cast<std::size_t>(index + 1);
  BigInterval back = exp(-(real(static_cast<double>(index)) * real(h)));
  const auto put = [&](std::size_t offset, const BigInterval& weight) {
    weights[middle + offset] += std::max(0.0, inf_double(weight));
    weights[middle - offset] += std::max(0.0, inf_double(weight * back));
  };
  put(static_cast<std::size_t>(index), left);
  back = back * decay;
  put(static_cast<std::size_t>(index) + 1, right);
  weights[middle] = raised(weights[middle], 1);
  return {h, -index - 1, std::move(weights), 0};
}

double LatticePair::total() const {
  double sum = beyond_;
  for (const double weight : weights_) {
    sum += weight;
  }
  return raised(sum, weights_.size());
}

// Moves no more than `negligible` at each end, and what is too small anyway.
void LatticePair::trim(double negligible) {
  double moved = 0;
  while (weights_.size() > 1 && moved + weights_.back() <= std::max(negligible, too_small)) {
    moved = raised(moved + weights_.back(), 1);
    weights_.pop_back();
  }
  beyond_ = raised(beyond_ + moved, 1);
  std::size_t low = 0;
  moved = 0;
  while (low + 1 < weights_.size() && moved + weights_[low] <= std::max(negligible, too_small)) {
    moved = raised(moved + weights_[low], 1);
    ++low;
  }
  weights_[low] = raised(weights_[low] + moved, 1);
  weights_.erase(weights_.begin(), weights_.begin() + static_cast<std::ptrdiff_t>(low));
  first_ += static_cast<std::int64_t>(low);
}

// To the even points: each odd atom is split between its neighbours, with its masses under both laws.
void LatticePair::coarsen() {
  const double h = spacing();
  const Reals real{128 + 2 * bits_from_one(h)};
  const BigInterval decay = exp(-real(h));
  const double up = inf_double(real(1) / (real(1) + decay));
  const double down = inf_double(decay / (real(1) + decay));
  const auto half = [](std::int64_t j) { return j >= 0 ? j / 2 : -((1 - j) / 2); };  // floor
  const std::int64_t last = first_ + static_cast<std::int64_t>(weights_.size()) - 1;
  const std::int64_t least = half(first_);
  std::vector<double> out(static_cast<std::size_t>(half(last + 1) - least) + 1, 0.0);
  for (std::int64_t j = first_; j <= last; ++j) {
    const double weight = weights_[static_cast<std::size_t>(j - first_)];
    const auto at = static_cast<std::size_t>(half(j) - least);
    if (j % 2 == 0) {
      out[at] += weight;
    } else {
      out[at] += down * weight;
      out[at + 1] += up * weight;
    }
  }
  for (double& weight : out) {
    weight = raised(weight, 4);
  }
  beyond_ += underflow;
  weights_ = std::move(out);
  first_ = least;
  ++level_;
}

LatticePair LatticePair::with(const LatticePair& other, const LatticeLimits& limits) const {
  if (level_ != other.level_) {
    const bool finer = level_ < other.level_;
    LatticePair moved = finer ? *this : other;
    const LatticePair& fixed = finer ? other : *this;
    while (moved.level_ < fixed.level_) {
      moved.coarsen();
    }
    return moved.with(fixed, limits);
  }
  std::vector<double> out(weights_.size() + other.weights_.size() - 1, 0.0);
  const bool more = weights_.size() > other.weights_.size();
  const std::vector<double>& few = more ? other.weights_ : weights_;
  const std::vector<double>& many = more ? weights_ : other.weights_;
  for (std::size_t i = 0; i < few.size(); ++i) {
    const double weight = few[i];
    for (std::size_t j = 0; weight > 0 && j < many.size(); ++j) {
      out[i + j] += weight * many[j];
    }
  }
  for (double& weight : out) {
    weight = raised(weight, few.size());
  }
  const double beyond = raised(beyond_ * other.total() + total() * other.beyond_, 3) + underflow;
  LatticePair made{h_, first_ + other.first_, std::move(out), beyond};
  made.level_ = level_;
  made.trim(limits.negligible);
  while (made.weights_.size() > limits.weights) {
    made.coarsen();
  }
  return made;
}

LatticePair LatticePair::times(std::uint64_t count, const LatticeLimits& limits,
                               const Progress& progress) const {
  LatticePair out = *this;
  // From the most significant bit on, so that what is squared has one lattice.
  for (std::uint64_t bit = std::bit_floor(count) / 2; bit > 0; bit /= 2) {
    out = out.with(out, limits);
    if ((count & bit) != 0) {
      out = out.with(*this, limits);
    }
    if (progress) {
      progress(0);
    }
  }
  return out;
}

double LatticePair::spacing() const { return std::ldexp(h_, level_); }

std::vector<double> LatticePair::curve() const {
  const Decay decay{spacing()};
  const auto last = first_ + static_cast<std::int64_t>(weights_.size()) - 1;
  std::vector<double> out(static_cast<std::size_t>(std::max<std::int64_t>(last, 0)) + 1);
  double bound = beyond_;
  double near = 0;
  for (auto j = static_cast<std::int64_t>(out.size()) - 1; j >= 0; --j) {
    bound += decay.upper_gain * near;
    out[static_cast<std::size_t>(j)] = raised(bound, 4 * out.size()) * lattice_scale;
    near *= decay.upper;
    if (j <= last && j >= first_) {
      near += weights_[static_cast<std::size_t>(j - first_)];
    }
  }
  return out;
}

}  // namespace discreet::detail
