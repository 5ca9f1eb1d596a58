#include "accounting/strategy_rows.hpp"

#include <algorithm>

#include "vectors/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "accounting/strategy_rows.cpp"
#include <hwy/foreach_target.h>
// Highway wants its own header after foreach_target.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace discreet::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<double>;
using VD = hn::VFromD<D>;

// More than nothing is added only by who has more.
enum class More : std::uint8_t { none, some };

template <More M>
HWY_INLINE VD raised(VD best, VD stay, VD leap, const double* near, std::int64_t cells,
                     const double* more) {
  const D d;
  const VD worth =
      hn::Add(hn::Mul(stay, hn::LoadU(d, near)), hn::Mul(leap, hn::LoadU(d, near + cells)));
  if constexpr (M == More::none) {
    return hn::Max(best, worth);
  } else {
    return hn::Max(best, hn::Add(worth, hn::LoadU(d, more)));
  }
}

template <More M>
void raise(const StrategyRange& strategies, const double* values, const double* more, double* out,
           std::int64_t count) {
  const D d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto [stay, leap, cells, first, last] = strategies;
  std::int64_t i = 0;
  for (; i + 4 * lanes <= count; i += 4 * lanes) {
    VD best0 = hn::LoadU(d, out + i);
    VD best1 = hn::LoadU(d, out + i + lanes);
    VD best2 = hn::LoadU(d, out + i + 2 * lanes);
    VD best3 = hn::LoadU(d, out + i + 3 * lanes);
    for (std::int64_t j = first; j <= last; ++j) {
      const VD s = hn::Set(d, stay[j]);
      const VD l = hn::Set(d, leap[j]);
      const double* const near = values + i - j;
      const double* const plus = M == More::none ? values : more + i - j;
      best0 = raised<M>(best0, s, l, near, cells, plus);
      best1 = raised<M>(best1, s, l, near + lanes, cells, plus + lanes);
      best2 = raised<M>(best2, s, l, near + 2 * lanes, cells, plus + 2 * lanes);
      best3 = raised<M>(best3, s, l, near + 3 * lanes, cells, plus + 3 * lanes);
    }
    hn::StoreU(best0, d, out + i);
    hn::StoreU(best1, d, out + i + lanes);
    hn::StoreU(best2, d, out + i + 2 * lanes);
    hn::StoreU(best3, d, out + i + 3 * lanes);
  }
  for (; i + lanes <= count; i += lanes) {
    VD best = hn::LoadU(d, out + i);
    for (std::int64_t j = first; j <= last; ++j) {
      best = raised<M>(best, hn::Set(d, stay[j]), hn::Set(d, leap[j]), values + i - j, cells,
                       M == More::none ? values : more + i - j);
    }
    hn::StoreU(best, d, out + i);
  }
  for (; i < count; ++i) {
    for (std::int64_t j = first; j <= last; ++j) {
      const double worth = stay[j] * values[i - j] + leap[j] * values[i - j + cells];
      out[i] = std::max(out[i], M == More::none ? worth : worth + more[i - j]);
    }
  }
}

void raise_by_worth(const StrategyRange& strategies, const double* values, double* out,
                    std::int64_t count) {
  raise<More::none>(strategies, values, nullptr, out, count);
}

void raise_by_more(const StrategyRange& strategies, const double* values, const double* more,
                   double* out, std::int64_t count) {
  raise<More::some>(strategies, values, more, out, count);
}

// By how much a strategy between two can be better than both, from the rise of the values beside them towards the last
// one, and of those further on. Bounds need not fall as the curve does: not where they turn into the tail or the mirror.
template <class DD, class V = hn::VFromD<DD>>
HWY_INLINE V added(DD d, const BetweenWeights& between, V near, V far) {
  const V zero = hn::Zero(d);
  const V rise = hn::Mul(hn::Set(d, between.upper_rise), hn::Max(near, zero));
  const V fall = hn::IfThenElse(hn::Lt(far, zero), hn::Set(d, between.upper_fall),
                                hn::Set(d, between.lower_fall));
  return hn::Max(hn::Sub(rise, hn::Mul(fall, far)), zero);
}

bool may_exceed(const StrategyRange& strategies, const BetweenWeights& between,
                const double* values, const double* bound, std::int64_t count) {
  const D d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  const auto [stay, leap, cells, first, last] = strategies;
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    const VD near_first = hn::LoadU(d, values + i - first);
    const VD near_last = hn::LoadU(d, values + i - last);
    const VD far_first = hn::LoadU(d, values + i - first + cells);
    const VD far_last = hn::LoadU(d, values + i - last + cells);
    const VD better = hn::Max(hn::Add(hn::Mul(hn::Set(d, stay[first]), near_first),
                                      hn::Mul(hn::Set(d, leap[first]), far_first)),
                              hn::Add(hn::Mul(hn::Set(d, stay[last]), near_last),
                                      hn::Mul(hn::Set(d, leap[last]), far_last)));
    const VD more = added(d, between, hn::Sub(near_last, near_first), hn::Sub(far_last, far_first));
    if (!hn::AllTrue(d, hn::Le(hn::Add(better, more), hn::LoadU(d, bound + i)))) {
      return true;
    }
  }
  return i < count;  // what is left of a row is not worth a search of its own
}

template <class DD>
HWY_INLINE void put_cell(DD d, const BetweenWeights& between, const double* values,
                         std::int64_t cells, double* out) {
  const double* const far = values + cells;
  hn::StoreU(added(d, between, hn::Sub(hn::LoadU(d, values - 1), hn::LoadU(d, values)),
                   hn::Sub(hn::LoadU(d, far - 1), hn::LoadU(d, far))),
             d, out);
}

void put_cells(const BetweenWeights& between, const double* values, std::int64_t cells, double* out,
               std::int64_t count) {
  const D d;
  const hn::CappedTag<double, 1> one;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    put_cell(d, between, values + i, cells, out + i);
  }
  for (; i < count; ++i) {
    put_cell(one, between, values + i, cells, out + i);
  }
}

}  // namespace
}  // namespace discreet::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace discreet::detail {
namespace {

DISCREET_EXPORT_VECTORS(raise_by_worth);
DISCREET_EXPORT_VECTORS(raise_by_more);
DISCREET_EXPORT_VECTORS(may_exceed);
DISCREET_EXPORT_VECTORS(put_cells);

}  // namespace

void raise_to_best(const StrategyRange& strategies, const double* values, const double* more,
                   double* out, std::int64_t count) {
  if (more == nullptr) {
    DISCREET_CALL_VECTORS(raise_by_worth)(strategies, values, out, count);
  } else {
    DISCREET_CALL_VECTORS(raise_by_more)(strategies, values, more, out, count);
  }
}

bool may_be_worth_more(const StrategyRange& strategies, const BetweenWeights& between,
                       const double* values, const double* bound, std::int64_t count) {
  return DISCREET_CALL_VECTORS(may_exceed)(strategies, between, values, bound, count);
}

void added_in_cells(const BetweenWeights& between, const double* values, std::int64_t cells,
                    double* out, std::int64_t count) {
  DISCREET_CALL_VECTORS(put_cells)(between, values, cells, out, count);
}

}  // namespace discreet::detail

#endif  // HWY_ONCE
