#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app.hpp"
#include "asked.hpp"
#include "discreet/framework/metrics.hpp"
#include "discreet/ledger/dataset.hpp"
#include "discreet/selection/noisy_top_k.hpp"
#include "options.hpp"
#include "read_scores.hpp"
#include "render.hpp"

namespace discreet::cli {

/// What a command line says about scores that somebody else computed, for every command that reads them.
struct ScoreOptions {
  std::string file;
  std::string label;
  std::string score;
  std::string sensitivity;
  std::optional<std::string> delimiter;
  Monotonic monotonic = Monotonic::no;
  ScoreType type = ScoreType::real;

  /// The noise that is left where all scores move one way is for the help.
  void add(App app, const std::string& monotonic_noise);

  /// Refuses what no reading can mend: one file or one column in two roles, a sensitivity that is none.
  ///
  /// Throws    UsageError.
  [[nodiscard]] ScoreChange checked_change(const ChargeOptions& charge) const;

  /// Throws InputError.
  [[nodiscard]] LabelledScores read(const std::string& command) const;

  /// What a charge records of them: the columns, and the labels by their hash.
  [[nodiscard]] Asked asked(const LabelledScores& scores) const;
};

/// Whose presence a release of such scores hides: with a dataset its unit.
Hidden hidden_by(const ScoreChange& change, const std::optional<Dataset>& dataset);

/// The scores without their labels.
Scores view_of(const LabelledScores& scores);

}  // namespace discreet::cli
