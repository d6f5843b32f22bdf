# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The majority automaton as a run: known results, every strategy, threads, stops, bad input."""
import subprocess
import sys
import unittest

try:
    import h5py
    import numpy
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from harness import SOURCE, Case

BOARDS = """
[model]
name = "majority"
[lattice]
size = [75, 50]
[schedule]
kind = "quench"
times = [1, 2, 3, 7, 20, 21, 100]
[algorithm]
systems = 3
"""


class Majority(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "small.toml").write_text(BOARDS)

    def results(self, name):
        with h5py.File(self.folder / f"{name}.h5") as file:
            return {key: value[()] for key, value in file["results"].items()}

    def hash(self, result):
        return next(line for line in result.stdout.splitlines() if line.startswith("final configuration"))

    def test_boards_end_in_cycles(self):
        self.run_small("a")
        with h5py.File(self.folder / "a.h5") as file:
            samples = {key: value[()] for key, value in file["samples"].items()}
        walls = samples["wall_density"].reshape(7, 3)
        self.assertTrue((numpy.diff(walls[:4], axis=0) < 0).all())  # they straighten out
        numpy.testing.assert_array_equal(numpy.rint(walls[-1] * 2 * 75 * 50) % 2, 0)  # around the torus
        period, blinking = samples["period"].reshape(7, 3)[-1], samples["blinking"].reshape(7, 3)[-1]
        self.assertTrue(((period == 2) | (period == 1)).all(), period)
        numpy.testing.assert_array_equal(period == 1, blinking == 0)

    def test_strategies_agree(self):
        first = self.run_small("a")
        expected = self.results("a")
        ways = [("bits", "rows", 1), ("bits", "rows", 4), ("bits", "sites", 1), ("bits", "tiles", 5), ("bytes", "sites", 1),
                ("bytes", "tiles", 8)]
        if "backend: CUDA" not in self.neel("info").stdout:
            ways += [("bits", "sequential", 1), ("bytes", "sequential", 1)]
        for k, (kept, strategy, steps) in enumerate(ways):
            result = self.run_small(f"b{k}", "--set", f'cells.kept_as="{kept}"', "--set", f'sweep.strategy="{strategy}"',
                                    "--set", f"sweep.steps={steps}")
            self.assertEqual(self.hash(result), self.hash(first))
            for key, value in self.results(f"b{k}").items():
                numpy.testing.assert_array_equal(value, expected[key], key)

    def test_known_run(self):
        self.assertIn("hash b320b24bbefb4e49", self.run_small(
            "a", "--set", "lattice.size=[1024,1024]", "--set", "algorithm.systems=16", "--set",
            "schedule.times=[1,40]").stdout)

    def test_the_same_after_stops(self):
        more = ("--set", 'output.checkpoint="1 point"')
        self.run_small("whole", *more, "--threads", 1)
        self.run_in_parts("parts", 4, *more)
        self.same("whole", "parts")

    def test_wrong_boards_are_found(self):
        (self.folder / "a.stop").write_text("")
        self.assertEqual(self.neel("run", "small.toml", "--name", "a").returncode, 75)
        with h5py.File(self.folder / "a.chk.h5", "r+") as file:
            file["configuration/cells"][1, 20, 0] ^= 1
        result = self.neel("run", "small.toml", "--name", "a")
        self.assertEqual(result.returncode, 5, result.stderr)
        self.assertIn("board 1 has", result.stderr)

    def test_plot(self):
        try:
            import h5netcdf, matplotlib, xarray  # noqa: F401
        except ImportError as missing:
            self.skipTest(str(missing))
        self.run_small("a")
        done = subprocess.run([sys.executable, SOURCE / "scripts" / "plot.py", "a.h5"], cwd=self.folder,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreater((self.folder / "a.png").stat().st_size, 20000)

    def test_bad_input(self):
        for change, parts in ((("lattice.size=[75,2]",), ("lattice.size", "two periodic axes")),
                              (("cells.density=1.5",), ("cells.density", "between 0 and 1")),
                              (("sweep.steps=3",), ("sweep.strategy", "1, 2, 4 or 8")),
                              (('cells.kept_as="bytes"', 'sweep.strategy="rows"'), ("packed boards",)),
                              (('sweep.strategy="tiles"', "sweep.tile=[900,900]"), ("scratch memory",)),
                              (('sweep.strategy="tiles"', "sweep.tile=[0.5,9]"), ("sweep.tile", "width in words"))):
            with self.subTest(change):
                sets = [word for c in change for word in ("--set", c)]
                self.refused(2, *parts, arguments=("run", "small.toml", *sets))


if __name__ == "__main__":
    unittest.main()
