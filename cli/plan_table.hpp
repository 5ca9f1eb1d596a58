#pragma once

#include <optional>
#include <string>

#include "discreet/ledger/charge.hpp"
#include "discreet/release/table.hpp"

namespace discreet::cli {

/// A table as it would be released, and what would be left.
struct PlannedTable {
  TableRelease::Plan plan;
  std::optional<DatasetState> state;  ///< of the dataset that would be charged
  Amounts charged;                    ///< in its own terms
  Amounts left;
  unsigned decimals = 0;  ///< of sums
};

/// The plan of a table, by the budget of the dataset if there is one.
///
/// Throws    what TableRelease::plan throws; Error{over_budget} if the budget does not cover it.
PlannedTable planned_table(const TableRequest& request, const TableRelease::Facts& facts,
                           const std::optional<DatasetState>& state, const Progress& progress);

/// The plan for people.
std::string table_plan_as_text(const PlannedTable& planned);

/// The plan as JSON, with the schema discreet.plan/2.
std::string table_plan_as_json(const PlannedTable& planned);

}  // namespace discreet::cli
