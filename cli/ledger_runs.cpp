#include <fmt/format.h>

#include "discreet/ledger/ledger.hpp"
#include "discreet/ledger/text.hpp"
#include "ledger_as_json.hpp"
#include "ledger_commands.hpp"
#include "result_file.hpp"

namespace discreet::cli {
namespace {

std::string run_in_words(const RunState& run) {
  const ChargeRequest& request = run.charge.request;
  const std::string state =
      run.result ? fmt::format("result of {}, sha256 {}", run.result->at, run.result->sha256)
                 : "charged, no result: repeat the command";
  return fmt::format("{}  {}  {}  {}  by {}  {}\n", made_visible(request.dataset),
                     made_visible(request.run->id), run.charge.at, made_visible(request.what),
                     made_visible(request.asked_by), state);
}

void run_runs(const LedgerCommandOptions& options) {
  Ledger ledger = Ledger::open(options.path, options.opening.opening());
  ResultFile file{std::nullopt};
  const std::vector<RunState> runs = ledger.runs();
  if (options.json) {
    file.write(runs_as_json(runs));
    return;
  }
  std::string text;
  for (const RunState& run : runs) {
    text += run_in_words(run);
  }
  file.write(text.empty() ? "no runs\n" : text);
}

}  // namespace

void add_run_commands(LedgerCommands& commands) {
  CLI::App& runs = commands.add("runs", "every run, and whether its result is stored",
                                "discreet ledger runs hospital.ledger --json", run_runs);
  runs.add_flag("--json", commands.options().json, "the same facts as JSON");
}

}  // namespace discreet::cli
