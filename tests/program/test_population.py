# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Population annealing as a run: energies and partition functions against sums over all states, the same bits however it was run, bad
input."""
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
kind = "population"
T = [6.0, 4.5, 3.6, 3.0, 2.6, 2.3, 2.0, 1.7, 1.4]
thermalize = 2
sweeps = 6
measure_every = 2
[pa]
population = 1000
[algorithm]
update = ["heatbath"]
seed = 3
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
[schedule]
kind = "population"
T = [4.0, 2.0, 1.4, 1.0, 0.8, 0.65, 0.5]
thermalize = 2
sweeps = 8
[pa]
population = 400
[algorithm]
update = ["heatbath"]
systems = 40
"""

SPINS = """
[model]
name = "heisenberg"
[lattice]
size = [6, 4, 4]
[material]
ions = ["Fe", "Cr"]
fractions = {Cr = [0.0, 0.5]}
exchange = {Fe-Fe = 1.0, Fe-Cr = 0.24, Cr-Cr = 0.18}
[schedule]
kind = "population"
T = {from = 3.0, to = 0.5, points = 6}
thermalize = 4
sweeps = 10
measure_every = 5
[pa]
population = 40
[algorithm]
update = ["cone", "overrelax"]
systems = 2
"""

FIELD = """
[model]
name = "phi4"
[lattice]
size = [8, 8]
[couplings]
mass_squared = [-0.8, -0.6]
g = 0.6
[schedule]
kind = "population"
T = [1.2, 1.1, 1.0, 0.9]
thermalize = 8
sweeps = 20
[pa]
population = 30
"""

DIMER = """
[model]
name = "heisenberg"
[lattice]
size = [2]
boundary = "open"
[material]
ions = ["Fe"]
exchange = {Fe-Fe = 1.0}
[schedule]
kind = "population"
T = [2.0, 1.0, 0.6, 0.4]
thermalize = 4
sweeps = 8
[pa]
population = 500
[algorithm]
systems = 4
"""


def states(sites):
    return 1 - 2 * ((numpy.arange(2**sites)[:, None] >> numpy.arange(sites)) & 1)


def torus_energies():
    """Of all states of the 4 x 4 torus."""
    spins = states(16).reshape(-1, 4, 4)
    return -(spins * (numpy.roll(spins, 1, 1) + numpy.roll(spins, 1, 2))).sum((1, 2))


def exact(energies, temperature, sites=16):
    """Energy and ln Z per site."""
    weight = numpy.exp(-(energies - energies.min()) / temperature)
    return (energies * weight).sum() / weight.sum() / sites, (numpy.log(weight.sum()) - energies.min() / temperature) / sites


