#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "discreet/accounting/amount.hpp"
#include "discreet/accounting/budget.hpp"
#include "discreet/accounting/cost.hpp"
#include "discreet/framework/metrics.hpp"
#include "discreet/mechanisms/quantiles.hpp"
#include "discreet/numbers/fraction.hpp"
#include "discreet/release/account.hpp"
#include "discreet/release/release.hpp"

namespace discreet {

/// Which value stands for a unit with several rows. It is found from the unit's own rows, before there is a column.
enum class PerUnit {
  share,   ///< every row, with an equal share of the unit's mass: each unit counts once
  median,  ///< the lower one
  min,
  max,
  sum,
  mean,
  first,
};

/// "share", "median" and so on, as bills, command lines and Python name it.
///
/// Requires  a value that no cast made.
[[nodiscard]] std::string_view to_string(PerUnit per_unit) noexcept;

/// The rule of that name.
///
/// Throws    Error{bad_parameter} for any other text.
[[nodiscard]] PerUnit parse_per_unit(std::string_view name);

/// What a column is counted in by that rule: shared for shares, one for all others.
[[nodiscard]] constexpr UnitMass unit_mass_of(PerUnit per_unit) noexcept {
  return per_unit == PerUnit::share ? UnitMass::shared : UnitMass::one;
}

/// The quantiles of a text, rising: decimals and fractions such as 0.25 and 1/3, and the names median, quartiles,
/// deciles and percentiles, with commas between them.
///
/// Throws    Error{bad_parameter} for any other text, and for a quantile that is named twice.
[[nodiscard]] std::vector<Fraction> parse_quantiles(std::string_view text);

/// What is asked for: which quantiles, on which grid, how private, and what is known of the units.
///
/// Privacy is said in one way: an epsilon, an epsilon with a delta, or a rho; or in none, where the accountant steps has
/// fixed the noise.
struct QuantilesRequest {
  std::vector<Fraction> quantiles;  ///< strictly rising, above 0 and below 1
  std::optional<Grid> grid = {};    ///< must be said
  std::optional<Amount> epsilon = {};
  std::optional<Amount> delta = {};
  std::optional<Amount> rho = {};
  Neighbors neighbors = Neighbors::add_remove;
  PerUnit per_unit = PerUnit::share;
  /// The most units that there are, in one group: public, and needed to bound the rank error of several quantiles.
  std::optional<std::uint64_t> units = {};
  /// The most groups that a unit has a value in; not for shares, which are of all its rows in all groups.
  std::uint64_t groups_per_unit = 1;
  /// What an (epsilon, delta) is paid with under the accountant mixed; rho unless said.
  std::optional<Pay> pay = {};
  std::string what = "quantile";  ///< what an account is told that it pays for
};

/// The release of quantiles of one column, or of one for each group.
struct QuantilesRelease {
  using Request = QuantilesRequest;
  using Input = std::vector<MassColumn>;  ///< one for each group
  using Output = std::vector<
      std::vector<std::uint64_t>>;  ///< for each group the cells, in the quantiles' order

  /// What is public of the data.
  struct Facts {
    std::optional<std::uint64_t> groups =
        {};  ///< how many there are; nothing where there is one column
  };

  /// How the release will be made and what is proved of it.
  struct Plan {
    QuantilePlan quantiles;
    QuantilesRequest request;
    Facts facts;
    /// What no rank error exceeds with probability 0.95, in each group by itself; nothing for several quantiles of an
    /// unknown number of units.
    std::optional<double> rank_error_95;
    Amounts cost;     ///< for the account, as in TopKRelease
    Amounts promise;  ///< what was asked for, or follows from it
    std::optional<Pay> pay;
  };

  /// Plans by the accountant of the budget, if there is one.
  ///
  /// Law       calibrate_quantiles. (epsilon, delta) is accounted for as in TopKRelease. Groups with shares cost
  ///           together what one of them does; by another rule a unit pays for each of its groups. Permute-and-flip is
  ///           taken only for one column that nobody pays for in rho. Under steps, where nothing is asked for, each
  ///           level is one step for each group of a unit.
  /// Requires  quantiles as calibrate_quantiles; a grid; amounts as said; from 1 to most_units - 1 units, if they are
  ///           said; groups per unit only with groups and a rule of one value.
  /// Throws    Error{bad_parameter} for what cannot be planned; what progress throws.
  /// Cost      that of calibrate_quantiles.
  /// Proof     proofs/release/quantiles.md
  static Plan plan(const QuantilesRequest& request, const Facts& facts,
                   const Budget* budget = nullptr, const Progress& progress = {});

  /// The cost, with everything that a reader of a ledger needs to know of how the release was made.
  static Bill bill(const Plan& plan);

  /// Throws Error{outside_domain} unless there is a column of the grid for each group; what require_sound_arithmetic
  /// throws. Never for lack of units.
  static void require_input(const Plan& plan, const Input& input);

  /// The cells, each group by itself; refuses what require_input refuses, before any bit.
  static Output draw(const Plan& plan, const Input& input);

  /// An output as a run stores it, and back.
  static std::uint64_t room(const Plan& plan);
  static std::string text_of(const Output& output);
  static Output output_of(std::string_view text);
};

/// Releases quantiles for each of the groups, charged to the account, if there is one, before the first bit is drawn.
///
/// Requires  the request's words on what a unit has and is in are true of the input: the mass of a unit is at most one,
///           by share in all groups together, else in each of its groups.
/// Throws    Error{bad_parameter} for what cannot be planned, Error{outside_domain} for input that does not fit, both
///           before any bit is drawn; Error{no_entropy}; what Account::charge throws, with nothing drawn.
/// Proof     proofs/release/quantiles.md
[[nodiscard]] Released<QuantilesRelease> release_quantiles(
    const QuantilesRelease::Input& input, const QuantilesRequest& request,
    const QuantilesRelease::Facts& facts = {}, Account* account = nullptr);

}  // namespace discreet
