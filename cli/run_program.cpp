#include <csignal>
#include <exception>
#include <new>
#include <sstream>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "commands.hpp"
#include "discreet/error.hpp"
#include "empty_word.hpp"
#include "input_error.hpp"
#include "interruption.hpp"
#include "passwords.hpp"
#include "printable.hpp"
#include "remark.hpp"
#include "result_file.hpp"

namespace discreet::cli {
namespace {

enum ExitCode {
  fine = 0,
  other = 1,
  usage = 2,
  input = 3,
  no_budget = 4,
  bad_ledger = 5,
  not_delivered = charged_not_delivered
};

// Whatever went wrong, a charge that was made or may have been made is what matters most.
int fail(ExitCode code, std::string message) {
  if (stage() == Stage::charged) {
    message.insert(0, "charged, but not delivered: ");
  }
  if (stage() == Stage::charging || stage() == Stage::charged) {
    code = not_delivered;
    message += in_run() ? "; repeat the command: it was a run, and is charged once at most" : "";
  }
  // A line's end within is that of a name, and printable shows it; one at the end is how some libraries end a message.
  message.erase(message.find_last_not_of("\r\n") + 1);
  remark("discreet: " + printable(without_passwords(message)) + "\n");
  return code;
}

ExitCode code_of(ErrorKind kind) {
  switch (kind) {
    case bad_parameter:
    case bad_distance:
      return usage;
    case outside_domain:
      return input;
    case over_budget:
      return no_budget;
    case ErrorKind::ledger:
      return bad_ledger;
    case charge_unknown:
      return not_delivered;
    case no_entropy:
    case unsound_thread:
    case bug:
      break;
  }
  return other;
}

int run_guarded(const Run& run) {
  try {
    run();
    return fine;
  } catch (const UsageError& error) {
    return fail(usage, error.what());
  } catch (const InputError& error) {
    return fail(input, error.what());
  } catch (const OutputError& error) {
    return fail(other, error.what());
  } catch (const Error& error) {
    return fail(code_of(error.kind()), error.what());
  } catch (const std::bad_alloc&) {
    return fail(input, "the input needs more memory than there is");
  } catch (const std::exception&) {
    // Its message may hold anything, a value among it.
    return fail(other, "something went wrong that should not; nothing more can be said safely");
  }
}

}  // namespace

int run_program(int count, const char* const* words) {
  // A closed pipe or a file that may not grow is then an error like any other, not a silent end.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  heed_signals();
  CLI::App program{"Releases the best items of a public list under differential privacy, exactly."};
  program.name("discreet");
  program.require_subcommand(1);
  program.set_version_flag("--version", DISCREET_VERSION);
  program.set_help_all_flag("--help-all", "help for every command");
  program.footer(
      "Exit codes: 0 done, 1 the result could not be written, 2 usage, 3 input, 4 over budget, 5 "
      "ledger,\n6 charged, but not delivered. Only 0 and 6 follow a charge.\n"
      "Errors about input speak to the data's owner and must not reach an analyst.\n");
  Run run;
  add_every_command(App{program}, run);
  if (const auto empty = empty_word({words, static_cast<std::size_t>(count)})) {
    return fail(usage, *empty);
  }
  try {
    program.parse(count, words);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      std::ostringstream text;  // --help and --version
      program.exit(error, text, text);
      return run_guarded([&text] { ResultFile{std::nullopt}.write(text.str()); });
    }
    // A word that nobody knows is why what is required was not found.
    const auto unknown = program.remaining(true);
    if (!unknown.empty()) {
      return fail(usage,
                  fmt::format("there is no command or option '{}' here (see discreet --help)",
                              unknown.front()));
    }
    return fail(usage, fmt::format("{} (see discreet --help)", error.what()));
  } catch (const std::exception&) {
    return fail(usage, "the command line cannot be read (see discreet --help)");
  }
  return run_guarded(run);
}

}  // namespace discreet::cli
