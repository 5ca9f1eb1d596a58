#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "commands.hpp"
#include "input_error.hpp"
#include "result_file.hpp"

namespace discreet::cli {
namespace {

// The command that the words name, step by step.
const CLI::App& find(const CLI::App& program, const std::vector<std::string>& words) {
  const CLI::App* found = &program;
  for (const std::string& word : words) {
    const auto named =
        found->get_subcommands([&](const CLI::App* below) { return below->get_name() == word; });
    if (named.empty()) {
      throw UsageError{fmt::format("there is no command '{}' here (see discreet --help)", word)};
    }
    found = named.front();
  }
  return *found;
}

// The words that name it, from the program on.
std::string full_name(const CLI::App& app) {
  const CLI::App* const above = app.get_parent();
  return above == nullptr ? app.get_name() : full_name(*above) + " " + app.get_name();
}

}  // namespace

void add_help(App program, Run& run) {
  auto words = std::make_shared<std::vector<std::string>>();
  const App app = program.add_subcommand("help", "what a command does and which options it has");
  app.footer("Example:\n  discreet help ledger create\n");
  app.add_option("command", *words, "the command; nothing for the program itself");
  app.callback([words, program, &run] {
    run = [words, program] {
      const CLI::App& asked = find(program.cli11(), *words);
      // Its own help() would answer for the command that was chosen, which is this one.
      const std::string text =
          asked.get_formatter()->make_help(&asked, full_name(asked), CLI::AppFormatMode::Normal);
      ResultFile file{std::nullopt};
      file.write(text);
    };
  });
}

}  // namespace discreet::cli
