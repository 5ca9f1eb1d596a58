#include <array>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include "commands.hpp"
#include "discreet/error.hpp"
#include "discreet/release/words.hpp"
#include "distinct_inputs.hpp"
#include "in_two_threads.hpp"
#include "input_error.hpp"
#include "never_an_input.hpp"
#include "options.hpp"
#include "plan_quantiles.hpp"
#include "plan_table.hpp"
#include "progress_bar.hpp"
#include "quantile_options.hpp"
#include "render_plan.hpp"
#include "result_file.hpp"
#include "table_options.hpp"
#include "ways_to_plan.hpp"

namespace discreet::cli {
namespace {

struct PlanOptions {
  std::optional<std::string> command;
  std::optional<std::uint64_t> k;
  QuantileOptions quantiles;
  std::optional<std::uint64_t> candidates;
  std::optional<std::uint64_t> groups;
  TableOptions table;
  std::optional<std::string> sensitivity;
  std::optional<std::string> neighbors;
  bool monotonic = false;
  bool json = false;
  bool quiet = false;
  std::optional<std::string> output;
  PrivacyOptions privacy;
  ChargeOptions charge;
};

constexpr std::array<double, 7> factors{0.125, 0.25, 0.5, 1, 2, 4, 8};

TopKRequest scaled(TopKRequest asked, double factor) {
  const Fraction by = exact_fraction(factor);
  if (asked.epsilon) {
    asked.epsilon = Fraction{asked.epsilon->exact() * by};
  }
  if (asked.rho) {
    asked.rho = Fraction{asked.rho->exact() * by};
  }
  if (asked.scale) {
    asked.scale = *asked.scale / factor;
  }
  return asked;
}

PlannedCommand command_of(const PlanOptions& options) {
  const bool named_select = options.command == "select";
  if (options.monotonic && options.command && !named_select) {
    throw UsageError{"--monotonic goes with --for select; top-k knows how units move its counts"};
  }
  const auto command =
      named_select || options.monotonic ? PlannedCommand::select : PlannedCommand::top_k;
  if (command == PlannedCommand::select && options.neighbors) {
    throw UsageError{"--neighbors goes with --for top-k; select takes --monotonic"};
  }
  if (command == PlannedCommand::top_k && options.sensitivity) {
    throw UsageError{"--sensitivity goes with --for select; top-k counts units, one at a time"};
  }
  return command;
}

// The same requests as those of top-k and select.
void set_request(PlanResult& result, const PlanOptions& options) {
  result.candidates = options.candidates.value();
  result.request.k = options.k.value();
  if (result.command == PlannedCommand::top_k) {
    result.neighbors = chosen_neighbors(options.neighbors, result.dataset);
    result.request.sensitivity = 1;
    result.request.monotonic = monotonic_counts(*result.neighbors);
    return;
  }
  result.request.sensitivity = parse_sensitivity(options.sensitivity.value_or("1"));
  if (options.monotonic) {
    result.request.monotonic = Monotonic::yes;
  }
  if (result.dataset) {
    result.neighbors = result.dataset->neighbors;
  }
}

std::optional<DatasetState> state_of(const ChargeOptions& charge) {
  if (!charge.ledger) {
    return std::nullopt;
  }
  DatasetState out =
      Ledger::open(*charge.ledger, charge.opening()).state(charge.dataset.value_or(""));
  require_open(out.closed);
  if (out.in_group) {
    require_open(out.in_group->closed);
  }
  out.dataset.budget = out.limit.amounts;  // what it may spend, where that was lowered
  return out;
}

ProgressBar planning(const PlanOptions& options) {
  return {"planning", options.quiet ? ProgressBar::Show::never : ProgressBar::Show::on_a_terminal};
}

// Whatever top-k does but name items of a public list.
void run_table_plan(const PlanOptions& options) {
  if (options.command == "select" || options.monotonic || options.sensitivity) {
    throw UsageError{"select needs --candidates-count, and nothing of a table"};
  }
  if (options.table.decimals && !options.table.clip) {
    throw UsageError{"--decimals goes with --clip"};
  }
  TableRequest request =
      options.table.request(options.privacy, options.charge, options.candidates.has_value());
  ResultFile file{never_an_input(options.output, {}, options.charge)};
  const std::optional<DatasetState> state = state_of(options.charge);
  request.k = options.k.value();
  request.neighbors =
      chosen_neighbors(options.neighbors, state ? std::optional{state->dataset} : std::nullopt);
  ProgressBar bar = planning(options);
  const PlannedTable planned{
      planned_release<TableRelease>(request, {options.candidates, options.groups}, state,
                                    [&bar](double part) { bar.update(part); }),
      options.table.decimals.value_or(0)};
  file.write(options.json ? table_plan_as_json(planned) : table_plan_as_text(planned));
}

void require_only_quantiles(const PlanOptions& options) {
  const TableOptions& table = options.table;
  TableOptions others = table;
  others.groups_per_unit.reset();
  if (options.command.value_or("quantile") != "quantile" || options.k || options.candidates ||
      options.sensitivity || options.monotonic || others.more_than_names(true) ||
      options.privacy.scale || options.privacy.law) {
    throw UsageError{
        "--quantiles goes with --lower, --upper, --step, --per-unit, --units, --groups-count and "
        "--groups-per-unit, and nothing of other releases"};
  }
  if (table.groups_per_unit && !options.groups) {
    throw UsageError{"--groups-per-unit goes with --groups-count"};
  }
}

void run_quantile_plan(const PlanOptions& options) {
  require_only_quantiles(options);
  QuantilesRequest request =
      options.quantiles.request(options.privacy, options.charge, options.table.groups_per_unit);
  const ValueGrid grid = options.quantiles.grid();
  static_cast<void>(ValueReader{grid, request.per_unit});
  ResultFile file{never_an_input(options.output, {}, options.charge)};
  const std::optional<DatasetState> state = state_of(options.charge);
  request.neighbors =
      chosen_neighbors(options.neighbors, state ? std::optional{state->dataset} : std::nullopt);
  ProgressBar bar = planning(options);
  const auto planned = planned_release<QuantilesRelease>(request, {options.groups}, state,
                                                         [&bar](double part) { bar.update(part); });
  file.write(options.json ? quantile_plan_as_json(planned, grid)
                          : quantile_plan_as_text(planned, grid));
}

void run_plan(const PlanOptions& options) {
  require_distinct_files(
      {{"--ledger", options.charge.ledger}, {"--witness", options.charge.witness}});
  if (options.quantiles.any() || options.command == "quantile") {
    run_quantile_plan(options);
    return;
  }
  if (!options.k) {
    throw UsageError{"-k must be said, or --quantiles"};
  }
  if (options.groups || options.table.more_than_names(options.candidates.has_value())) {
    run_table_plan(options);
    return;
  }
  const TopKRequest request = options.privacy.request(options.charge);
  ResultFile file{never_an_input(options.output, {}, options.charge)};
  PlanResult result;
  result.request = request;
  result.command = command_of(options);
  const std::optional<DatasetState> state = state_of(options.charge);
  if (state) {
    result.dataset = state->dataset;
  }
  set_request(result, options);
  const std::optional<Budget> budget =
      result.dataset ? std::optional{budget_of(*result.dataset)} : std::nullopt;
  ProgressBar bar = planning(options);
  // Where the step has fixed the noise there is nothing near.
  const bool one_noise = !request.epsilon && !request.rho && !request.scale;
  ProgressOfMany progress{factors.size(), [&bar](double part) { bar.update(part); }};
  std::array<std::optional<PlanPoint>, factors.size()> points;
  // A greater budget takes longer to search, so it is begun first, and no thread waits for it alone.
  in_two_threads(factors.size(), [&](std::size_t turn) {
    const std::size_t i = factors.size() - 1 - turn;
    if (one_noise && factors[i] != 1) {
      return;
    }
    const TopKRequest near = scaled(result.request, factors[i]);
    if (factors[i] == 1) {
      result.ways = ways_to_plan(result.request, result.candidates, state, progress.of(i));
      points[i] = {1, near, result.ways.front().plan};
    } else if (!near.scale || (std::isfinite(*near.scale) && *near.scale > 0)) {
      points[i] = {factors[i], near,
                   TopKRelease::plan(near, {result.candidates}, budget ? &*budget : nullptr,
                                     progress.of(i))};
    }
  });
  for (const std::optional<PlanPoint>& point : points) {
    if (point) {
      result.points.push_back(*point);
    }
  }
  file.write(options.json ? plan_as_json(result) : plan_as_text(result));
}

}  // namespace

void add_plan(App program, Run& run) {
  auto options = std::make_shared<PlanOptions>();
  const App app = program.add_subcommand(
      "plan", "what a release would cost and how far it would err; touches no data");
  app.footer(
      "Examples:\n"
      "  discreet plan -k 10 --epsilon 1 --delta 1e-6 --candidates-count 70000 \\\n"
      "      --ledger hospital.ledger --dataset visits-2026\n"
      "  discreet plan -k 10 --counts --epsilon 1 --delta 1e-6\n"
      "  discreet plan --quantiles quartiles --lower 0 --upper 1000000 --epsilon 1 --units "
      "100000\n");
  app.add_option("--for", options->command, "top-k (the default), select or quantile")
      .one_of({"top-k", "select", "quantile"});
  app.add_option("-k", options->k, "how many items to release").whole_number();
  app.add_option("--candidates-count", options->candidates,
                 "how many candidates there are; without it the items are those of the data")
      .whole_number();
  options->table.add_public(app);
  app.add_option("--groups-count", options->groups, "how many groups there are").whole_number();
  options->quantiles.add(app);
  app.add_option("--neighbors", options->neighbors,
                 "of top-k and quantile: add-remove (the default) or replace")
      .one_of({"add-remove", "replace"});
  app.add_option("--sensitivity", options->sensitivity,
                 "of select: the most that one unit can change one score; 1 by default");
  app.add_flag("--monotonic", options->monotonic,
               "one unit moves all scores in the same direction; means --for select");
  app.add_flag("--json", options->json, "the same facts as JSON");
  app.add_option("--output", options->output, "write the result to this file, whole or not at all")
      .type_name("FILE");
  app.add_flag("--quiet", options->quiet, "no progress bar");
  options->privacy.add_amounts(app);
  options->privacy.add_scale(app);
  options->privacy.add_pay(app);
  options->charge.add_account(app, "the ledger to plan for; nothing is charged");
  app.callback([options, &run] { run = [options] { run_plan(*options); }; });
}

}  // namespace discreet::cli
