#include <fmt/format.h>

#include "discreet/error.hpp"
#include "discreet/ledger/ledger.hpp"
#include "discreet/ledger/text.hpp"
#include "discreet/release/words.hpp"
#include "input_error.hpp"
#include "interruption.hpp"
#include "ledger_commands.hpp"

namespace discreet::cli {
namespace {

std::optional<Accountant> accountant_of(const LedgerCommandOptions& options) {
  return options.accountant ? std::optional{parse_accountant(*options.accountant)} : std::nullopt;
}

Amounts budget_from(const LedgerCommandOptions& options) {
  Amounts budget = options.budget.amounts();
  budget.slack = option_amount("--slack", options.slack);
  if (const auto share = option_amount("--threshold-share", options.threshold_share)) {
    budget = with_threshold_share(budget, *share);
  }
  budget.step = option_amount("--step", options.step);
  if (options.releases) {
    const std::uint64_t k = options.k.value_or(1);
    if (*options.releases > most_steps / k) {
      throw UsageError{"--releases times -k must be at most 2^24"};
    }
    budget = with_step_for(budget, *options.releases * k);
  }
  return budget;
}

Dataset dataset_of(const LedgerCommandOptions& options) {
  Dataset out = make_dataset(options.dataset, options.unit, parse_neighbors(options.neighbors),
                             budget_from(options), accountant_of(options));
  out.group = options.in_group;
  return out;
}

std::string created(const Dataset& dataset) {
  return fmt::format(
      "dataset {}: {} for {}, accountant {}", dataset.name, budget_in_words(budget_of(dataset)),
      neighbors_in_words(dataset.neighbors, dataset.unit), to_string(dataset.accountant));
}

void run_create(const LedgerCommandOptions& options) {
  const Dataset dataset = dataset_of(options);
  {
    const SignalsHeld held;  // a ledger appears whole or not at all
    const Ledger ledger = Ledger::create(options.path, dataset, options.opening.opening());
  }
  say_done(fmt::format("created {}; {}", shown_address(options.path), created(dataset)));
}

void run_add(const LedgerCommandOptions& options) {
  const Dataset dataset = dataset_of(options);
  Ledger ledger = Ledger::open(options.path, options.opening.opening());
  ledger.add_dataset(dataset);
  say_done(fmt::format("added to {}; {}", shown_address(options.path), created(dataset)));
}

void run_group(const LedgerCommandOptions& options) {
  const DatasetGroup group =
      make_dataset_group(options.group, budget_from(options), accountant_of(options));
  Ledger ledger = Ledger::open(options.path, options.opening.opening());
  ledger.add_group(group);
  say_done(fmt::format("added to {}; group {}: {}, accountant {}", shown_address(options.path),
                       group.name, budget_in_words(group.budget),
                       to_string(group.budget.accountant)));
}

// Whose budget is decided on: that of a dataset, or of a group.
bool is_of_group(const LedgerCommandOptions& options) {
  if (options.dataset.empty() == !options.in_group) {
    throw UsageError{"say whose budget it is: --dataset or --group"};
  }
  return options.in_group.has_value();
}

void run_close(const LedgerCommandOptions& options) {
  const bool of_group = is_of_group(options);
  Ledger ledger = Ledger::open(options.path, options.opening.opening());
  if (of_group) {
    ledger.close_group(*options.in_group, options.reason);
  } else {
    ledger.close_dataset(options.dataset, options.reason);
  }
  say_done(fmt::format("closed {} in {}: nothing more is charged to it",
                       of_group ? "the group " + *options.in_group : options.dataset,
                       shown_address(options.path)));
}

GroupState group_state(Ledger& ledger, const std::string& name) {
  for (GroupState& state : ledger.groups()) {
    if (state.group.name == name) {
      return std::move(state);
    }
  }
  throw Error{bug, "a group that was lowered is there"};
}

void run_lower(const LedgerCommandOptions& options) {
  Amounts lesser = options.budget.written();
  lesser.slack = option_amount("--slack", options.slack);
  if (!lesser.epsilon && !lesser.delta && !lesser.rho && !lesser.slack) {
    throw UsageError{"say what may be spent from now on: --epsilon, --delta or --rho"};
  }
  const bool of_group = is_of_group(options);
  Ledger ledger = Ledger::open(options.path, options.opening.opening());
  constexpr const char* done = "lowered {} in {} to {}; what was promised of it stays {}";
  if (of_group) {
    ledger.lower_group(*options.in_group, lesser, options.reason);
    const GroupState state = group_state(ledger, *options.in_group);
    say_done(fmt::format(done, "the group " + *options.in_group, shown_address(options.path),
                         budget_in_words(state.limit), budget_in_words(state.group.budget)));
    return;
  }
  ledger.lower_budget(options.dataset, lesser, options.reason);
  const DatasetState state = ledger.state(options.dataset);
  say_done(fmt::format(done, options.dataset, shown_address(options.path),
                       budget_in_words(state.limit), budget_in_words(budget_of(state.dataset))));
}

void add_reason(App app, LedgerCommandOptions& options) {
  app.add_option("--dataset", options.dataset, "the name of the dataset");
  app.add_option("--group", options.in_group, "instead of a dataset: the name of a group");
  app.add_option("--reason", options.reason, "why, for those who read the ledger").required();
}

void add_budget_options(App app, LedgerCommandOptions& options) {
  app.add_option("--accountant", options.accountant,
                 "pure for --epsilon, zcdp for --rho, mixed (the default), basic or, with --step, "
                 "steps for --epsilon with --delta")
      .one_of({"pure", "zcdp", "basic", "mixed", "steps"});
  options.budget.add_amounts(app);
  const Option slack = app.add_option(
      "--slack", options.slack,
      "with --rho: the delta that thresholds may take in all; without it items cannot be found in "
      "the data");
  app.add_option("--threshold-share", options.threshold_share,
                 "with --epsilon and --delta under mixed and steps: the part of delta that is kept "
                 "for thresholds (a quarter unless said)")
      .excludes(slack);
  const Option step =
      app.add_option("--step", options.step,
                     "of steps: the bounded range of each, which fixes the noise of every release");
  const Option releases =
      app.add_option(
             "--releases", options.releases,
             "of steps: the largest step for so many releases of -k items, instead of --step")
          .whole_number()
          .excludes(step);
  app.add_option("-k", options.k, "with --releases: how many items each has; 1 unless said")
      .whole_number()
      .needs(releases);
}

void add_dataset_options(App app, LedgerCommandOptions& options) {
  app.add_option("--dataset", options.dataset, "the name of the dataset").required();
  app.add_option("--unit", options.unit, "the unit of privacy: whose presence is hidden")
      .required();
  app.add_option("--neighbors", options.neighbors, "add-remove (the default) or replace")
      .one_of({"add-remove", "replace"});
  add_budget_options(app, options);
}

}  // namespace

void add_budget_commands(LedgerCommands& commands) {
  LedgerCommandOptions& options = commands.options();
  const App create =
      commands.add("create", "make a ledger with its first dataset; never overwrites",
                   "discreet ledger create hospital.ledger --dataset visits-2026 --unit patient "
                   "--epsilon 4 --delta 1e-6",
                   run_create);
  add_dataset_options(create, options);
  const App add = commands.add(
      "add", "add a dataset to a ledger",
      "discreet ledger add hospital.ledger --dataset labs-2026 --unit patient --rho 0.5", run_add);
  add_dataset_options(add, options);
  add.add_option(
      "--group", options.in_group,
      "the group of datasets of the same units, whose budget each charge has to fit too");
  const App group_command = commands.add(
      "group", "add a budget that datasets of the same units share",
      "discreet ledger group hospital.ledger people --epsilon 8 --delta 1e-5", run_group);
  group_command.add_option("name", options.group, "the name of the group").required();
  add_budget_options(group_command, options);
  const App close =
      commands.add("close", "charge nothing more to a dataset or a group, for good",
                   "discreet ledger close hospital.ledger --dataset visits-2026 --reason "
                   "'the study ended'",
                   run_close);
  add_reason(close, options);
  const App lower =
      commands.add("lower", "let a dataset or a group spend less than was promised",
                   "discreet ledger lower hospital.ledger --dataset visits-2026 --epsilon "
                   "2 --reason 'fewer releases'",
                   run_lower);
  add_reason(lower, options);
  options.budget.add_amounts(lower);
  lower.add_option("--slack", options.slack, "what thresholds may take in all");
}

}  // namespace discreet::cli
