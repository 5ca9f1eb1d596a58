#pragma once

#include <string>
#include <vector>

#include "app.hpp"

namespace discreet::cli {

/// What a word of the command line stands for.
enum class Takes { nothing, file, value };

/// An option, or an argument without a name, as completion sees it.
struct OptionWords {
  std::vector<std::string> names;  ///< with their dashes; none for an argument
  std::string about;               ///< one line
  Takes takes = Takes::nothing;
  std::vector<std::string> choices;  ///< if only these are taken
};

/// A command with its options and the commands below it.
struct CommandWords {
  std::string path;  ///< "ledger create"; empty for the program
  std::string about;
  std::vector<OptionWords> options;
  std::vector<OptionWords> arguments;
  std::vector<CommandWords> commands;

  /// The last word of the path.
  [[nodiscard]] std::string name() const { return path.substr(path.rfind(' ') + 1); }
};

/// Everything that the program understands, so that completion misses nothing.
///
/// Law       an option whose type is FILE takes a file; a closed choice takes its words.
CommandWords command_tree(App program);

/// Every command of the tree, the program first.
std::vector<const CommandWords*> all_commands(const CommandWords& tree);

/// The completion of a shell, made from the tree.
std::string bash_completion(const CommandWords& tree);
std::string zsh_completion(const CommandWords& tree);
std::string fish_completion(const CommandWords& tree);

}  // namespace discreet::cli
