# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Multicanonical sampling as a run: averages and partition functions against sums over all states, errors against the scatter of systems,
the same bits however it was run, bad input."""
import itertools
import sys
import unittest

try:
    import h5py
    import numpy
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from harness import Case

SCHEDULE = """
[schedule]
kind = "multicanonical"
T = {temperatures}
thermalize = {thermalize}
sweeps = {sweeps}
measure_every = 2
"""

ISING = """
[model]
name = "ising"
[lattice]
size = [4, 4]
""" + SCHEDULE.format(temperatures="[4.0, 3.0, 2.3, 1.8, 1.0]", thermalize=4000, sweeps=16000) + """
field = 0.1
[algorithm]
update = ["heatbath"]
systems = 60
seed = 3
[measure.histogram]
energy = [-2.01, -1.51, -1.01, -0.51, -0.01]
[measure.observables]
own = "mean(S)^2"
"""

POTTS = """
[model]
name = "potts"
[lattice]
size = [4, 2]
[couplings]
q = 4
""" + SCHEDULE.format(temperatures="[0.5, 0.8, 1.5]", thermalize=2000, sweeps=20000) + """
[algorithm]
systems = 8
"""

VECTORS = """
[model]
name = "heisenberg"
[lattice]
size = [2]
boundary = "open"
[material]
ions = ["Fe"]
exchange = {Fe-Fe = 1.0}
""" + SCHEDULE.format(temperatures="[2.0, 1.0, 0.5, 0.2]", thermalize=3000, sweeps=20000) + """
[algorithm]
update = ["cone", "overrelax"]
systems = 16
"""

TRIANGLES = """
[model]
name = "ising"
[lattice]
kind = "triangular"
size = [4, 4]
[[couplings.bonds]]
shell = 1
J = -1.0
""" + SCHEDULE.format(temperatures="[3.0, 1.5, 0.8]", thermalize=2000, sweeps=20000) + """
[algorithm]
systems = 8
"""

GLASS = """
[model]
name = "ising"
[lattice]
kind = "square"
size = [4, 4]
[couplings]
disorder = "gaussian"
seed = 4
bonds = [{shell = 1, width = 1.0}]
""" + SCHEDULE.format(temperatures="[2.0, 1.0, 0.5]", thermalize=20000, sweeps=40000) + """
[algorithm]
update = ["heatbath"]
systems = 6
"""


def averages(energies, temperatures, *others):
    """Of all states: <E>, C per N, <x> of each other quantity, ln Z(T)/Z(first T), at each temperature."""
    rows, first = [], None
    for t in temperatures:
        weight = numpy.exp(-(energies - energies.min()) / t)
        z = weight.sum()
        log_z = numpy.log(z) - energies.min() / t
        first = log_z if first is None else first
        mean = [(weight * x).sum() / z for x in (energies, energies**2, *others)]
        rows.append([mean[0], (mean[1] - mean[0] ** 2) / t**2, *mean[2:], log_z - first])
    return numpy.array(rows).T


def spins(sites):
    return 1 - 2 * ((numpy.arange(2**sites)[:, None] >> numpy.arange(sites)) & 1)


class Multicanonical(Case):
    def setUp(self):
        super().setUp()
        for name, text in (("small", ISING), ("potts", POTTS), ("vectors", VECTORS), ("triangles", TRIANGLES), ("glass", GLASS)):
            (self.folder / f"{name}.toml").write_text(text)

    def run_input(self, name, *arguments):
        done = self.neel("run", f"{name}.toml", "--progress", "none", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def results(self, name, *quantities):
        with h5py.File(self.folder / f"{name}.h5") as file:
            return [file[f"results/{q}"][()] for q in quantities]

    def agree(self, name, quantities, exact, sigma=4.5):
        """Errors of zero are of what is the same by definition."""
        for quantity, values in zip(quantities, exact):
            value, error = self.results(name, quantity, f"{quantity}_err")
            pulls = (value - values) / numpy.maximum(error, 1e-12)
            self.assertLess(abs(pulls).max(), sigma, (quantity, value, values, error))

    def test_ising_in_a_field(self):
        """And errors as the scatter of the systems tells them, by a road of its own."""
        self.run_input("small")
        s = spins(16).reshape(-1, 4, 4)
        m = s.mean((1, 2))
        energies = -(s * (numpy.roll(s, 1, 1) + numpy.roll(s, 1, 2))).sum((1, 2)) - 0.1 * 16 * m
        t, = self.results("small", "T")
        e, c, m1, m2, absolute, log_z = averages(energies, t, m, m**2, abs(m))
        self.agree("small", ("energy", "specific_heat", "magnetisation", "magnetisation_squared", "own", "magnetisation_magnitude", "log_partition"),
                   (e / 16, c / 16, m1, m2, m1**2, absolute, log_z / 16))
        parts = numpy.histogram(energies / 16, [-2.01, -1.51, -1.01, -0.51, -0.01])[1]
        inside = [averages(energies, t, (energies / 16 >= a) & (energies / 16 < b))[2] / (b - a) for a, b in itertools.pairwise(parts)]
        self.agree("small", ("energy_histogram",), (numpy.array(inside).T,))
        with h5py.File(self.folder / "small.h5") as file:
            weight, energy = (file[f"samples/{name}"][()].mean(2) for name in ("weight", "energy"))
        mean = energy.sum(1) / weight.sum(1)
        value, error = self.results("small", "energy", "energy_err")
        numpy.testing.assert_allclose(value, mean, rtol=1e-4)  # the value is without the bias of a ratio
        own = numpy.sqrt((((energy - mean[:, None] * weight) / weight.mean(1)[:, None]) ** 2).sum(1) / 59 / 60)
        self.assertLess(abs(error / own - 1).max(), 4 / numpy.sqrt(2 * 59), (error, own))

    def test_potts(self):
        states = numpy.array(list(itertools.product(range(4), repeat=8))).reshape(-1, 2, 4)
        energies = -((states == numpy.roll(states, 1, 2)).sum((1, 2)) + 2 * (states[:, 0] == states[:, 1]).sum(1)).astype(float)
        self.run_input("potts")
        t, = self.results("potts", "T")
        e, c, log_z = averages(energies, t)
        self.agree("potts", ("energy", "specific_heat", "log_partition"), (e / 8, c / 8, log_z / 8))

    def test_vectors(self):
        self.run_input("vectors")
        t, = self.results("vectors", "T")
        log_z = numpy.log(t * numpy.sinh(1 / t))
        self.agree("vectors", ("energy", "specific_heat", "log_partition"),
                   ((t - 1 / numpy.tanh(1 / t)) / 2, (1 - 1 / (t * numpy.sinh(1 / t)) ** 2) / 2, (log_z - log_z[0]) / 2))

    def test_a_frustrated_crystal(self):
        self.run_input("triangles")
        s = spins(16).reshape(-1, 4, 4)
        energies = (s * (numpy.roll(s, 1, 1) + numpy.roll(s, 1, 2) + numpy.roll(s, (1, -1), (1, 2)))).sum((1, 2)).astype(float)
        t, = self.results("triangles", "T")
        e, c, log_z = averages(energies, t)
        self.agree("triangles", ("energy", "specific_heat", "log_partition"), (e / 16, c / 16, log_z / 16))

    def test_samples_of_a_glass_have_an_entropy_each(self):
        self.run_input("glass")
        s = spins(16)
        with h5py.File(self.folder / "glass.h5") as file:
            t = file["results/T"][()]
            energy, weight = (file[f"samples/{name}"][()] for name in ("energy", "weight"))
        for sample in range(6):
            self.neel("bonds", "glass.toml", "--sample", sample, "--out", f"{sample}.bonds")
            rows = [line.split() for line in (self.folder / f"{sample}.bonds").read_text().splitlines() if line[:1].isdigit()]
            energies = -sum(float(j) * s[:, int(a)] * s[:, int(b)] for a, b, j in rows)
            exact = averages(energies, t)[0] / 16
            e, w = (x[:, sample].reshape(len(t), 20, -1).mean(2) for x in (energy, weight))
            mean = e.mean(1) / w.mean(1)
            error = numpy.sqrt((((e - mean[:, None] * w) / w.mean(1)[:, None]) ** 2).sum(1) / 19 / 20)
            self.assertLess(abs((mean - exact) / error).max(), 5, (sample, mean, exact, error))

    def test_the_same_bits_for_threads_and_stops(self):
        for name in ("small", "vectors", "triangles"):
            with self.subTest(name):
                (self.folder / f"{name}.toml").rename(self.folder / "x.toml")
                more = [part for key, value in (("schedule.thermalize", 1000), ("schedule.sweeps", 40), ("algorithm.systems", 3))
                        for part in ("--set", f"{key}={value}")]
                whole = self.neel("run", "x.toml", "--name", f"{name}-whole", "--progress", "none", "--threads", 1, *more)
                self.assertEqual(whole.returncode, 0, whole.stderr)
                self.run_in_parts(f"{name}-parts", 8, *more, file="x.toml")
                self.same(f"{name}-whole", f"{name}-parts")

    def test_log(self):
        log = self.run_input("vectors", "--set", "algorithm.systems=4").stdout
        self.assertIn("from one sampling of all energies between", log)
        self.assertRegex(log, r"multicanonical: \d+\.\d % of pairs of sweeps accepted, \d+\.\d round trips per system")

    def test_bad_input(self):
        for change, part in (("schedule.T=2.0", "between two temperatures"), ("schedule.thermalize=10", "which takes 1000 sweeps"),
                             ("schedule.field=[0,0,0,0,1]", "in one field"), ('algorithm.update="cluster"', "no part of multicanonical"),
                             ("measure.structure.path=[[0,0,0],[0.5,0,0]]", "not measured in multicanonical"),
                             ("algorithm.first_system=2", "sampled together"), ("pt.every=2", "unknown key pt")):
            with self.subTest(change):
                self.refused(2, part, arguments=("run", "small.toml", "--set", change))
        for model, size in (("edwards-anderson", "[4,4,4]"), ("phi4", "[4,4]")):
            self.refused(2, "cannot be made in reverse order", arguments=(
                "run", "potts.toml", "--set", f"model.name={model}", "--set", f"lattice.size={size}", "--set", 'algorithm.update="metropolis"'))
        self.refused(2, "no energy", arguments=("run", "potts.toml", "--set", "model.name=majority"))
        self.run_input("potts", "--set", "schedule.sweeps=100")
        self.refused(2, "weighted ones", arguments=("analyze", "potts.h5"))


if __name__ == "__main__":
    unittest.main()
