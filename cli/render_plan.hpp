#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "discreet/ledger/dataset.hpp"
#include "discreet/release/top_k.hpp"

namespace discreet::cli {

/// Which release is planned.
enum class PlannedCommand { top_k, select };

/// One line of the plot: a budget and the error that comes with it.
struct PlanPoint {
  double factor;
  TopKRequest asked;
  TopKRelease::Plan plan;
};

/// What `plan` found out.
struct PlanResult {
  PlannedCommand command = PlannedCommand::top_k;
  TopKRequest request;
  std::uint64_t candidates = 0;
  std::optional<Neighbors> neighbors;  ///< of top-k, or of the dataset
  std::optional<Dataset> dataset;
  std::vector<WayToPay> ways;  ///< the one that is taken by default first; at least one
  std::vector<PlanPoint> points;
};

/// The plan for people.
std::string plan_as_text(const PlanResult& result);

/// The plan as JSON, with the schema discreet.plan/2.
std::string plan_as_json(const PlanResult& result);

}  // namespace discreet::cli
