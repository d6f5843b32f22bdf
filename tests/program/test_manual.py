# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The manual page and completion of bash, zsh and fish have what `--help` has, and shells read them."""
import re
import shutil
import subprocess
import unittest

from harness import Case


class Described(Case):
    def commands(self):
        """The options of each command, by its help."""
        names = re.findall(r"^  ([a-z]+) ", self.neel("--help").stdout.split("Subcommands:")[1], re.M)
        self.assertIn("run", names)
        return {name: re.findall(r"(?<![\w-])--[a-z][a-z-]*", "\n".join(re.findall(r"^  (-.*?)(?:  .*)?$", self.neel(name, "--help").stdout, re.M)))
                for name in names}

    def printed(self, *arguments):
        done = self.neel(*arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def shell(self, program, *arguments):
        if not shutil.which(program):
            self.skipTest(f"no {program} here")
        done = subprocess.run([program, *arguments], cwd=self.folder, capture_output=True, text=True, check=True)
        self.assertEqual(done.stderr, "")
        return done.stdout

    def test_the_page_has_every_command_and_option(self):
        page = self.printed("manual")
        sections = dict(part.split("\n", 1) for part in page.split(".SS neel ")[1:])
        for command, options in self.commands().items():
            self.assertIn("--help", options)
            for option in set(options) - {"--help"}:
                self.assertIn(option.replace("-", "\\-") + "\\fR", sections[command], command)
        self.assertIn("75 stopped early with a checkpoint", page)
        (self.folder / "neel.1").write_text(page)
        self.assertIn("NEEL(1)", self.shell("man", "--warnings", "-l", "neel.1"))

    def completed(self, *words):
        """What bash proposes for the last of these words, and how it was told to go on."""
        script = self.printed("completion", "bash") + 'compopt() { echo "$*"; }\n'
        script += f"COMP_WORDS=({' '.join(map(repr, words))}) COMP_CWORD={len(words) - 1}\n_neel\nprintf '%s\\n' \"${{COMPREPLY[@]}}\""
        return self.shell("bash", "-c", script).split("\n")[:-1]

    def test_bash_completes_commands_and_options(self):
        commands = self.commands()
        self.assertEqual(set(self.completed("neel", "")) - {"-h", "--help", "--version", "--threads"}, set(commands))
        for command, options in commands.items():
            self.assertEqual(set(self.completed("neel", command, "--")), {*options, "--threads"}, command)
        self.assertEqual(self.completed("neel", "--threads", "2", "ana"), ["analyze"])
        self.assertEqual(self.completed("neel", "run", "small.toml", "--out", ""), ["+o default -o dirnames", ""])
        self.assertEqual(self.completed("neel", "run", "small.toml", "--part", ""), ["+o default", ""])
        self.assertEqual(self.completed("neel", "bench", "--json", ""), [""])  # files, by bash itself

    def test_zsh_and_fish_read_theirs(self):
        for shell in ("zsh", "fish"):
            with self.subTest(shell):
                (self.folder / shell).write_text(self.printed("completion", shell))
                self.shell(shell, "-n", shell)
        proposed = self.shell("fish", "-c", "source fish; complete -C 'neel run --tim'; complete -C 'neel joi'")
        self.assertEqual([line.split("\t")[0] for line in proposed.splitlines()], ["--time-limit", "join"])

    def test_another_shell_is_refused(self):
        self.refused(2, "SHELL", "bash", arguments=["completion", "tcsh"])


if __name__ == "__main__":
    unittest.main()
