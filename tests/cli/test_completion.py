"""Completion in each shell offers every option of every command: it is made from the options themselves."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import shutil
import subprocess
import unittest
from pathlib import Path

from program import PROGRAM, ProgramTest

# Completes the line in $ASKED once, and keeps every match.
ZSHRC = """
fpath=($ZDOTDIR $fpath)
autoload -Uz compinit
compinit -D -u
compadd() {
  if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\\ * ]]; then
    local -a matches
    builtin compadd -A matches "$@"
    print -l -- $matches >>$ZDOTDIR/matches
  fi
  builtin compadd "$@"
}
ask() { zle -D zle-line-init; BUFFER=$ASKED; CURSOR=$#BUFFER; zle list-choices; BUFFER= }
zle -N zle-line-init ask
: >$ZDOTDIR/matches
"""


class Completion(ProgramTest):
    def options(self, *command: str) -> set[str]:
        """Every option that the help of a command lists."""
        lines = self.good(*command, "--help").splitlines()
        named = (re.match(r"  (-[-\w]+(?:,-[-\w]+)*)", line) for line in lines)
        return {name for found in named if found for name in found[1].split(",")}

    def commands(self, *above: str) -> list[list[str]]:
        """Every command, found through the help."""
        _, _, listed = self.good(*above, "--help").partition("Subcommands:\n")
        names = re.findall(r"^  ([\w-]+) ", listed.partition("\n\n")[0], re.MULTILINE)
        below = [[*above, name] for name in names]
        return below + [one for command in below for one in self.commands(*command)]

    def script(self, shell: str) -> str:
        if shutil.which(shell) is None:
            self.fail(f"{shell} is needed: ./dev setup test")
        return self.write(f"completion.{shell}", self.good("completion", shell))

    def ask_bash(self, *words: str) -> set[str]:
        ask = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _discreet; printf "%s\\n" "${COMPREPLY[@]}"'
        done = subprocess.run(["bash", "-c", ask, "bash", self.script("bash"), "discreet", *words], cwd=self.path, capture_output=True, check=True)
        self.assertEqual(done.stderr, b"")
        return set(done.stdout.decode().split())

    def ask_fish(self, *words: str) -> set[str]:
        ask = f"source {self.script('fish')}; complete -C 'discreet {' '.join(words)}'"
        done = subprocess.run(["fish", "--no-config", "-c", ask], cwd=self.path, capture_output=True, check=True, env=os.environ | {"HOME": str(self.path)})
        self.assertEqual(done.stderr, b"")
        return {line.split("\t")[0] for line in done.stdout.decode().splitlines()}

    def ask_zsh(self, *words: str) -> set[str]:
        """Completes in an interactive shell on a terminal, where every match passes through compadd."""
        shutil.copy(self.script("zsh"), self.path / "_discreet")
        self.write(".zshrc", ZSHRC)
        (self.path / "matches").unlink(missing_ok=True)
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(self.path)
            asked = {"ZDOTDIR": str(self.path), "ASKED": " ".join(["discreet", *words]), "TERM": "dumb"}
            os.execvpe("zsh", ["zsh", "-i"], os.environ | asked)
        os.write(terminal, b"exit\n")
        with contextlib.suppress(OSError):  # the end of a terminal
            while os.read(terminal, 65536):
                pass
        os.waitpid(pid, 0)
        os.close(terminal)
        return set((self.path / "matches").read_text().split())

    def test_every_shell_offers_every_option_of_every_command(self):
        commands = [[], *self.commands()]
        self.assertGreater(len(commands), 10)
        for command in commands:
            wanted = {name for name in self.options(*command) if name.startswith("--")}
            self.assertIn("--help", wanted)
            for ask in (self.ask_bash, self.ask_fish, self.ask_zsh):
                with self.subTest(ask.__name__, command=command):
                    self.assertLessEqual(wanted, ask(*command, "--"))

    def test_every_shell_offers_commands_choices_and_files(self):
        self.write("visits.csv", "")
        for ask in (self.ask_bash, self.ask_fish, self.ask_zsh):
            with self.subTest(ask.__name__):
                self.assertLessEqual({"top-k", "select", "plan", "ledger", "help", "completion"}, ask(""))
                self.assertLessEqual({"create", "add", "show", "verify", "witness"}, ask("ledger", ""))
                self.assertLessEqual({"create", "add", "show", "verify", "witness"}, ask("help", "ledger", ""))
                self.assertLessEqual({"table", "json", "csv"}, ask("top-k", "--format", ""))
                self.assertLessEqual({"permute-and-flip", "exponential"}, ask("top-k", "--law", ""))
                self.assertLessEqual({"bash", "zsh", "fish"}, ask("completion", ""))
                self.assertIn("visits.csv", ask("top-k", ""))
                self.assertIn("visits.csv", ask("top-k", "--candidates", ""))
                self.assertNotIn("visits.csv", ask("top-k", "--unit", ""))


    def test_the_manual_page_has_every_option_of_every_command(self):
        page = Path(PROGRAM).parent / "discreet.1"
        if not page.is_file():
            self.skipTest("the program stands without its manual page")
        said = page.read_text().replace("\\-", "-")
        for command in self.commands():
            for word in (*command, *self.options(*command)):
                self.assertTrue(re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", said), (command, word))


if __name__ == "__main__":
    unittest.main()
