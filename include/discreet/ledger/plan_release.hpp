#pragma once

#include <cstdint>
#include <optional>

#include "discreet/accounting/budget.hpp"
#include "discreet/accounting/cost.hpp"
#include "discreet/framework/law.hpp"
#include "discreet/framework/metrics.hpp"
#include "discreet/ledger/dataset.hpp"

namespace discreet {

/// How much privacy a release may cost, as it was asked for: an epsilon, an epsilon with a delta, a
/// rho, or a scale.
struct AskedPrivacy {
  std::optional<Fraction> epsilon;
  std::optional<Fraction> delta;
  std::optional<Fraction> rho;
  std::optional<double> scale;
  std::optional<Law> law;  ///< only with a scale; otherwise the one that errs less
  /// What an (epsilon, delta) is paid with under mixed; rho unless said.
  std::optional<Pay> pay = std::nullopt;

  friend bool operator==(const AskedPrivacy&, const AskedPrivacy&) = default;
};

/// What is selected, as far as it is public.
struct SelectionTask {
  std::uint64_t k = 0;
  double sensitivity = 1;
  Monotonic monotonic = Monotonic::yes;
  std::uint64_t candidates = 0;

  friend constexpr bool operator==(const SelectionTask&, const SelectionTask&) = default;
};

/// Counting the units that have each candidate: one unit changes each count by at most 1, and all one
/// way unless its rows are replaced, when one count may fall while another rises.
constexpr SelectionTask counting_task(std::uint64_t k, Neighbors neighbors,
                                      std::uint64_t candidates) {
  return {k, 1, neighbors == Neighbors::add_remove ? Monotonic::yes : Monotonic::no, candidates};
}

/// How the release will be made and what is proved of it.
struct ReleasePlan {
  Law law = Law::permute_and_flip;
  double scale = 0;
  double step = 0;  ///< what each selection costs: the range distance over scale, rounded up
  /// The step, and one that no account of the law allows for what was asked.
  Bracket step_bracket{0, 0};
  /// For the ledger: (epsilon, delta) with no delta meaning 0, and rho. As written where it was asked
  /// for, rounded up where it was computed.
  Amounts cost;
  /// What was asked for, or follows from it.
  Amounts promise;
  double expected_error = 0;  ///< of one selection, at worst
  std::optional<Pay> pay;     ///< what an (epsilon, delta) is paid with under mixed
};

/// Plans a release by the accountant of the dataset it will be charged to, if there is one.
///
/// Law       epsilon: pure. rho: zCDP. (epsilon, delta): the tight account without a dataset and under
///           basic; under zcdp the rho that converts to it; under mixed that rho, or the pure epsilon
///           where pay says so. The scale is rounded up, so that the release costs no more than what
///           was asked for.
/// Requires  1 <= k <= candidates; a finite sensitivity above 0; one of epsilon, rho and scale; pay
///           only under mixed, and not against what was asked for.
/// Throws    Error{bad_parameter} for what cannot be planned; what progress throws.
/// Cost      that of calibrate_top_k.
/// Proof     proofs/ledger/plan_release.md
ReleasePlan plan_release(const SelectionTask& task, const AskedPrivacy& asked,
                         const std::optional<Dataset>& dataset, const Progress& progress = {});

}  // namespace discreet
