#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "commands.hpp"
#include "input_error.hpp"
#include "pair_counter.hpp"
#include "progress_bar.hpp"
#include "release_top_k.hpp"
#include "row_options.hpp"

namespace discreet::cli {
namespace {

struct TopKOptions : RowOptions {
  std::optional<std::string> neighbors;
  std::uint64_t k = 0;
  Optimize optimize = Optimize::max;
  PrivacyOptions privacy;
  ChargeOptions charge;
  OutputOptions output;
};

Neighbors neighbors_of(const TopKOptions& options, const std::optional<Dataset>& dataset) {
  if (dataset && dataset->unit != options.unit) {
    throw UsageError{
        fmt::format("--unit must be the dataset's unit of privacy, '{}'", dataset->unit)};
  }
  return chosen_neighbors(options.neighbors, dataset);
}

std::vector<std::int64_t> count(const TopKOptions& options,
                                const std::vector<std::string>& candidates) {
  ProgressBar bar{"reading", options.output.quiet ? ProgressBar::Show::never
                                                  : ProgressBar::Show::on_a_terminal};
  PairCounter counter{candidates};
  options.read_rows(
      "top-k", [&](double part) { bar.update(part); },
      [&](std::string_view unit, std::string_view item) { counter.add(unit, item); });
  return counter.counts();
}

void run_top_k(const TopKOptions& options) {
  options.require_distinct(
      {{"--ledger", options.charge.ledger}, {"--witness", options.charge.witness}});
  TopKRequest request = options.privacy.request();
  Releaser<TopKRelease> releaser{
      options.charge, options.output, {options.file, options.candidates.value()}};
  const Neighbors neighbors = neighbors_of(options, releaser.dataset());
  const auto candidates = options.read_candidates("top-k");
  if (options.k > candidates.size()) {
    throw InputError{fmt::format("{}: k must not be above the number of candidates",
                                 options.candidates.value())};
  }
  request.what = "top-k";
  request.k = options.k;
  request.sensitivity = 1;
  request.monotonic = monotonic_counts(neighbors);
  request.optimize = options.optimize;
  releaser.prepare(request, {candidates.size()},
                   {options.unit,
                    neighbors,
                    fmt::format("Each {} counts once for each {}. ", options.unit, options.item),
                    {}});
  release_top_k(releaser, request, count(options, candidates), candidates);
}

}  // namespace

void add_top_k(CLI::App& program, Run& run) {
  auto options = std::make_shared<TopKOptions>();
  CLI::App& app =
      *program.add_subcommand("top-k", "the items that most units have, from a table of rows");
  app.footer(
      "Example:\n"
      "  discreet top-k visits.csv --unit patient --item diagnosis --candidates codes.txt \\\n"
      "      -k 10 --epsilon 1 --ledger hospital.ledger --dataset visits-2026\n");
  options->add(app, Candidates::required);
  app.add_option("-k", options->k, "how many items to release")->required()->check(whole_number());
  app.add_flag_callback(
      "--min", [options = options.get()] { options->optimize = Optimize::min; },
      "the items that fewest units have");
  app.add_option("--neighbors", options->neighbors, "add-remove (the default) or replace")
      ->check(CLI::IsMember({"add-remove", "replace"}));
  options->privacy.add_amounts(app);
  options->privacy.add_scale(app);
  options->privacy.add_pay(app);
  options->charge.add(app);
  options->output.add(app);
  app.callback([options, &run] { run = [options] { run_top_k(*options); }; });
}

}  // namespace discreet::cli
