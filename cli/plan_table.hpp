#pragma once

#include <string>

#include "discreet/release/table.hpp"
#include "planned_release.hpp"

namespace discreet::cli {

/// A table as it would be released, and what would be left.
struct PlannedTable : PlannedRelease<TableRelease> {
  unsigned decimals = 0;  ///< of sums
};

/// The plan for people.
std::string table_plan_as_text(const PlannedTable& planned);

/// The plan as JSON, with the schema discreet.plan/2.
std::string table_plan_as_json(const PlannedTable& planned);

}  // namespace discreet::cli
