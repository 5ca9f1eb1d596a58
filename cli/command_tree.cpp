#include "command_tree.hpp"

#include <CLI/CLI.hpp>

namespace discreet::cli {
namespace {

// A type reads "FILE" or "TEXT:{table,json,csv}".
std::vector<std::string> choices_of(const std::string& type) {
  const std::size_t open = type.find('{');
  const std::size_t close = type.find('}', open);
  if (open == std::string::npos || close == std::string::npos) {
    return {};
  }
  return CLI::detail::split(type.substr(open + 1, close - open - 1), ',');
}

OptionWords words_of(const CLI::Option& option) {
  OptionWords out;
  for (const std::string& name : option.get_snames()) {
    out.names.push_back("-" + name);
  }
  for (const std::string& name : option.get_lnames()) {
    out.names.push_back("--" + name);
  }
  out.about = option.get_description();
  const std::string type = option.get_type_name();
  out.choices = choices_of(type);
  if (option.get_items_expected_max() > 0) {
    out.takes = type.starts_with("FILE") ? Takes::file : Takes::value;
  }
  return out;
}

// The same commands below another one, without their options: what `help` takes.
std::vector<CommandWords> topics(const std::vector<CommandWords>& commands,
                                 const std::string& above) {
  std::vector<CommandWords> out;
  for (const CommandWords& command : commands) {
    const std::string path = above + " " + command.name();
    out.push_back({path, command.about, {}, {}, topics(command.commands, path)});
  }
  return out;
}

CommandWords tree_of(const CLI::App& app, const std::string& path) {
  CommandWords out{path, app.get_description(), {}, {}, {}};
  for (const CLI::Option* const option : app.get_options()) {
    OptionWords words = words_of(*option);
    (words.names.empty() ? out.arguments : out.options).push_back(std::move(words));
  }
  for (const CLI::App* const below : app.get_subcommands([](const CLI::App*) { return true; })) {
    out.commands.push_back(
        tree_of(*below, path.empty() ? below->get_name() : path + " " + below->get_name()));
  }
  return out;
}

void collect(const CommandWords& command, std::vector<const CommandWords*>& out) {
  out.push_back(&command);
  for (const CommandWords& below : command.commands) {
    collect(below, out);
  }
}

}  // namespace

CommandWords command_tree(App program) {
  CommandWords out = tree_of(program.cli11(), "");
  const std::vector<CommandWords> commands = out.commands;
  for (CommandWords& command : out.commands) {
    if (command.name() == "help") {
      command.arguments.clear();
      command.commands = topics(commands, command.path);
    }
  }
  return out;
}

std::vector<const CommandWords*> all_commands(const CommandWords& tree) {
  std::vector<const CommandWords*> out;
  collect(tree, out);
  return out;
}

}  // namespace discreet::cli
