#include <filesystem>

#include <fmt/format.h>

#include "discreet/error.hpp"
#include "discreet/ledger/text.hpp"
#include "discreet/ledger/verify.hpp"
#include "interruption.hpp"
#include "ledger_as_json.hpp"
#include "ledger_commands.hpp"
#include "never_an_input.hpp"
#include "result_file.hpp"

namespace discreet::cli {
namespace {

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
  file.write(ledger_report(ledger.contents(),
                           is_server_address(options.path)
                               ? shown_address(options.path)
                               : std::filesystem::path{options.path}.filename().string()));
}

void run_verify(const LedgerCommandOptions& options) {
  const Verification found = verify_ledger(options.path, options.opening.opening());
  if (found.problem) {
    throw Error{ErrorKind::ledger, shown_address(options.path) + ": " + *found.problem};
  }
  std::string said = fmt::format("{} verifies: {} entries, last hash {}",
                                 shown_address(options.path), found.entries, found.head);
  for (const std::string& sentence : moves_in_words(found.moved, found.copied, found.unfinished)) {
    said += "\n  " + sentence;
  }
  say_done(said);
}

void run_witness(const LedgerCommandOptions& options) {
  Ledger ledger = Ledger::open(options.path, options.opening.opening());
  {
    const SignalsHeld held;  // a witness appears whole or not at all
    ledger.write_witness(options.new_file);
  }
  say_done(fmt::format("wrote the witness {}", options.new_file));
}

void run_backup(const LedgerCommandOptions& options) {
  Ledger ledger = Ledger::open(options.path, options.opening.opening());
  {
    const SignalsHeld held;  // a copy too
    ledger.backup(options.new_file);
  }
  const Verification copy = verify_ledger(options.new_file);
  say_done(fmt::format("copied {} to {}: {} entries, last hash {}", shown_address(options.path),
                       shown_address(options.new_file), copy.entries, copy.head));
}

void run_copy(const LedgerCommandOptions& options) {
  {
    Ledger ledger = Ledger::open(options.path, options.opening.opening());
    const SignalsHeld held;  // what a signal would leave for the next call to finish is finished
    ledger.copy_to(options.new_file);
  }
  LedgerOptions opening = options.opening.opening();
  opening.witness.reset();
  const Verification copy = verify_ledger(options.new_file, opening);
  if (copy.problem) {
    throw Error{ErrorKind::ledger, shown_address(options.new_file) + ": " + *copy.problem};
  }
  std::string said = fmt::format(
      "copied {0} to {1}: {2} entries, last hash {3}; {0} is closed, charge {1}",
      shown_address(options.path), shown_address(options.new_file), copy.entries, copy.head);
  if (options.opening.witness) {
    said += "\nIts witness stays with it: write one of the new ledger with discreet ledger witness";
  }
  say_done(said);
}

}  // namespace

void add_book_commands(LedgerCommands& commands) {
  LedgerCommandOptions& options = commands.options();
  const App show = commands.add("show", "budgets, what is left, and every charge",
                                "discreet ledger show hospital.ledger --json", run_show);
  show.add_flag("--json", options.json, "the same facts as JSON");
  const App report =
      commands.add("report", "a page for whoever answers for the budget",
                   "discreet ledger report hospital.ledger --output report.html", run_report);
  report.add_option("--output", options.output, "the page; standard output unless said")
      .type_name("FILE");
  commands.add("verify", "check every link of the chain", "discreet ledger verify hospital.ledger",
               run_verify);
  const App witness = commands.add(
      "witness", "write a new witness of the ledger as it stands",
      "discreet ledger witness hospital.ledger /mnt/elsewhere/hospital.witness", run_witness);
  witness.add_option("file", options.new_file, "the new witness; never overwrites")
      .required()
      .type_name("FILE");
  const App backup = commands.add(
      "backup", "copy a ledger safely while others charge",
      "discreet ledger backup hospital.ledger /mnt/backup/hospital.ledger", run_backup);
  backup.add_option("file", options.new_file, "the new copy; never overwrites")
      .required()
      .type_name("FILE");
  const App copy =
      commands.add("copy", "move a ledger: copy it, and close it where it was",
                   "discreet ledger copy hospital.ledger /srv/budgets/hospital.ledger", run_copy);
  copy.add_option("to", options.new_file, "the new ledger; never overwrites")
      .required()
      .type_name("FILE");
}

}  // namespace discreet::cli
