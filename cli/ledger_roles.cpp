#include <fmt/format.h>

#include "discreet/ledger/ledger.hpp"
#include "discreet/ledger/text.hpp"
#include "ledger_commands.hpp"

namespace discreet::cli {
namespace {

void run_grant(const LedgerCommandOptions& options) {
  Ledger ledger = Ledger::open(options.path, options.opening.opening());
  ledger.grant(options.role, options.dataset);
  say_done(fmt::format("granted to {} in {}: to charge {} and to see its entries", options.role,
                       shown_address(options.path), options.dataset));
}

void run_revoke(const LedgerCommandOptions& options) {
  Ledger ledger = Ledger::open(options.path, options.opening.opening());
  ledger.revoke(options.role, options.dataset);
  say_done(fmt::format("revoked from {} in {}: {}", options.role, shown_address(options.path),
                       options.dataset));
}

void add_role(LedgerCommands& commands, const char* name, const char* what, const char* example,
              LedgerCommands::Action action) {
  const App app = commands.add(name, what, example, action);
  app.add_option("role", commands.options().role, "the role of the server").required();
  app.add_option("--dataset", commands.options().dataset, "the name of the dataset").required();
}

}  // namespace

void add_role_commands(LedgerCommands& commands) {
  add_role(commands, "grant", "let a role of the server charge a dataset, and see its entries",
           "discreet ledger grant postgresql://officer@db/privacy alice --dataset visits-2026",
           run_grant);
  add_role(commands, "revoke", "end what grant began",
           "discreet ledger revoke postgresql://officer@db/privacy alice --dataset visits-2026",
           run_revoke);
}

}  // namespace discreet::cli