class Population(Case):
    def setUp(self):
        super().setUp()
        for name, text in (("small", ISING), ("glass", GLASS), ("spins", SPINS), ("field", FIELD), ("dimer", DIMER)):
            (self.folder / f"{name}.toml").write_text(text)

    def results(self, name, *quantities):
        with h5py.File(self.folder / f"{name}.h5") as file:
            return [file[f"results/{q}"][()] for q in quantities]

    def run_input(self, name, *arguments):
        done = self.neel("run", f"{name}.toml", "--progress", "none", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def test_exact_at_every_temperature_and_errors_as_long_as_they_should_be(self):
        """60 populations by themselves, in one run, whose chains are blocks of each."""
        self.run_small("a", "--set", "algorithm.systems=60")
        energies = torus_energies()
        with h5py.File(self.folder / "a.h5") as file:
            t = file["results/T"][()]
            chains = {name: file[f"samples/{name}"][()].mean(2).reshape(len(t), 60, 64) for name in ("energy", "log_partition")}
            largest = file["samples/rho_t"][()].max((1, 2))
            results = {name: file[f"results/{name}"][()] for name in ("energy", "energy_err", "log_partition", "log_partition_err",
                                                                      "entropy", "free_energy", "converged")}
        e, log_z = numpy.array([exact(energies, x) for x in t]).T
        numpy.testing.assert_allclose(results["free_energy"], -t * (results["log_partition"] + numpy.log(2)), rtol=1e-12)
        numpy.testing.assert_allclose(results["entropy"], results["log_partition"] + numpy.log(2) + results["energy"] / t, rtol=1e-9)
        numpy.testing.assert_array_equal(results["converged"], largest <= 10)
        for name, value in (("energy", e), ("log_partition", log_z - numpy.log(2))):
            pulls = (results[name] - value) / results[f"{name}_err"]
            self.assertLess(abs(pulls).max(), 4, (name, pulls))
            means = chains[name].mean(2)
            claimed = chains[name].var(2, ddof=1) / 64
            ratio = numpy.sqrt(means.var(1, ddof=1) / claimed.mean(1))
            self.assertLess(abs(ratio - 1).max(), 4 / numpy.sqrt(2 * 59), (name, ratio))
            numpy.testing.assert_allclose(results[name], means.mean(1), rtol=1e-9)
        self.assertLess(results["log_partition_err"].max(), 1e-3)

    def test_table_and_file_have_the_same_quantities(self):
        """No autocorrelation times: a population at a temperature is no time series; nor is a quench."""
        self.run_small("a")
        (self.folder / "quench.toml").write_text(ISING.split("[schedule]")[0] + '[schedule]\nkind = "quench"\nT = 2.0\ntimes = [1, 10]\n')
        self.run_input("quench")
        for name in ("a", "quench"):
            table = (self.folder / f"{name}.tsv").read_text()
            self.assertNotIn("_tau", table)
            columns = next(line for line in table.splitlines() if not line.startswith("#")).split("\t")
            self.assertIn("energy_err", columns)
            with h5py.File(self.folder / f"{name}.h5") as file:
                self.assertEqual([column for column in columns if column not in file["results"]], [])

    def test_a_dimer_of_vectors(self):
        self.run_input("dimer")
        t, log_z, error, energy, energy_error = self.results("dimer", "T", "log_partition", "log_partition_err", "energy", "energy_err")
        self.assertLess(abs((log_z - numpy.log(t * numpy.sinh(1 / t)) / 2) / error).max(), 4)
        self.assertLess(abs((energy - (t - 1 / numpy.tanh(1 / t)) / 2) / energy_error).max(), 4)
        self.assertLess(error.max(), 0.02)

    def test_free_vectors_in_a_field(self):
        self.run_input("dimer", "--set", "material.exchange.Fe-Fe=0.0", "--set", "schedule.field=1.5")
        t, log_z, error = self.results("dimer", "T", "log_partition", "log_partition_err")
        self.assertLess(abs((log_z - numpy.log(t / 1.5 * numpy.sinh(1.5 / t))) / error).max(), 4)

    def test_a_glass_sample_by_sample(self):
        self.run_input("glass")
        spins = states(16)
        with h5py.File(self.folder / "glass.h5") as file:
            t = file["results/T"][()]
            energy, log_z, rho_f = (file[f"samples/{name}"][()].mean(2) for name in ("energy", "log_partition", "rho_f"))
        self.assertEqual(energy.shape, (len(t), 40))
        pulls = []
        for sample in range(40):
            done = self.neel("bonds", "glass.toml", "--sample", sample, "--out", f"{sample}.bonds")
            self.assertEqual(done.returncode, 0, done.stderr)
            rows = [line.split() for line in (self.folder / f"{sample}.bonds").read_text().splitlines() if line[:1].isdigit()]
            energies = -sum(float(j) * spins[:, int(a)] * spins[:, int(b)] for a, b, j in rows)
            for k, x in enumerate(t):
                value = exact(energies, x)[1] - numpy.log(2)
                pulls.append((log_z[k, sample] - value) * 16 / numpy.sqrt(rho_f[k, sample] / 400))
        self.assertLess(abs(numpy.array(pulls)).max(), 5, pulls)
        self.assertLess(abs(numpy.sqrt(numpy.square(pulls).mean()) - 1), 4 / numpy.sqrt(2 * 40))

    def test_replicas_are_populations_of_their_own(self):
        self.run_input("glass", "--set", "algorithm.replicas=2", "--set", 'algorithm.update=["heatbath"]')
        spins = states(16)
        with h5py.File(self.folder / "glass.h5") as file:
            overlap, t = file["samples/overlap_squared"][-1].mean(1), file["results/T"][-1]
        exacts = []
        for sample in range(40):
            self.neel("bonds", "glass.toml", "--sample", sample, "--out", f"{sample}.bonds")
            rows = [line.split() for line in (self.folder / f"{sample}.bonds").read_text().splitlines() if line[:1].isdigit()]
            energies = -sum(float(j) * spins[:, int(a)] * spins[:, int(b)] for a, b, j in rows)
            weight = numpy.exp(-(energies - energies.min()) / t)
            pairs = (spins.T * weight) @ spins / weight.sum()
            exacts.append((pairs**2).mean())
        self.assertLess(abs(overlap - exacts).max(), 0.1)
        self.assertLess(abs((overlap - exacts).mean()), 0.01)

    def test_the_same_bits_for_threads_and_stops(self):
        for name in ("small", "glass", "spins", "field"):
            with self.subTest(name):
                (self.folder / f"{name}.toml").rename(self.folder / "x.toml")
                more = [part for key in ("thermalize", "sweeps", "measure_every") for part in ("--set", f"schedule.{key}=1")]
                whole = self.neel("run", "x.toml", "--name", f"{name}-whole", "--progress", "none", "--threads", 1, *more)
                self.assertEqual(whole.returncode, 0, whole.stderr)
                self.run_in_parts(f"{name}-parts", 6, *more, file="x.toml")  # each one sweep further
                self.same(f"{name}-whole", f"{name}-parts")

    def test_more_temperatures_go_on(self):
        keep = ("--set", "output.keep_checkpoint=true")
        self.run_small("a", *keep)
        self.run_small("a", *keep, "--set", "schedule.T=[6.0, 4.5, 3.6, 3.0, 2.6, 2.3, 2.0, 1.7, 1.4, 1.2]")
        self.run_small("b", *keep, "--set", "schedule.T=[6.0, 4.5, 3.6, 3.0, 2.6, 2.3, 2.0, 1.7, 1.4, 1.2]")
        self.same("a", "b")

    def test_known_run(self):
        self.assertIn("hash e4a20d8b8ad28ba0", self.run_input("spins").stdout)

    def test_too_few_families(self):
        done = self.run_small("a", "--set", "schedule.T=[6.0, 0.5]", "--set", "pa.population=300")
        self.assertIn("1 of 1 populations have too few families, at 1 of 2 points", done.stdout)
        rho_t, families, entropy, converged = self.results("a", "rho_t", "families", "family_entropy", "converged")
        numpy.testing.assert_array_equal(converged, [1, 0])
        self.assertGreater(rho_t[1], 20)
        self.assertLess(families[1], 30)
        self.assertLessEqual(300 / rho_t[1], numpy.exp(entropy[1]) * (1 + 1e-9))

    def test_lowest_energies(self):
        self.run_small("a", "--set", "measure.lowest=true")
        with h5py.File(self.folder / "a.h5") as file:
            self.assertEqual(file["lowest/energy"][()].tolist(), [-2.0])

    def test_bad_input(self):
        for change, part in (("pa.population=1", "pa.population"), ("schedule.field=[0,0,0,0,0,0,0,0,1]", "one field"),
                             ("measure.target_error.energy=0.1", "hardly by more sweeps"), ("pt.every=2", "unknown key pt"),
                             ("measure.structure.path=[[0,0,0],[0.5,0,0]]", "not measured in populations"),
                             ("algorithm.first_system=2", "sampled together"), ("schedule.kind=anneal", "unknown key pa")):
            with self.subTest(change):
                self.refused(2, part, arguments=("run", "small.toml", "--set", change))
        self.refused(2, "bits of words", arguments=("run", "small.toml", "--set", "model.name=edwards-anderson", "--set",
                                                    "lattice.size=[4,4,4]", "--set", 'algorithm.update="metropolis"'))
        self.refused(2, "no energy", arguments=("run", "small.toml", "--set", "model.name=majority", "--set",
                                                "algorithm.update=metropolis"))
        self.run_small("a")
        self.refused(2, "averages over populations", arguments=("analyze", "a.h5"))


if __name__ == "__main__":
    unittest.main()
