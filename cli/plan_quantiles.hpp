#pragma once

#include <string>

#include "discreet/release/quantiles.hpp"
#include "planned_release.hpp"
#include "value_grid.hpp"

namespace discreet::cli {

/// The plan for people.
std::string quantile_plan_as_text(const PlannedRelease<QuantilesRelease>& planned,
                                  const ValueGrid& grid);

/// The plan as JSON, with the schema discreet.plan/2.
std::string quantile_plan_as_json(const PlannedRelease<QuantilesRelease>& planned,
                                  const ValueGrid& grid);

}  // namespace discreet::cli
