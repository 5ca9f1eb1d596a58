#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "discreet/ledger/charge.hpp"

namespace discreet::detail {

/// A moment and which part of a budget was spent then, from 0 to 1.
struct SpentAt {
  std::int64_t seconds = 0;
  double part = 0;
};

/// Which part of a budget its sums have reached: of several conditions that have to hold the greatest, of the two of
/// mixed, one of which has to hold, the least.
[[nodiscard]] double part_spent(const Filter& filter);

/// The part of a slack that was spent; nothing where there is none.
[[nodiscard]] std::optional<double> slack_spent(const Filter& filter);

/// The steps in which a dataset was spent.
///
/// Requires  charges to this dataset alone, oldest first.
[[nodiscard]] std::vector<SpentAt> spent_over_time(const Dataset& dataset,
                                                   const std::vector<const Charge*>& charges);

/// The steps as a picture with axes that needs nothing but itself.
///
/// Requires  at least one step.
[[nodiscard]] std::string plot_of(const std::vector<SpentAt>& steps, const std::string& label);

}  // namespace discreet::detail
