#include <fmt/format.h>

#include "discreet/ledger/ledger.hpp"
#include "discreet/ledger/text.hpp"
#include "lay_out.hpp"
#include "ledger_as_json.hpp"
#include "ledger_commands.hpp"
#include "result_file.hpp"

namespace discreet::cli {
namespace {

// A table of them; the state last, since it is the longest.
std::string runs_in_words(const std::vector<RunState>& runs) {
  if (runs.empty()) {
    return "no runs\n";
  }
  Rows out{
      "runs", {{"dataset"}, {"run"}, {"charged"}, {"release"}, {"by"}, {"user"}, {"state"}}, {}};
  for (const RunState& run : runs) {
    const ChargeRequest& request = run.charge.request;
    const std::string state =
        run.result ? fmt::format("stored {}, sha256 {}", run.result->at, run.result->sha256)
                   : "charged, no result: repeat the command";
    out.rows.push_back({made_visible(request.dataset), made_visible(request.run->id), run.charge.at,
                        made_visible(request.what), made_visible(request.asked_by),
                        made_visible(run.charge.user.value_or("")), state});
  }
  return text_of(out);
}

void run_runs(const LedgerCommandOptions& options) {
  Ledger ledger = Ledger::open(options.path, options.opening.opening());
  ResultFile file{std::nullopt};
  const std::vector<RunState> runs = ledger.runs();
  file.write(options.json ? runs_as_json(runs) : runs_in_words(runs));
}

}  // namespace

void add_run_commands(LedgerCommands& commands) {
  const App runs = commands.add("runs", "every run, and whether its result is stored",
                                "discreet ledger runs hospital.ledger --json", run_runs);
  runs.add_flag("--json", commands.options().json, "the same facts as JSON");
}

}  // namespace discreet::cli
