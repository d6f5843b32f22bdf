# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Tempering as a run: exact energies, the same bits however it was run, what it says of itself, bad input."""
import sys
import unittest

try:
    import h5py
    import numpy
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from harness import Case

ISING = """
[model]
name = "ising"
[lattice]
size = [4, 4]
[schedule]
kind = "temper"
T = [4.0, 3.0, 2.4, 2.0, 1.6, 1.2]
thermalize = 200
sweeps = 2000
measure_every = 2
[algorithm]
update = ["heatbath"]
systems = 16
"""

HEISENBERG = """
[model]
name = "heisenberg"
[lattice]
size = [6, 4, 4]
[material]
ions = ["Fe", "Cr"]
fractions = {Cr = [0.2, 0.5]}
exchange = {Fe-Fe = 1.0, Fe-Cr = 0.24, Cr-Cr = 0.18}
[schedule]
kind = "temper"
T = {from = 1.5, to = 0.3, points = 5}
thermalize = 200
sweeps = 400
measure_every = 5
[algorithm]
update = ["cone", "overrelax"]
systems = 2
[pt]
every = 3
tune = true
"""

PHI4 = """
[model]
name = "phi4"
[lattice]
size = [8, 8]
[couplings]
mass_squared = [-0.8, -0.6]
g = 0.6
[schedule]
kind = "temper"
T = [1.2, 1.0, 0.8]
thermalize = 120
sweeps = 200
[algorithm]
systems = 2
"""

GLASS = """
[model]
name = "edwards-anderson"
[lattice]
size = [4, 4, 4]
[coding]
words = 1
replicas = 2
[schedule]
kind = "temper"
T = [2.0, 1.7, 1.4, 1.1]
thermalize = 500
sweeps = 2000
measure_every = 5
[pt]
every = 2
[algorithm]
systems = 2
"""


def exact_energies(temperatures):
    """Per site, of the 4 x 4 torus, from all states."""
    spins = 1 - 2 * ((numpy.arange(65536)[:, None] >> numpy.arange(16)) & 1).reshape(-1, 4, 4)
    bonds = (spins * (numpy.roll(spins, 1, 1) + numpy.roll(spins, 1, 2))).sum((1, 2))
    return [-(bonds * (w := numpy.exp((bonds - 32) / t))).sum() / w.sum() / 16 for t in temperatures]


