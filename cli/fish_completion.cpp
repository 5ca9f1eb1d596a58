#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command_tree.hpp"

namespace discreet::cli {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') {
      out += '\\';
    }
    out += c;
  }
  return out + "'";
}

// --format as fish knows it: -l format; -k: -s k.
std::string named(const std::string& name) {
  return name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
}

std::string value(const OptionWords& option) {
  if (!option.choices.empty()) {
    return fmt::format(" -x -a '{}'", fmt::join(option.choices, " "));
  }
  switch (option.takes) {
    case Takes::file:
      return " -r -F";
    case Takes::value:
      return " -x";
    case Takes::nothing:
      break;
  }
  return "";
}

std::string lines_of(const CommandWords& command) {
  const std::string begin =
      fmt::format("complete -c discreet -n '__discreet_at \"{}\"'", command.path);
  std::string out;
  for (const CommandWords& below : command.commands) {
    out += fmt::format("{} -f -a {} -d {}\n", begin, below.name(), quoted(below.about));
  }
  for (const OptionWords& option : command.options) {
    out += begin;
    for (const std::string& name : option.names) {
      out += named(name);
    }
    out += value(option) + " -d " + quoted(option.about) + "\n";
  }
  for (const OptionWords& argument : command.arguments) {
    if (!argument.choices.empty()) {
      out += fmt::format("{} -f -a '{}'\n", begin, fmt::join(argument.choices, " "));
    } else if (argument.takes == Takes::file) {
      out += begin + " -F\n";
    }
  }
  return out;
}

}  // namespace

std::string fish_completion(const CommandWords& tree) {
  std::string steps;
  std::string lines;
  for (const CommandWords* const command : all_commands(tree)) {
    lines += lines_of(*command);
    if (!command->path.empty()) {
      steps += command->path.find(' ') == std::string::npos ? " ' " : " '";
      steps += command->path + "'";
    }
  }
  return "# Completion of the discreet command for fish, made by: discreet completion fish\n"
         "function __discreet_at\n"
         "  set -l path ''\n"
         "  for word in (commandline -opc)[2..-1]\n"
         "    switch \"$path $word\"\n"
         "      case" +
         steps +
         "\n"
         "        set path (string trim -- \"$path $word\")\n"
         "    end\n"
         "  end\n"
         "  test \"$path\" = \"$argv[1]\"\n"
         "end\n"
         "complete -c discreet -f\n" +
         lines;
}

}  // namespace discreet::cli
