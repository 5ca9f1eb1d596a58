#include "samplers/discrete_laplace.hpp"

#include <utility>

#include "discreet/error.hpp"
#include "discreet/numbers/fraction.hpp"

namespace discreet {

namespace {

/// More than the forty bits by which a scale's exponentials may lie near 1.
constexpr mpfr_prec_t constant_precision = 256;

/// Past what any draw without a bound can be.
constexpr std::uint64_t greatest_bound = std::uint64_t{1} << 60U;

}  // namespace

DiscreteLaplace::DiscreteLaplace(NoiseScale scale, std::optional<std::uint64_t> bound)
    : geometric_(std::move(scale)),
      bound_(bound),
      factor_{},
      shift_{},
      past_{0.0, 0.0},
      within_{1.0, 1.0} {
  require(!bound_ || *bound_ <= greatest_bound, bad_parameter,
          "the bound of integer noise must not pass the sixtieth power of two");
  const BigInterval one = BigInterval::of(1, constant_precision);
  const BigInterval q = geometric_.at_least(1).enclose(constant_precision);
  const BigInterval factor = BigInterval::of(2, constant_precision) / (one + q);
  factor_ = enclosing_doubles(factor);
  shift_ = enclosing_doubles(log(factor) *
                             BigInterval::of(geometric_.scale().exact(), constant_precision));
  if (bound_) {
    const std::uint64_t past = *bound_ + 1;
    const BigInterval tail = factor * geometric_.at_least(past).enclose(constant_precision);
    past_ = enclosing_doubles(tail);
    within_ = enclosing_doubles(one - tail);
  }
}

Interval DiscreteLaplace::Tail::quick() const noexcept {
  const Interval tail = law_->factor_ * law_->geometric_.at_least(k_).quick();
  return law_->bound_ ? (tail - law_->past_) / law_->within_ : tail;
}

BigInterval DiscreteLaplace::Tail::enclose(mpfr_prec_t precision) const {
  const BigInterval one = BigInterval::of(1, precision);
  const BigInterval two = BigInterval::of(2, precision);
  const BigInterval q = law_->geometric_.at_least(1).enclose(precision);
  BigInterval part = law_->geometric_.at_least(k_).enclose(precision);
  BigInterval all = one + q;
  if (law_->bound_) {
    const std::uint64_t past = *law_->bound_ + 1;
    const BigInterval beyond = law_->geometric_.at_least(past).enclose(precision);
    part = part - beyond;
    all = all - two * beyond;
  }
  return two * part / all;
}

}  // namespace discreet
