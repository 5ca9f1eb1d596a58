#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "commands.hpp"
#include "options.hpp"

namespace discreet::cli {

/// What any command of a ledger may be told.
struct LedgerCommandOptions {
  std::string path;
  std::string dataset;
  std::string unit;
  std::string neighbors = "add-remove";
  std::string new_file;
  std::string reason;
  std::string group;
  std::string role;
  std::optional<std::string> in_group;
  std::optional<std::string> output;
  std::optional<std::string> accountant;
  std::optional<std::string> slack;
  std::optional<std::string> threshold_share;
  std::optional<std::string> step;
  std::optional<std::uint64_t> releases;
  std::optional<std::uint64_t> k;
  bool json = false;
  PrivacyOptions budget;
  ChargeOptions opening;
};

/// The commands of a ledger, each a function of what it was told.
class LedgerCommands {
 public:
  using Action = void (*)(const LedgerCommandOptions&);

  LedgerCommands(App group, Run& run) : group_(group), run_(&run) {}

  /// A command with the options that all of them have.
  App add(const char* name, const char* what, const char* example, Action action);

  LedgerCommandOptions& options() { return *options_; }

 private:
  App group_;
  Run* run_;
  std::shared_ptr<LedgerCommandOptions> options_ = std::make_shared<LedgerCommandOptions>();
};

/// Says what was done, on standard output.
void say_done(const std::string& text);

/// The commands that make budgets and change them.
void add_budget_commands(LedgerCommands& commands);

/// The commands that say which roles of a server may charge.
void add_role_commands(LedgerCommands& commands);

/// The command that lists runs.
void add_run_commands(LedgerCommands& commands);

/// The commands that read a ledger as a whole and copy it.
void add_book_commands(LedgerCommands& commands);

}  // namespace discreet::cli
