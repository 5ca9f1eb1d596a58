#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "selection/weight_rule.hpp"
#include "vectors/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "selection/bound_pairs.cpp"
#include <hwy/foreach_target.h>
// Highway wants its own header after foreach_target.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace discreet::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// The numbers of a rule that the bounds are made of, as floats.
///
/// A number 2^mantissa + z·2^unit, z below 2^(mantissa − unit − 1), has z in the low bits of its representation; `up`
/// bits further up they are the exponent and the mantissa of (1 + f)·2^l, z = l + bias + f: of the chord of 2^(z − bias).
struct PairRule {
  static constexpr int mantissa = std::numeric_limits<float>::digits - 1;
  static constexpr int up = 32 - mantissa;
  static constexpr int unit = mantissa - up;
  static constexpr double widening = 0x1p-12;  ///< halvings: more than all roundings take away
  static constexpr int bias = std::numeric_limits<float>::max_exponent - 1;

  float reference;
  float slope;  ///< units per gap, rounded down
  float most;   ///< units past which no gap counts
  int shift;    ///< bounds are counted in 2^shift
  float top;    ///< what a gap of 0 makes
  bool max;

  PairRule(const WeightRule<float>& rule, std::uint64_t others) noexcept
      : reference(rule.reference),
        slope(static_cast<float>(rule.inverse * rule.shrink * (1.0 - 0x1p-20) * units(1.0))),
        most(static_cast<float>(units(rule.most))),
        // A bound below 2^52 is read off the low bits of a double.
        shift(std::max(
            0, static_cast<int>(rule.bits) + static_cast<int>(std::bit_width(others + 2)) - 51)),
        top(static_cast<float>(static_cast<double>(std::uint64_t{1} << mantissa) +
                               units(bias + static_cast<int>(rule.bits) - shift + widening))),
        max(rule.optimize == Optimize::max) {}

  static constexpr double units(double halvings) noexcept {
    return halvings * static_cast<double>(std::uint64_t{1} << unit);
  }
};

template <class D>
HWY_INLINE hn::VFromD<D> chord(D d, const float* scores, const PairRule& rule) {
  const auto v = hn::LoadU(d, scores);
  const auto reference = hn::Set(d, rule.reference);
  // An infinite score counts as the largest finite one, of which the reference may be no better.
  const auto largest = hn::Set(d, std::numeric_limits<float>::max());
  const auto gap = rule.max ? hn::Sub(reference, hn::Max(v, hn::Neg(largest)))
                            : hn::Sub(hn::Min(v, largest), reference);
  const auto spent =
      hn::Min(hn::Max(hn::Mul(gap, hn::Set(d, rule.slope)), hn::Zero(d)), hn::Set(d, rule.most));
  const hn::RebindToUnsigned<D> u;
  return hn::BitCast(
      d, hn::ShiftLeft<PairRule::up>(hn::BitCast(u, hn::Sub(hn::Set(d, rule.top), spent))));
}

template <class V>
HWY_INLINE void store_bounds(V sum, double last, int shift, std::uint64_t* out) {
  const hn::ScalableTag<double> d;
  const hn::RebindToUnsigned<decltype(d)> u;
  const auto whole = hn::BitCast(u, hn::Add(sum, hn::Set(d, last)));
  hn::StoreU(hn::ShiftLeftSame(hn::And(whole, hn::Set(u, 0xfffffffffffffu)), shift), u, out);
}

#if HWY_TARGET == HWY_SCALAR
std::size_t bound_vectors(const float*, const float*, std::size_t, std::uint64_t,
                          const WeightRule<float>&, std::uint64_t*) {
  return 0;
}
#else
/// Whole vectors of pairs; returns how many pairs that were.
std::size_t bound_vectors(const float* HWY_RESTRICT first, const float* HWY_RESTRICT second,
                          std::size_t count, std::uint64_t others, const WeightRule<float>& exact,
                          std::uint64_t* HWY_RESTRICT out) {
  const PairRule rule{exact, others};
  const hn::ScalableTag<float> d;
  const hn::ScalableTag<double> wide;
  const std::size_t lanes = hn::Lanes(d);
  const auto times = hn::Set(d, static_cast<float>(others));
  // A 1 for each score's weight, and what the roundings to whole bounds take.
  const double last = 0x1p52 + static_cast<double>(((others + 2) >> rule.shift) + 2);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const auto sum = hn::Add(chord(d, first + i, rule), hn::Mul(chord(d, second + i, rule), times));
    const hn::Half<decltype(d)> half;
    store_bounds(hn::PromoteTo(wide, hn::LowerHalf(half, sum)), last, rule.shift, out + i);
    store_bounds(hn::PromoteTo(wide, hn::UpperHalf(half, sum)), last, rule.shift,
                 out + i + lanes / 2);
  }
  return i;
}
#endif

void bound_run(const float* first, const float* second, std::size_t count, std::uint64_t others,
               const WeightRule<float>& rule, std::uint64_t* out) {
  for (std::size_t i = bound_vectors(first, second, count, others, rule, out); i < count; ++i) {
    out[i] = rule.weight(first[i]) + others * rule.weight(second[i]);
  }
}

}  // namespace
}  // namespace discreet::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace discreet::detail {

DISCREET_EXPORT_VECTORS(bound_run);

void bound_pairs(const float* first, const float* second, std::size_t count, std::uint64_t others,
                 const WeightRule<float>& rule, std::uint64_t* out) {
  DISCREET_CALL_VECTORS(bound_run)(first, second, count, others, rule, out);
}

}  // namespace discreet::detail
#endif
