#include <cstdint>
#include <memory>

#include <fmt/format.h>

#include "commands.hpp"
#include "discreet/release/above_threshold.hpp"
#include "release.hpp"
#include "score_options.hpp"

namespace discreet::cli {
namespace {

struct AboveThresholdOptions {
  ScoreOptions scores;
  std::string threshold;
  std::string epsilon;
  ChargeOptions charge;
  OutputOptions output;
};

/// The label of the first score above the threshold with its place in the file, or no row.
OwnPart own_part(const AboveThresholdRelease::Plan& plan, const std::vector<std::string>& labels,
                 const AboveThresholdRelease::Output& first) {
  Rows rows{"first", {{"position"}, {"item"}}, {}, Rows::Shape::one_or_none};
  if (first) {
    rows.rows.push_back({std::uint64_t{*first + 1}, labels[*first]});
  }
  return {std::move(rows),
          {{"threshold", plan.threshold},
           {"candidates", plan.facts.scores},
           {"scale", plan.scale},
           {"sensitivity", plan.sensitivity},
           {"monotonic", plan.monotonic == Monotonic::yes}},
          fmt::format("above threshold {:.6g}, scale {:.6g}", plan.threshold, plan.scale)};
}

void run_above_threshold(const AboveThresholdOptions& options) {
  const ScoreChange change = options.scores.checked_change(options.charge);
  const AboveThresholdRequest request{
      .threshold = parse_threshold(options.threshold),
      .epsilon = option_amount("--epsilon", options.epsilon),
      .sensitivity = change.sensitivity,
      .monotonic = change.monotonic,
      .what = "above-threshold",
  };
  Releaser<AboveThresholdRelease> releaser{options.charge, options.output, {options.scores.file}};
  const LabelledScores scores = options.scores.read("above-threshold");
  if (releaser.delivers_again(options.scores.asked(scores))) {
    return;
  }
  releaser.prepare(request, {scores.labels.size()}, hidden_by(change, releaser.dataset()));
  releaser.finish(
      view_of(scores), extent_of_labels(scores.labels, 1), std::nullopt,
      [&](const auto& plan, const auto& first) { return own_part(plan, scores.labels, first); });
}

}  // namespace

void add_above_threshold(App program, Run& run) {
  auto options = std::make_shared<AboveThresholdOptions>();
  const App app = program.add_subcommand(
      "above-threshold", "the first label whose score is above a threshold, or that there is none");
  app.footer(
      "Example:\n"
      "  discreet above-threshold scores.csv --label week --score cases --threshold 100 \\\n"
      "      --sensitivity 1 --monotonic --epsilon 0.5\n");
  options->scores.add(app, "two thirds of the noise");
  app.add_option("--threshold", options->threshold, "what a score must be above, noise on both")
      .required();
  app.add_option("--epsilon", options->epsilon, "pure differential privacy").required();
  options->charge.add(app);
  options->output.add(app);
  app.callback([options, &run] { run = [options] { run_above_threshold(*options); }; });
}

}  // namespace discreet::cli
