# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""What the program says of its command line: help for 80 columns, hints, numbers of threads."""
import unittest

from harness import Case

COMMANDS = ("run", "join", "info", "analyze", "tc", "bench", "validate")


class Hints(Case):
    def hinted(self, hint, *arguments):
        said = self.refused(2, hint, arguments=arguments)
        self.assertEqual(len(said.stderr.splitlines()), 1)
        self.assertEqual(said.stdout, "")

    def test_files_without_a_command(self):
        self.hinted("did you mean: neel run small.toml?", "small.toml")
        self.hinted("did you mean: neel run small.toml?", "--threads", 2, "small.toml", "--restart")
        self.hinted("did you mean: neel info a.h5?", "a.h5")

    def test_misspelt_commands(self):
        self.hinted("analyse is no command of neel; did you mean: neel analyze?", "analyse", "a.h5")
        self.hinted("did you mean: neel run?", "rnu", "small.toml")
        self.hinted("the commands are " + ", ".join(COMMANDS), "reconsiderations")

    def test_other_mistakes_are_not_hinted_at(self):
        said = self.refused(2, "--frobnicate", arguments=("run", "x.toml", "--frobnicate"))
        self.assertNotIn("did you mean", said.stderr)
        self.assertNotIn("no command", self.refused(2, arguments=()).stderr)


class Help(Case):
    def test_lines_fit_a_terminal(self):
        for arguments in ((), *((command,) for command in COMMANDS)):
            text = self.neel(*arguments, "--help").stdout
            self.assertIn("Usage: neel", text)
            self.assertIn("Exit codes: 0 done", text)
            if arguments not in (("info",), ("analyze",)):
                self.assertIn("--threads N", text)
            self.assertEqual([line for line in text.splitlines() if len(line) > 80 or line != line.rstrip()], [])


class Threads(Case):
    def test_numbers_without_room_are_refused(self):
        for number in (0, -3, 513, 1000, 10**12, "abc", "2x"):
            self.refused(2, "--threads", "expected a whole number from 1 to 512", f"found {number}",
                         arguments=("info", f"--threads={number}"))

    def test_variables_are_checked_alike(self):
        for name in ("OMP_NUM_THREADS", "KOKKOS_NUM_THREADS"):
            for number in ("0", "-3", "513", "1000", "abc", "2x"):
                result = self.neel("info", env={name: number})
                self.assertEqual(result.returncode, 2, (name, number, result.stdout, result.stderr))
                self.assertIn(f"neel: error: {name}: expected a whole number from 1 to 512, found {number}\n",
                              result.stderr)
                self.assertNotIn("Backtrace", result.stderr)

    def needs_threads(self):
        if "backend: Serial" in self.neel("info").stdout:
            self.skipTest("Serial has one thread")

    def test_variables_that_are_right(self):
        self.needs_threads()
        for value, threads in (("3", 3), (" 2 ", 2), ("2,1", 2)):
            self.assertIn(f"host threads: {threads}\n", self.neel("info", env={"OMP_NUM_THREADS": value}).stdout)
        self.assertIn("host threads: 2\n", self.neel("info", "--threads", 2, env={"OMP_NUM_THREADS": "1000"}).stdout)
        self.assertEqual(self.neel("info", env={"OMP_NUM_THREADS": ""}).returncode, 0)

    def test_the_most_threads_work(self):
        self.needs_threads()
        self.assertIn("host threads: 512\n", self.neel("info", "--threads", 512).stdout)


if __name__ == "__main__":
    unittest.main()
