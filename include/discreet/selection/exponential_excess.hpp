#pragma once

#include <cstdint>

#include <mpfr.h>

#include "discreet/numbers/big_interval.hpp"
#include "discreet/numbers/exp_enclosure.hpp"
#include "discreet/numbers/interval.hpp"
#include "discreet/numbers/number.hpp"
#include "discreet/numbers/score_gap.hpp"
#include "discreet/samplers/bernoulli_exp.hpp"

namespace discreet::detail {

/// θ − offset for the exponential mechanism, θ = 2^bits · e^−gap: a ComputableReal.
///
/// Requires  bits ≤ 48; offset < 2^53.
/// Proof     proofs/selection/exponential_round.md
template <Number T>
class ExponentialExcess {
 public:
  ExponentialExcess(const ScoreGap<T>& gap, unsigned bits, std::uint64_t offset)
      : p_(gap), bits_(bits), offset_(offset) {}

  [[nodiscard]] Interval quick() {
    return p_.quick() * detail::power_of_two(static_cast<std::int64_t>(bits_)) -
           static_cast<double>(offset_);
  }

  [[nodiscard]] BigInterval enclose(mpfr_prec_t precision) {
    return p_.enclose(precision) * BigInterval::of(std::uint64_t{1} << bits_, precision) -
           BigInterval::of(offset_, precision);
  }

 private:
  ExpOfMinus<ScoreGap<T>> p_;
  unsigned bits_;
  std::uint64_t offset_;
};

}  // namespace discreet::detail
