#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command_tree.hpp"

namespace discreet::cli {
namespace {

// Patterns of a case, each in quotes.
std::string patterns(const std::vector<std::string>& words) {
  return fmt::format("'{}'", fmt::join(words, "'|'"));
}

// What to do after an option, and after which ones: 'top-k --format' and so on.
std::map<std::string, std::vector<std::string>> after_options(const CommandWords& tree) {
  std::map<std::string, std::vector<std::string>> out;
  for (const CommandWords* const command : all_commands(tree)) {
    for (const OptionWords& option : command->options) {
      if (option.takes == Takes::nothing) {
        continue;
      }
      std::string action = option.takes == Takes::file ? "_discreet_files; return" : "return";
      if (!option.choices.empty()) {
        action = fmt::format("_discreet_words '{}'; return", fmt::join(option.choices, " "));
      }
      for (const std::string& name : option.names) {
        out[action].push_back(command->path + " " + name);
      }
    }
  }
  return out;
}

std::string offers(const CommandWords& command) {
  std::vector<std::string> dashed;
  for (const OptionWords& option : command.options) {
    dashed.insert(dashed.end(), option.names.begin(), option.names.end());
  }
  std::vector<std::string> plain;
  plain.reserve(command.commands.size());
  for (const CommandWords& below : command.commands) {
    plain.push_back(below.name());
  }
  bool files = false;
  for (const OptionWords& argument : command.arguments) {
    plain.insert(plain.end(), argument.choices.begin(), argument.choices.end());
    files = files || argument.takes == Takes::file;
  }
  return fmt::format("    '{}') options='{}' words='{}' files={} ;;\n", command.path,
                     fmt::join(dashed, " "), fmt::join(plain, " "), files ? "yes" : "");
}

}  // namespace

std::string bash_completion(const CommandWords& tree) {
  std::vector<std::string> steps;
  std::string offered;
  for (const CommandWords* const command : all_commands(tree)) {
    offered += offers(*command);
    if (!command->path.empty()) {
      steps.push_back(command->path.find(' ') == std::string::npos ? " " + command->path
                                                                   : command->path);
    }
  }
  std::string values;
  for (const auto& [action, words] : after_options(tree)) {
    values += fmt::format("    {}) {} ;;\n", patterns(words), action);
  }
  return "# Completion of the discreet command for bash, made by: discreet completion bash\n"
         "_discreet_words() { mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$word\"); }\n"
         "_discreet_files() { mapfile -t COMPREPLY < <(compgen -f -- \"$word\"); }\n"
         "_discreet() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
         "  local command= options= words= files= i\n"
         "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
         "    case \"$command ${COMP_WORDS[i]}\" in\n"
         "      " +
         patterns(steps) +
         ") command=${command:+$command }${COMP_WORDS[i]} ;;\n"
         "    esac\n"
         "  done\n"
         "  COMPREPLY=()\n"
         "  case \"$command $previous\" in\n" +
         values +
         "  esac\n"
         "  case $command in\n" +
         offered +
         "  esac\n"
         "  if [[ $word == -* ]]; then\n"
         "    _discreet_words \"$options\"\n"
         "  elif [[ -n $files ]]; then\n"
         "    _discreet_files\n"
         "  else\n"
         "    _discreet_words \"$words\"\n"
         "  fi\n"
         "}\n"
         "complete -o filenames -F _discreet discreet\n";
}

}  // namespace discreet::cli
