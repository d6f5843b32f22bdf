# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""What a run shows on a terminal: a bar that stays in its line, whatever the width, and units."""
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
import unittest

from harness import PROGRAM, Case

LONG = ("--set", "lattice.size=[32, 32, 32]", "--set", "schedule.sweeps=1e7", "--set", "schedule.T=[1.0, 0.5, 0.25]")


class Terminal(Case):
    def bars(self, columns, count, *arguments):
        """The first states of the bar on a terminal so wide."""
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        run = subprocess.Popen([PROGRAM, "run", "small.toml", *LONG, *arguments], cwd=self.folder, stdout=subprocess.DEVNULL,
                               stderr=theirs)
        os.close(theirs)
        seen = b""
        while seen.count(b"\r") < count + 1:
            seen += os.read(ours, 4096)
        run.send_signal(signal.SIGTERM)
        while True:
            try:
                if not os.read(ours, 4096):
                    break
            except OSError:  # the other side is closed
                break
        self.assertEqual(run.wait(timeout=60), 75)
        self.assertNotIn(b"\n", seen)
        states = [re.sub(r"\x1b\[K", "", state) for state in seen.decode().split("\r")[1:-1]]
        self.assertIn("\x1b[K", seen.decode())
        return states

    def test_the_bar_fits_its_line(self):
        for columns in (200, 80, 60, 40, 20, 8, 1):
            with self.subTest(columns=columns):
                (self.folder / "small.stop").unlink(missing_ok=True)
                states = self.bars(columns, 2, "--force")
                width = columns if columns > 1 else 80
                self.assertTrue(all(len(s) < width for s in states), states)
                if width >= 40:
                    self.assertRegex(states[0], r"\[[#.]+\] +\d+\.\d %  ETA \d+:\d\d:\d\d")
                if width >= 80:
                    self.assertIn("point 1/3", states[0])
                    self.assertIn("T 1 J (435.2 K)", states[0])
                if width >= 200:
                    self.assertIn("updates/ns", states[0])

    def shown(self, columns, *arguments):
        """What a command writes to a terminal so wide."""
        ours, theirs = pty.openpty()
        self.addCleanup(os.close, ours)
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        run = subprocess.Popen([PROGRAM, *arguments], cwd=self.folder, stdout=theirs, stderr=subprocess.DEVNULL)
        os.close(theirs)
        seen = b""
        try:
            while part := os.read(ours, 4096):
                seen += part
        except OSError:  # the other side is closed
            pass
        self.assertEqual(run.wait(timeout=60), 0)
        return seen.decode().replace("\r\n", "\n")

    def test_lines_fit_the_terminal(self):
        """All words are there; those of the log are in its own lines."""
        for columns in (80, 50):
            with self.subTest(columns=columns):
                lines = self.shown(columns, "run", "small.toml", "--out", f"on{columns}")
                log = (self.folder / f"on{columns}" / "small.log").read_text()
                self.assertEqual(lines.split(), log.split())
                self.assertGreater(max(map(len, log.splitlines())), 100)
                lines += self.shown(columns, "run", "small.toml", "--dry-run", "--name", "other")
                lines += self.shown(columns, "analyze", f"on{columns}/small.h5", "--points", "11")
                self.assertLessEqual(max(map(len, lines.splitlines())), columns)
        self.assertIn("    weak_moment", lines)  # a column begins a line

    def test_values_that_are_missing_are_named(self):
        (self.folder / "small.toml").write_text("""
[model]
name = "phi4"
[lattice]
size = [4, 4]
[couplings]
mass_squared = 4.0
g = 1.0
[schedule]
thermalize = 10
sweeps = 20
measure_every = 10
""")
        outs = [self.run_small("a", "--force", "--set", f"algorithm.seed={seed}").stdout for seed in range(1, 5)]
        note = "note: correlation_length has no value (nan) at 1 of 1 points"
        self.assertTrue(any(note in out for out in outs), outs)


if __name__ == "__main__":
    unittest.main()