class Tempering(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "small.toml").write_text(ISING)
        (self.folder / "spins.toml").write_text(HEISENBERG)
        (self.folder / "field.toml").write_text(PHI4)
        (self.folder / "glass.toml").write_text(GLASS)

    def test_energies_are_exact_at_every_temperature(self):
        result = self.run_small("a", "--set", "schedule.sweeps=40000")
        self.assertIn("of the exchanges accepted", result.stdout)
        with h5py.File(self.folder / "a.h5") as file:
            t, energy, error = (file[f"results/{name}"][()] for name in ("T", "energy", "energy_err"))
            numpy.testing.assert_array_equal(t, [4.0, 3.0, 2.4, 2.0, 1.6, 1.2])
            pulls = (energy - exact_energies(t)) / error
            self.assertLess(abs(pulls).max(), 4, pulls)
            self.assertLess(error.max(), 0.003)
            tempering = {key: value[()] for key, value in file["tempering"].items()}
        self.assertEqual(tempering["acceptance"].shape, (5,))
        self.assertTrue(((tempering["acceptance"] > 0.3) & (tempering["acceptance"] < 1)).all(), tempering["acceptance"])
        self.assertEqual(tempering["round_trips"].shape, (16,))
        self.assertGreater(tempering["round_trips"].min(), 20)
        self.assertEqual(tempering["hot_part"][0], 1)
        self.assertTrue((numpy.diff(tempering["hot_part"]) < 0).all(), tempering["hot_part"])
        records = tempering["configuration"]
        self.assertEqual(records.shape[1:], (6, 16))
        self.assertTrue(256 <= len(records) <= 512)
        numpy.testing.assert_array_equal(numpy.sort(records, axis=1), numpy.arange(6)[None, :, None] + 0 * records)

    def test_the_partition_function_between_temperatures(self):
        self.run_small("a", "--set", "schedule.sweeps=8000")
        done = self.neel("analyze", "a.h5", "--points", 8)
        self.assertEqual(done.returncode, 0, done.stderr)
        spins = 1 - 2 * ((numpy.arange(65536)[:, None] >> numpy.arange(16)) & 1).reshape(-1, 4, 4)
        bonds = (spins * (numpy.roll(spins, 1, 1) + numpy.roll(spins, 1, 2))).sum((1, 2))
        log_z = lambda t: (numpy.log(numpy.exp((bonds - 32) / t).sum()) + 32 / t) / 16
        with h5py.File(self.folder / "a.analysis.h5") as file:
            t, value, error = (file[f"runs/a/{name}"][()] for name in ("T", "log_partition", "log_partition_err"))
        exact = numpy.array([log_z(x) - log_z(4.0) for x in t])
        self.assertLess(abs((value - exact)[t < 4] / error[t < 4]).max(), 4)
        self.assertLess(error.max(), 1e-3)
        self.assertLess(abs(value[t == 4.0]), 1e-9)

    def test_the_same_bits_for_threads_and_stops(self):
        for name in ("small", "spins", "field", "glass"):
            with self.subTest(name):
                (self.folder / f"{name}.toml").rename(self.folder / "x.toml")
                every = ("--set", 'output.checkpoint="1 s"')
                whole = self.neel("run", "x.toml", "--name", f"{name}-whole", "--progress", "none", "--threads", 1, *every)
                self.assertEqual(whole.returncode, 0, whole.stderr)
                self.run_in_parts(f"{name}-parts", 4, *every, file="x.toml")
                self.same(f"{name}-whole", f"{name}-parts")

    def test_tuned_ladder(self):
        result = self.neel("run", "spins.toml", "--name", "a", "--progress", "none", "--set", "schedule.thermalize=2000", "--set",
                           "schedule.T=[1.5, 1.45, 1.4, 0.6, 0.3]")
        self.assertEqual(result.returncode, 0, result.stderr)
        with h5py.File(self.folder / "a.h5") as file:
            t, acceptance = file["results/T"][()], file["tempering/acceptance"][()].mean(0)
            self.assertEqual(file["tempering/acceptance"].shape, (2, 4))
            self.assertEqual(file["results/energy"].shape, (2, 5))
        self.assertEqual((t[0], t[-1]), (1.5, 0.3))
        self.assertTrue((numpy.diff(t) < 0).all(), t)
        self.assertLess(acceptance.max() - acceptance.min(), 0.25, acceptance)
        rows = [line for line in (self.folder / "a.tsv").read_text().splitlines() if not line.startswith("#")]
        self.assertEqual(len(rows), 1 + 10)
        self.assertAlmostEqual(float(rows[2].split("\t")[1]), t[1], 8)

    def test_a_longer_run_goes_on(self):
        self.run_small("a")
        self.run_small("a", "--set", "schedule.sweeps=3000")
        self.run_small("b", "--set", "schedule.sweeps=3000")
        self.same("a", "b")

    def test_a_spin_glass_on_a_ladder_is_the_one_without(self):
        """Each temperature by itself, in equilibrium at once where it is hot: sample by sample the same energy."""
        text = GLASS.replace("thermalize = 500", "thermalize = 2000").replace("sweeps = 2000", "sweeps = 40000")
        (self.folder / "a.toml").write_text(text)
        (self.folder / "b.toml").write_text(text.replace('"temper"', '"anneal"').replace("[pt]\nevery = 2\n", "").replace(
            ", 1.4, 1.1", ""))
        for name in ("a", "b"):
            done = self.neel("run", f"{name}.toml", "--progress", "none")
            self.assertEqual(done.returncode, 0, done.stderr)
        with h5py.File(self.folder / "a.h5") as a, h5py.File(self.folder / "b.h5") as b:
            self.assertEqual(a["tempering/round_trips"].shape, (2 * 64,))
            self.assertGreater(a["tempering/round_trips"][()].min(), 10)
            for point in (0, 1):
                x, y = (numpy.array(file["samples/energy"][point]) for file in (a, b))
                blocks = [v[:, :32].reshape(64, 8, 4).mean(2) for v in (x, y)]  # autocorrelations are far shorter
                error = numpy.sqrt(sum(v.var(1, ddof=1) / 8 for v in blocks))
                pulls = (blocks[0].mean(1) - blocks[1].mean(1)) / error
                self.assertLess(abs(pulls.mean()), 0.5 + 4 / 8, pulls)
                self.assertLess(abs(pulls).max(), 6, pulls)  # t with 14 degrees: 6 is 3e-5 for each of 64

    def test_known_run(self):
        result = self.neel("run", "spins.toml", "--name", "a", "--progress", "none")
        self.assertIn("hash 3d5c472f2b9d4d8e", result.stdout)

    def test_bad_input(self):
        for change, part in (("schedule.T=[1.0]", "two temperatures"), ("schedule.T=[1.0,2.0,1.5]", "rise or fall"),
                             ("schedule.T=[1.0,1.0]", "rise or fall"), ("schedule.field=[1,1,1,1,1,2]", "one field"),
                             ("pt.every=0", "pt.every")):
            with self.subTest(change):
                self.refused(2, part, arguments=("run", "small.toml", "--set", change))
        self.refused(2, "100 sweeps", arguments=("run", "small.toml", "--set", "pt.tune=true", "--set", "schedule.thermalize=50"))
        self.refused(2, "unknown key pt", arguments=("run", "small.toml", "--set", "pt.tune=true", "--set", "schedule.kind=anneal"))
        self.refused(2, "no energy", arguments=("run", "small.toml", "--set", "model.name=majority", "--set",
                                                "algorithm.update=metropolis"))


if __name__ == "__main__":
    unittest.main()
