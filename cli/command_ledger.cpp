#include <filesystem>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "commands.hpp"
#include "discreet/error.hpp"
#include "discreet/ledger/text.hpp"
#include "discreet/ledger/verify.hpp"
#include "discreet/release/words.hpp"
#include "distinct_inputs.hpp"
#include "input_error.hpp"
#include "interruption.hpp"
#include "ledger_as_json.hpp"
#include "never_an_input.hpp"
#include "options.hpp"
#include "result_file.hpp"

namespace discreet::cli {
namespace {

struct LedgerCommandOptions {
  std::string path;
  std::string dataset;
  std::string unit;
  std::string neighbors = "add-remove";
  std::string new_file;
  std::string reason;
  std::string group;
  std::optional<std::string> in_group;
  std::optional<std::string> output;
  std::optional<std::string> accountant;
  std::optional<std::string> slack;
  std::optional<std::string> threshold_share;
  bool json = false;
  PrivacyOptions budget;
  ChargeOptions opening;
};

void require_distinct(const LedgerCommandOptions& options) {
  const auto& file = options.new_file;
  require_distinct_files({{"the ledger", options.path},
                          {"--witness", options.opening.witness},
                          {"the new file", file.empty() ? std::nullopt : std::optional{file}}});
}

std::optional<Accountant> accountant_of(const LedgerCommandOptions& options) {
  return options.accountant ? std::optional{parse_accountant(*options.accountant)} : std::nullopt;
}

Amounts budget_from(const LedgerCommandOptions& options) {
  Amounts budget = options.budget.amounts();
  budget.slack = option_amount("--slack", options.slack);
  if (const auto share = option_amount("--threshold-share", options.threshold_share)) {
    budget = with_threshold_share(budget, *share);
  }
  return budget;
}

Dataset dataset_of(const LedgerCommandOptions& options) {
  Dataset out = make_dataset(options.dataset, options.unit, parse_neighbors(options.neighbors),
                             budget_from(options), accountant_of(options));
  out.group = options.in_group;
  return out;
}

void say(const std::string& text) {
  ResultFile file{std::nullopt};
  file.write(text + "\n");
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
  say(fmt::format("created {}; {}", options.path, created(dataset)));
}

void run_add(const LedgerCommandOptions& options) {
  const Dataset dataset = dataset_of(options);
  Ledger ledger = Ledger::open(options.path, options.opening.opening());
  ledger.add_dataset(dataset);
  say(fmt::format("added to {}; {}", options.path, created(dataset)));
}

void run_group(const LedgerCommandOptions& options) {
  const DatasetGroup group =
      make_dataset_group(options.group, budget_from(options), accountant_of(options));
  Ledger ledger = Ledger::open(options.path, options.opening.opening());
  ledger.add_group(group);
  say(fmt::format("added to {}; group {}: {}, accountant {}", options.path, group.name,
                  budget_in_words(group.budget), to_string(group.budget.accountant)));
}

void run_close(const LedgerCommandOptions& options) {
  Ledger ledger = Ledger::open(options.path, options.opening.opening());
  ledger.close_dataset(options.dataset, options.reason);
  say(fmt::format("closed {} in {}: nothing more is charged to it", options.dataset, options.path));
}

void run_lower(const LedgerCommandOptions& options) {
  Amounts lesser = options.budget.written();
  lesser.slack = option_amount("--slack", options.slack);
  if (!lesser.epsilon && !lesser.delta && !lesser.rho && !lesser.slack) {
    throw UsageError{"say what the dataset may spend from now on: --epsilon, --delta or --rho"};
  }
  Ledger ledger = Ledger::open(options.path, options.opening.opening());
  ledger.lower_budget(options.dataset, lesser, options.reason);
  const DatasetState state = ledger.state(options.dataset);
  say(fmt::format("lowered {} in {} to {}; what was promised of it stays {}", options.dataset,
                  options.path, budget_in_words(state.limit),
                  budget_in_words(budget_of(state.dataset))));
}

void run_show(const LedgerCommandOptions& options) {
  Ledger ledger = Ledger::open(options.path, options.opening.opening());
  ResultFile file{std::nullopt};
  const LedgerContents contents = ledger.contents();
  file.write(options.json ? ledger_as_json(contents) : ledger_text(contents));
}

void run_report(const LedgerCommandOptions& options) {
  ChargeOptions never_written = options.opening;
  never_written.ledger = options.path;
  ResultFile file{never_an_input(options.output, {}, never_written)};
  Ledger ledger = Ledger::open(options.path, options.opening.opening());
  file.write(
      ledger_report(ledger.contents(), std::filesystem::path{options.path}.filename().string()));
}

void run_verify(const LedgerCommandOptions& options) {
  const Verification found = verify_ledger(options.path, options.opening.opening());
  if (found.problem) {
    throw Error{ErrorKind::ledger, options.path + ": " + *found.problem};
  }
  say(fmt::format("{} verifies: {} entries, last hash {}", options.path, found.entries,
                  found.head));
}

void run_witness(const LedgerCommandOptions& options) {
  Ledger ledger = Ledger::open(options.path, options.opening.opening());
  {
    const SignalsHeld held;  // a witness appears whole or not at all
    ledger.write_witness(options.new_file);
  }
  say(fmt::format("wrote the witness {}", options.new_file));
}

void run_backup(const LedgerCommandOptions& options) {
  Ledger ledger = Ledger::open(options.path, options.opening.opening());
  {
    const SignalsHeld held;  // a copy too
    ledger.backup(options.new_file);
  }
  const Verification copy = verify_ledger(options.new_file);
  say(fmt::format("copied {} to {}: {} entries, last hash {}", options.path, options.new_file,
                  copy.entries, copy.head));
}

CLI::App& command(CLI::App& group, const char* name, const char* what,
                  LedgerCommandOptions& options, const char* example) {
  CLI::App& app = *group.add_subcommand(name, what);
  app.footer(fmt::format("Example:\n  {}\n", example));
  app.add_option("ledger", options.path, "the ledger's file")->required()->type_name("FILE");
  app.add_option("--witness", options.opening.witness, "the file that keeps the ledger's last hash")
      ->type_name("FILE");
  options.opening.add_patience(app);
  return app;
}

void add_reason(CLI::App& app, LedgerCommandOptions& options) {
  app.add_option("--dataset", options.dataset, "the name of the dataset")->required();
  app.add_option("--reason", options.reason, "why, for those who read the ledger")->required();
}

void add_budget_options(CLI::App& app, LedgerCommandOptions& options) {
  app.add_option("--accountant", options.accountant,
                 "pure for --epsilon, zcdp for --rho, mixed (the default) or basic for --epsilon "
                 "with --delta")
      ->check(CLI::IsMember({"pure", "zcdp", "basic", "mixed"}));
  options.budget.add_amounts(app);
  auto* const slack = app.add_option(
      "--slack", options.slack,
      "with --rho: the delta that thresholds may take in all; without it items cannot be found in "
      "the data");
  app.add_option("--threshold-share", options.threshold_share,
                 "with --epsilon and --delta under mixed: the part of delta that is kept for "
                 "thresholds (a quarter unless said)")
      ->excludes(slack);
}

void add_dataset_options(CLI::App& app, LedgerCommandOptions& options) {
  app.add_option("--dataset", options.dataset, "the name of the dataset")->required();
  app.add_option("--unit", options.unit, "the unit of privacy: whose presence is hidden")
      ->required();
  app.add_option("--neighbors", options.neighbors, "add-remove (the default) or replace")
      ->check(CLI::IsMember({"add-remove", "replace"}));
  add_budget_options(app, options);
}

}  // namespace

void add_ledger(CLI::App& program, Run& run) {
  auto options = std::make_shared<LedgerCommandOptions>();
  CLI::App& group = *program.add_subcommand("ledger",
                                            "the durable budget: create, add, group, close, lower, "
                                            "show, report, verify, witness, backup");
  group.require_subcommand(1);
  group.footer(
      "Example:\n"
      "  discreet ledger create hospital.ledger --dataset visits-2026 --unit patient --epsilon 4 "
      "--delta 1e-6\n");
  const auto bind = [options, &run](CLI::App& app, void (*action)(const LedgerCommandOptions&)) {
    app.callback([options, action, &run] {
      run = [options, action] {
        require_distinct(*options);
        action(*options);
      };
    });
  };
  CLI::App& create =
      command(group, "create", "make a ledger with its first dataset; never overwrites", *options,
              "discreet ledger create hospital.ledger --dataset visits-2026 --unit patient "
              "--epsilon 4 --delta 1e-6");
  add_dataset_options(create, *options);
  bind(create, run_create);
  CLI::App& add =
      command(group, "add", "add a dataset to a ledger", *options,
              "discreet ledger add hospital.ledger --dataset labs-2026 --unit patient --rho 0.5");
  add_dataset_options(add, *options);
  add.add_option(
      "--group", options->in_group,
      "the group of datasets of the same units, whose budget each charge has to fit too");
  bind(add, run_add);
  CLI::App& group_command =
      command(group, "group", "add a budget that datasets of the same units share", *options,
              "discreet ledger group hospital.ledger people --epsilon 8 --delta 1e-5");
  group_command.add_option("name", options->group, "the name of the group")->required();
  add_budget_options(group_command, *options);
  bind(group_command, run_group);
  CLI::App& close = command(group, "close", "charge nothing more to a dataset, for good", *options,
                            "discreet ledger close hospital.ledger --dataset visits-2026 --reason "
                            "'the study ended'");
  add_reason(close, *options);
  bind(close, run_close);
  CLI::App& lower = command(group, "lower", "let a dataset spend less than was promised", *options,
                            "discreet ledger lower hospital.ledger --dataset visits-2026 --epsilon "
                            "2 --reason 'fewer releases'");
  add_reason(lower, *options);
  options->budget.add_amounts(lower);
  lower.add_option("--slack", options->slack, "what thresholds may take in all");
  bind(lower, run_lower);
  CLI::App& show = command(group, "show", "budgets, what is left, and every charge", *options,
                           "discreet ledger show hospital.ledger --json");
  show.add_flag("--json", options->json, "the same facts as JSON");
  bind(show, run_show);
  CLI::App& report = command(group, "report", "a page for whoever answers for the budget", *options,
                             "discreet ledger report hospital.ledger --output report.html");
  report.add_option("--output", options->output, "the page; standard output unless said")
      ->type_name("FILE");
  bind(report, run_report);
  bind(command(group, "verify", "check every link of the chain", *options,
               "discreet ledger verify hospital.ledger"),
       run_verify);
  CLI::App& witness =
      command(group, "witness", "write a new witness of the ledger as it stands", *options,
              "discreet ledger witness hospital.ledger /mnt/elsewhere/hospital.witness");
  witness.add_option("file", options->new_file, "the new witness; never overwrites")
      ->required()
      ->type_name("FILE");
  bind(witness, run_witness);
  CLI::App& backup = command(group, "backup", "copy a ledger safely while others charge", *options,
                             "discreet ledger backup hospital.ledger /mnt/backup/hospital.ledger");
  backup.add_option("file", options->new_file, "the new copy; never overwrites")
      ->required()
      ->type_name("FILE");
  bind(backup, run_backup);
}

}  // namespace discreet::cli
