#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command_tree.hpp"

namespace discreet::cli {
namespace {

// Text inside single quotes, in which _arguments and _describe give a meaning to brackets and colons.
std::string zsh_quoted(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
      continue;
    }
    if (c == '[' || c == ']' || c == ':' || c == '\\') {
      out += '\\';
    }
    out += c;
  }
  return out;
}

std::string zsh_value(const OptionWords& option) {
  if (!option.choices.empty()) {
    return fmt::format("({})", fmt::join(option.choices, " "));
  }
  return option.takes == Takes::file ? "_files" : " ";
}

std::string function_of(const CommandWords& command) {
  std::string out = "_discreet";
  for (const char c : command.path.empty() ? "" : " " + command.path) {
    out += c == ' ' ? '_' : c;
  }
  return out;
}

// '(-h --help)'{-h,--help}'[help]': one of several names, once.
std::string option_spec(const OptionWords& option) {
  const std::string after = option.takes == Takes::nothing ? "" : ":value:" + zsh_value(option);
  if (option.names.size() == 1) {
    return fmt::format("'{}[{}]{}'", option.names.front(), zsh_quoted(option.about), after);
  }
  return fmt::format("'({})'{{{}}}'[{}]{}'", fmt::join(option.names, " "),
                     fmt::join(option.names, ","), zsh_quoted(option.about), after);
}

std::string leaf(const std::string& specs, const CommandWords& command) {
  std::string arguments;
  for (const OptionWords& argument : command.arguments) {
    arguments += fmt::format(" \\\n    ':{}:{}'", zsh_quoted(argument.about), zsh_value(argument));
  }
  return "  _arguments" + specs + arguments + "\n";
}

std::string group(const std::string& specs, const CommandWords& command) {
  std::string names;
  std::string calls;
  for (const CommandWords& below : command.commands) {
    names += fmt::format("        '{}:{}'\n", below.name(), zsh_quoted(below.about));
    calls += fmt::format("        {}) {} ;;\n", below.name(), function_of(below));
  }
  return "  local context state state_descr line\n"
         "  typeset -A opt_args\n"
         "  _arguments -C" +
         specs +
         " \\\n    '1:command:->command' '*::argument:->argument'\n"
         "  case $state in\n"
         "    command)\n"
         "      local -a commands\n"
         "      commands=(\n" +
         names +
         "      )\n"
         "      _describe command commands ;;\n"
         "    argument)\n"
         "      case $line[1] in\n" +
         calls +
         "      esac ;;\n"
         "  esac\n";
}

}  // namespace

std::string zsh_completion(const CommandWords& tree) {
  std::string out =
      "#compdef discreet\n"
      "# Completion of the discreet command for zsh, made by: discreet completion zsh\n";
  for (const CommandWords* const command : all_commands(tree)) {
    std::string specs;
    for (const OptionWords& option : command->options) {
      specs += " \\\n    " + option_spec(option);
    }
    out += function_of(*command) + "() {\n" +
           (command->commands.empty() ? leaf(specs, *command) : group(specs, *command)) + "}\n";
  }
  // Loaded by compinit the file is the body of _discreet and must call it; read by hand it registers itself.
  return out +
         "if [[ $funcstack[1] == _discreet ]]; then\n"
         "  _discreet \"$@\"\n"
         "else\n"
         "  compdef _discreet discreet\n"
         "fi\n";
}

}  // namespace discreet::cli
