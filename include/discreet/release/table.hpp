#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "discreet/accounting/amount.hpp"
#include "discreet/accounting/budget.hpp"
#include "discreet/accounting/cost.hpp"
#include "discreet/framework/metrics.hpp"
#include "discreet/mechanisms/limited_domain.hpp"
#include "discreet/mechanisms/noisy_counts.hpp"
#include "discreet/mechanisms/thresholded_histogram.hpp"
#include "discreet/release/account.hpp"
#include "discreet/release/release.hpp"
#include "discreet/selection/noisy_top_k.hpp"

namespace discreet {

/// The numbers beside the names.
struct CountsRequest {
  Amount share = Fraction{1, 2};         ///< of the budget; what is left pays for the list
  Amount confidence = Fraction{19, 20};  ///< with which each interval holds
};

/// What is asked for: how many items, how private, and what is known of the units.
///
/// Privacy is said in one way: an epsilon, an epsilon with a delta, a rho, or a rho with a delta; or in none, where the
/// accountant steps has fixed the noise. Items that no public list names need a delta, which under steps is all for what
/// stands in place of the list.
struct TableRequest {
  std::uint64_t k = 1;
  std::optional<Amount> epsilon = {};
  std::optional<Amount> delta = {};
  std::optional<Amount> rho = {};
  Neighbors neighbors = Neighbors::add_remove;
  Contribution contribution = {};  ///< what one unit adds to the number of one item
  std::optional<CountsRequest> counts = {};

  /// Only without a public list: of how many of the most frequent items k are chosen; max(10 k, 100) unless said,
  std::optional<std::uint64_t> limit = {};
  /// or the most items that one unit has, in all groups together,
  std::optional<std::uint64_t> items_per_unit = {};
  Bound bound = Bound::by_leaving_out;  ///< and why;
  /// which part of delta pays for what stands in place of the list.
  std::optional<Amount> threshold_share = {};

  std::uint64_t groups_per_unit = 1;  ///< the most groups that one unit is in
  Optimize optimize = Optimize::max;
  /// What an (epsilon, delta) is paid with under the accountant mixed; rho unless said.
  std::optional<Pay> pay = {};
  std::string what = "table";  ///< what an account is told that it pays for
};

/// The release of a table, or of one for each group: the items with the largest numbers, and these numbers.
struct TableRelease {
  using Request = TableRequest;

  /// What is public of the data.
  struct Facts {
    std::optional<std::uint64_t> candidates =
        {};  ///< how many the public list has; nothing without one
    std::optional<std::uint64_t> groups =
        {};  ///< how many there are; nothing where there is one table
  };

  /// What is private: the numbers of the items of one table, in the order of a public list or of their labels.
  struct Numbers {
    std::span<const std::int64_t> listed_by;  ///< what the list is chosen by
    /// What is published: the same numbers, unless items of a unit were left out above.
    std::span<const std::int64_t> published;
    std::uint64_t units = 0;  ///< all that any of the published numbers counts
  };
  using Input = std::vector<Numbers>;  ///< one for each group

  /// One table.
  struct Table {
    std::vector<std::size_t>
        items;  ///< positions, best first; fewer than k where chance ended the list
    std::optional<NoisyCounts> counts;  ///< of these items, where they were asked for
  };
  using Output = std::vector<Table>;

  /// How the items are listed.
  using List = std::variant<Selection, LimitedDomain, ThresholdedHistogram>;

  /// How the release will be made and what is proved of it.
  struct Plan {
    List list;
    /// The numbers of one table, but for how many are listed; nothing where the histogram's own are published.
    std::optional<NoisyCountsRequest> counts;
    TableRequest request;
    Facts facts;
    double scale = 0;                           ///< of the list's noise
    std::optional<double> expected_error = {};  ///< of one selection from a public list, at worst
    /// How far above the cut an item has even odds to be listed; nothing with a public list.
    std::optional<std::uint64_t> even_odds;
    Amounts cost;     ///< for the account, as in TopKRelease
    Amounts promise;  ///< what was asked for, or follows from it
    std::optional<Pay> pay;
  };

  /// Plans by the accountant of the budget, if there is one.
  ///
  /// Law       a public list: noisy_top_k. Otherwise a limited domain, or a thresholded histogram where a unit has at
  ///           most k items and numbers are counts. (epsilon, delta) is accounted for as in TopKRelease where only
  ///           names are released, and in rho where numbers are as well; the split follows the share. A unit in
  ///           several groups pays for each. Under steps, where nothing is asked for, each selection is one step.
  /// Requires  k >= 1, not above the candidates, nor the limit; amounts as said; a contribution that does not begin
  ///           below 0, without a public list; the greatest numbers, unless only names of a public list are released.
  /// Throws    Error{bad_parameter} for what cannot be planned; what progress throws.
  /// Cost      that of calibrate_top_k.
  /// Proof     proofs/release/table.md
  static Plan plan(const TableRequest& request, const Facts& facts, const Budget* budget = nullptr,
                   const Progress& progress = {});

  /// The cost, with everything that a reader of a ledger needs to know of how the release was made.
  static Bill bill(const Plan& plan);

  /// Throws Error{outside_domain} unless there is a table for each group, of the size of the public list if there is
  /// one, with as many published numbers as it has others; what require_sound_arithmetic throws.
  static void require_input(const Plan& plan, const Input& input);

  /// The tables, each with noise of its own.
  static Output draw(const Plan& plan, const Input& input);

  /// An output as a run stores it, and back; an estimate beyond 2^127 is brought there.
  static std::uint64_t room(const Plan& plan);
  static std::string text_of(const Output& output);
  static Output output_of(std::string_view text);
};

/// Releases a table for each of the groups, charged to the account, if there is one, before the first bit is drawn.
///
/// Requires  the request's words on what one unit adds, has and is in are true of the input.
/// Throws    Error{bad_parameter} for what cannot be planned, Error{outside_domain} for input that does not fit, both
///           before any bit is drawn; Error{no_entropy}; what Account::charge throws, with nothing drawn.
/// Proof     proofs/release/table.md
[[nodiscard]] Released<TableRelease> release_table(const TableRelease::Input& input,
                                                   const TableRequest& request,
                                                   const TableRelease::Facts& facts,
                                                   Account* account = nullptr);

}  // namespace discreet
