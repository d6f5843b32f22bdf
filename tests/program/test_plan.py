# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""neel plan: what ranks would share, swap and hold. Times are looked at nowhere, but for what is added to them."""
import json
import re
import unittest

from harness import Case
from lattices import CUT


class Plan(Case):
    def plan(self, text, *arguments, code=0):
        (self.folder / "small.toml").write_text(text)
        done = self.neel("plan", "small.toml", "--threads", "1", *arguments)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        if code == 0:
            self.assertEqual([line for line in done.stdout.splitlines() if len(line) > 80], [])
        return done

    def rows(self, *arguments):
        """Per number of ranks: what each has, MB, swaps of a sweep, kB of each, microseconds of a sweep."""
        out = self.plan(*arguments).stdout
        unit = {"us": 1, "ms": 1e3, "s": 1e6}
        found = {}
        for row in re.findall(r"(?m)^ +([0-9]+)  (-|slab|systems) +([0-9.e-]+) MB +(-|\S+ x \S+ kB) +(\S+) (us|ms|s) +[0-9]+% +about ", out):
            swaps = [float(n) for n in row[3].removesuffix(" kB").split(" x ")] if row[3] != "-" else [0, 0]
            found[int(row[0])] = (row[1], float(row[2]), *swaps, float(row[4]) * unit[row[5]])
        return found

    def test_what_ranks_swap(self):
        head = "[schedule]\nT = 1.0\nthermalize = 0\nsweeps = 1000\nmeasure_every = 10\n"
        magnet = 'model.name = "heisenberg"\nlattice.size = [16, 12, 20]\nmaterial = {ions = ["Fe"], exchange.Fe-Fe = 1.0}\n'
        for text, swaps, sent in (
                # Both colours of a plane of 16 x 12 spins of three floats, half of them each time, to both sides.
                (f'{magnet}algorithm.update = ["metropolis"]\n', 2, 2 * 16 * 12 / 2 * 12),
                # Each of two moves.
                (f'{magnet}algorithm.update = ["metropolis", "overrelax"]\n', 4, 2 * 16 * 12 / 2 * 12),
                # A byte a spin.
                ('model.name = "ising"\nlattice.size = [16, 12, 20]\ncouplings.J = 1\n', 2, 2 * 16 * 12 / 2)):
            found = self.rows(text + head, "--ranks", "1,2,4,10")
            self.assertEqual(sorted(found), [1, 2, 4, 10])
            self.assertEqual(found[1][0], "-")
            for ranks in (2, 4, 10):
                has, memory, n, kilobytes, _ = found[ranks]
                self.assertEqual((has, n), ("slab", swaps))
                self.assertAlmostEqual(kilobytes, 1e-3 * sent, delta=0.01 * kilobytes)
                self.assertLess(memory, found[1][1])

    def test_systems_are_spread_and_swap_nothing(self):
        found = self.rows(CUT["ising"], "--set", "algorithm.systems=2", "--ranks", "2", "--latency", "1000000", "--bandwidth", "1")
        self.assertEqual(found[2][0], "systems")
        self.assertLess(found[2][4], 1e6)

    def test_what_travels_takes_time(self):
        swaps = {"network": {"about": "two ranks of a test", "on_devices": False,
                             "swaps": [{"bytes": 1, "us": 3e5}, {"bytes": 1e9, "us": 4e5}]}}
        (self.folder / "net.json").write_text(json.dumps(swaps))
        for arguments in (("--latency", "3e5", "--bandwidth", "10000"), ("--network", "net.json")):
            found = self.rows(CUT["ising"], "--ranks", "1,2", *arguments)
            self.assertGreaterEqual(found[2][4], found[2][2] * 3e5)
            self.assertLess(found[2][4], found[2][2] * 3e5 + 1e5)
            self.assertLess(found[1][4], 1e5)
        self.assertIn("swaps: two ranks of a test", self.plan(CUT["ising"], "--ranks", "1", "--network", "net.json").stdout)
        self.assertIn("in no time", self.plan(CUT["ising"], "--ranks", "2").stdout)

    def test_the_input_says_how_it_is_shared(self):
        asked = ("--set", "algorithm.systems=4", "--ranks", "1,2,4,8")
        self.assertEqual({n: row[0] for n, row in self.rows(CUT["ising"], *asked).items()}, {1: "-", 2: "systems", 4: "systems"})
        cut = (*asked, "--set", "parallel.decompose=[1, 1, 4]")
        self.assertEqual({n: row[0] for n, row in self.rows(CUT["ising"], *cut).items()}, {1: "-", 4: "slab"})
        self.assertIn("     2  cannot share it: parallel.decompose = [1, 1, 4]:\n        that is not one part for each of 2 ranks\n",
                      self.plan(CUT["ising"], *cut).stdout)

    def test_what_cannot_be(self):
        out = self.plan(CUT["ising"], "--ranks", "1000,1,2000").stdout
        self.assertIn("  1000  cannot share it: it has 1 system,\n        and its lattice can be cut into 4 slabs at most\n", out)
        self.assertNotIn("  2000", out)
        self.assertIn("[scan]", self.plan(CUT["ising"] + "[scan]\nalgorithm.seed = [1, 2]\n", code=2).stderr)
        self.plan(CUT["ising"], "--latency", "1", code=2)
        self.plan(CUT["ising"], "--ranks", "0", code=2)
        self.assertIn("cannot read", self.plan(CUT["ising"], "--network", "none.json", code=3).stderr)
        for wrong in ("{}", "[", '{"network": {"about": "x", "on_devices": false, "swaps": [{"bytes": 2, "us": 1}, {"bytes": 1, "us": 1}]}}'):
            (self.folder / "wrong.json").write_text(wrong)
            self.assertIn("neel bench parallel", self.plan(CUT["ising"], "--network", "wrong.json", code=2).stderr)


if __name__ == "__main__":
    unittest.main()
