#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "discreet/release/quantiles.hpp"
#include "render.hpp"
#include "value_grid.hpp"

namespace discreet::cli {

/// What is public of quantiles: the grid, the rule for units, and how they are drawn.
std::vector<Fact> quantile_facts(const QuantilesRelease::Plan& plan, const ValueGrid& grid);

/// "exponential mechanism, 2 levels, scale 4"
std::string quantiles_drawn_in_words(const QuantilesRelease::Plan& plan);

/// How far ranks may be off and what that means, in sentences; where nobody said how many units there are, how to know.
std::string rank_error_in_words(const QuantilesRelease::Plan& plan);

/// What stands for a unit, in a sentence: "Each patient counts once: …", with the names of the columns.
struct ColumnNames {
  std::string unit;
  std::string value;
  std::optional<std::string> group;
  std::uint64_t groups;  ///< how many are listed
};
std::string counted_in_words(const QuantilesRequest& request, const ValueGrid& grid,
                             const ColumnNames& names);

}  // namespace discreet::cli
