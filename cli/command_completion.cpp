#include <memory>

#include "command_tree.hpp"
#include "commands.hpp"
#include "result_file.hpp"

namespace discreet::cli {

void add_completion(App program, Run& run) {
  auto shell = std::make_shared<std::string>();
  const App app = program.add_subcommand("completion", "completion of this command, for a shell");
  app.footer(
      "Example:\n"
      "  discreet completion bash >~/.local/share/bash-completion/completions/discreet\n");
  app.add_option("shell", *shell, "bash, zsh or fish").required().one_of({"bash", "zsh", "fish"});
  app.callback([shell, program, &run] {
    run = [shell, program] {
      const CommandWords tree = command_tree(program);
      ResultFile file{std::nullopt};
      if (*shell == "bash") {
        file.write(bash_completion(tree));
      } else {
        file.write(*shell == "zsh" ? zsh_completion(tree) : fish_completion(tree));
      }
    };
  });
}

}  // namespace discreet::cli
