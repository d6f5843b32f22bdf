# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The fastest strategy is measured by a run, said in its log, kept for later runs, and changes no bit."""

import re
import unittest

from harness import Case

INPUT = """
[model]
name = "ising"
[lattice]
size = [8, 8, 8]
[schedule]
T = 4.5
thermalize = 2000
sweeps = 20
[algorithm]
systems = 4
"""


class Tuning(Case):
    def setUp(self):
        super().setUp()
        self.cache = self.folder / "cache"
        (self.folder / "run.toml").write_text(INPUT)

    def run_with(self, tuning=""):
        """The hash of the final configurations, and the lines of the log about strategies."""
        done = self.neel("run", "run.toml", "--force", "--progress", "none",
                         env={"XDG_CACHE_HOME": str(self.cache), "NEEL_TUNING": tuning})
        self.assertEqual(done.returncode, 0, done.stderr)
        log = (self.folder / "run.log").read_text()
        return (re.search(r"final.*hash ([0-9a-f]{16})", log)[1],
                [line for line in log.splitlines() if line.startswith("sweeps by ")])

    def test_measured_once(self):
        bits, said = self.run_with("off")
        self.assertEqual(said, [])
        self.assertFalse(self.cache.exists())
        self.assertEqual(self.run_with()[0], bits)
        lines = (self.cache / "neel/tuning.tsv").read_text().splitlines()
        self.assertEqual(len(lines), 1)
        machine, shape, strategy = lines[0].split("\t")
        self.assertIn("8 8 8, 4 systems", shape)
        self.assertEqual(self.run_with(), (bits, []))  # it is known
        self.assertEqual((self.cache / "neel/tuning.tsv").read_text().splitlines(), lines)

    def test_said(self):
        _, said = self.run_with()
        strategy = (self.cache / "neel/tuning.tsv").read_text().split("\t")[2].strip()
        self.assertEqual(len(said), 1)
        self.assertIn(f"sweeps by {strategy}, the fastest here: ", said[0])

    def test_forced(self):
        bits = {self.run_with(s)[0]
                for s in ("off", "launches", "graphs", "persistent", "point-to-point", "team-per-system")}
        self.assertEqual(len(bits), 1)
        self.assertFalse(self.cache.exists())

    def test_nonsense(self):
        done = self.neel("run", "run.toml", env={"NEEL_TUNING": "fast"})
        self.assertEqual(done.returncode, 2)
        self.assertIn("NEEL_TUNING: expected off or a strategy (launches, graphs, persistent, point-to-point, team-per-system), "
                      "found fast", done.stderr)

    def test_a_folder_that_cannot_be_written(self):
        bits, _ = self.run_with("off")
        self.cache.write_text("a file where the folder should be")
        self.assertEqual(self.run_with()[0], bits)

    def test_a_file_of_nonsense(self):
        bits, _ = self.run_with("off")
        (self.cache / "neel").mkdir(parents=True)
        (self.cache / "neel/tuning.tsv").write_bytes(b"\xff\x00\n\t\t\nno columns\n" + b"x\ty\tno strategy\n")
        self.assertEqual(self.run_with()[0], bits)


if __name__ == "__main__":
    unittest.main()
