#include <fmt/format.h>

#include "commands.hpp"
#include "distinct_inputs.hpp"
#include "ledger_commands.hpp"
#include "result_file.hpp"

namespace discreet::cli {
namespace {

void require_distinct(const LedgerCommandOptions& options) {
  const auto& file = options.new_file;
  require_distinct_files({{"the ledger", options.path},
                          {"--witness", options.opening.witness},
                          {"the new file", file.empty() ? std::nullopt : std::optional{file}}});
}

}  // namespace

void say_done(const std::string& text) {
  ResultFile file{std::nullopt};
  file.write(text + "\n");
}

App LedgerCommands::add(const char* name, const char* what, const char* example, Action action) {
  const App app = group_.add_subcommand(name, what);
  app.footer(fmt::format("Example:\n  {}\n", example));
  app.add_option("ledger", options_->path, "the ledger: a file, or postgresql://user@host/database")
      .required()
      .type_name("FILE");
  app.add_option("--witness", options_->opening.witness,
                 "the file that keeps the ledger's last hash")
      .type_name("FILE");
  options_->opening.add_patience(app);
  app.callback([options = options_, action, run = run_] {
    *run = [options, action] {
      require_distinct(*options);
      action(*options);
    };
  });
  return app;
}

void add_ledger(App program, Run& run) {
  const App group =
      program.add_subcommand("ledger",
                             "the durable budget: create, add, group, close, lower, grant, "
                             "revoke, show, report, verify, witness, backup, copy, runs");
  group.require_subcommand();
  group.footer(
      "Example:\n"
      "  discreet ledger create hospital.ledger --dataset visits-2026 --unit patient --epsilon 4 "
      "--delta 1e-6\n");
  LedgerCommands commands{group, run};
  add_budget_commands(commands);
  add_role_commands(commands);
  add_book_commands(commands);
  add_run_commands(commands);
}

}  // namespace discreet::cli
