#include "accounting/two_point_sum.hpp"

#include <algorithm>
#include <cmath>

#include "accounting/reals.hpp"

namespace discreet::detail {
namespace {

// Walks from all steps with the log-ratio t downwards: the weight of j such steps under P, and where
// their sum of log-ratios lies.
class Walk {
 public:
  Walk(const TwoPointSteps& steps, const Reals& reals, const Progress& progress)
      : real(reals), steps_(steps), progress_(progress), j_(steps.k) {
    const BigInterval down = exp(real(steps.t) - real(steps.eta));  // e^(t - eta)
    const BigInterval whole = real(1) - exp(-real(steps.eta));
    const BigInterval up = (real(1) - down) / whole;
    odds_ = down * (real(1) - exp(-real(steps.t))) / (real(1) - down);
    weight = exp(real.count(steps.k) * log(up));
    place = real.count(steps.k) * real(steps.t);
  }

  // To one step fewer; false after the last.
  bool next() {
    if (j_ == 0) {
      return false;
    }
    weight = weight * odds_ * real.count(j_) / real.count(steps_.k - j_ + 1);
    place = place - real(steps_.eta);
    --j_;
    if (progress_ && j_ % 256 == 0) {
      progress_(1 - static_cast<double>(j_) / static_cast<double>(steps_.k));
    }
    return true;
  }

  const Reals& real;
  BigInterval weight = real(0);
  BigInterval place = real(0);

 private:
  TwoPointSteps steps_;
  const Progress& progress_;
  std::uint64_t j_;
  BigInterval odds_ = real(0);
};

mpfr_prec_t precision(const TwoPointSteps& steps, double more) {
  return 192 + 3 * bits_from_one(steps.eta) + (more > 0 ? 3 * bits_from_one(more) : 0);
}

}  // namespace

Bracket two_point_sum_delta(const TwoPointSteps& steps, double epsilon, const Progress& progress) {
  const Reals real{precision(steps, epsilon)};
  const BigInterval rise = exp(real(steps.eta));
  Walk walk{steps, real, progress};
  BigInterval loss = exp(real(epsilon) - walk.place);  // e^(epsilon - place)
  BigInterval sum = real(0);
  do {
    const BigInterval rest = walk.place - real(epsilon);
    if (mpfr_sgn(rest.hi.get()) <= 0) {
      break;
    }
    sum = sum + walk.weight * (real(1) - loss);
    loss = loss * rise;
  } while (walk.next());
  return {std::clamp(neg_inf_double(sum), 0.0, 1.0), std::clamp(inf_double(sum), 0.0, 1.0)};
}

double two_point_sum_epsilon(const TwoPointSteps& steps, double delta, const Progress& progress) {
  const Reals real{precision(steps, delta)};
  const BigInterval fall = exp(-real(steps.eta));
  Walk walk{steps, real, progress};
  // Of the atoms so far: their weight, and the sum of weight e^(the place after the last - place).
  BigInterval mass = real(0);
  BigInterval shadow = real(0);
  for (;;) {
    const BigInterval before = walk.place;
    mass = mass + walk.weight;
    shadow = (shadow + walk.weight) * fall;
    const bool more = walk.next();
    const BigInterval after = more ? walk.place : before - real(steps.eta);
    // At the next place the curve is mass - shadow; up to here it was shown to be at most delta.
    const bool crossed = mpfr_cmp_d((mass - shadow).hi.get(), delta) > 0;
    if (crossed || !more || mpfr_sgn(after.hi.get()) <= 0) {
      const BigInterval rest = mass - real(delta);
      if (mpfr_sgn(rest.lo.get()) <= 0) {
        return std::max(0.0, inf_double(crossed ? before : after));
      }
      const double solved = inf_double(after + log(rest / shadow));
      return std::max({0.0, std::min(solved, inf_double(before)), inf_double(after)});
    }
  }
}

}  // namespace discreet::detail
