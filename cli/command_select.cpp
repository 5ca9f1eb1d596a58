#include <memory>

#include <fmt/format.h>

#include "commands.hpp"
#include "input_error.hpp"
#include "release_top_k.hpp"
#include "score_options.hpp"

namespace discreet::cli {
namespace {

struct SelectOptions {
  ScoreOptions scores;
  std::uint64_t k = 0;
  Optimize optimize = Optimize::max;
  PrivacyOptions privacy;
  ChargeOptions charge;
  OutputOptions output;
};

void run_select(const SelectOptions& options) {
  const ScoreChange change = options.scores.checked_change(options.charge);
  TopKRequest request = options.privacy.request(options.charge);
  request.what = "select";
  request.k = options.k;
  request.sensitivity = change.sensitivity;
  request.monotonic = change.monotonic;
  request.optimize = options.optimize;
  Releaser<TopKRelease> releaser{options.charge, options.output, {options.scores.file}};
  const LabelledScores scores = options.scores.read("select");
  if (options.k > scores.labels.size()) {
    throw InputError{
        fmt::format("{}: k must not be above the number of candidates", options.scores.file)};
  }
  if (releaser.delivers_again(options.scores.asked(scores))) {
    return;
  }
  releaser.prepare(request, {scores.labels.size()}, hidden_by(change, releaser.dataset()));
  release_top_k(releaser, request, view_of(scores), scores.labels);
}

}  // namespace

void add_select(App program, Run& run) {
  auto options = std::make_shared<SelectOptions>();
  const App app =
      program.add_subcommand("select", "the best of labels whose scores somebody else computed");
  app.footer(
      "Example:\n"
      "  discreet select scores.csv --label code --score count --sensitivity 1 --monotonic -k 10 "
      "--rho 0.1\n");
  options->scores.add(app, "half the noise");
  app.add_option("-k", options->k, "how many labels to release").required().whole_number();
  app.add_flag_callback(
      "--min", [options = options.get()] { options->optimize = Optimize::min; },
      "the smallest scores are the best");
  options->privacy.add_amounts(app);
  options->privacy.add_scale(app);
  options->privacy.add_pay(app);
  options->charge.add(app);
  options->output.add(app);
  app.callback([options, &run] { run = [options] { run_select(*options); }; });
}

}  // namespace discreet::cli
