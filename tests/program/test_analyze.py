# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""neel analyze: runs reweighted in temperature, field and couplings, against exact results; crossings."""
import math
import os
import sys
import unittest

try:
    import h5py
    import numpy
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from analyzing import SMALL, Analyzing

MAGNET = """
[model]
name = "heisenberg"
[lattice]
size = [8, 8, 8]
[material]
ions = ["A"]
exchange.A-A = -1
[schedule]
kind = "temper"
T = {from = 1.38, to = 1.50, points = 5}
thermalize = 500
sweeps = 4000
measure_every = 10
[algorithm]
systems = 4
[measure]
bins = 200
[output]
checkpoint = "none"
configurations = "none"
"""

FREE_FIELD = """
[model]
name = "phi4"
[lattice]
size = [8, 8]
[couplings]
mass_squared = [0.8, 1.0, 1.25]
g = 0
[schedule]
thermalize = 100
sweeps = 8000
measure_every = 10
[algorithm]
systems = 4
[measure]
bins = 400
[output]
checkpoint = "none"
configurations = "none"
"""

VACANCIES = """
[model]
name = "heisenberg"
[lattice]
kind = "cubic"
size = [4, 4, 4]
[material]
ions = ["A", "E"]
moment = {A = 1, E = 0}
fractions = {A = 1}
[[couplings.bonds]]
shell = 1
J = -1
[schedule]
T = 1
thermalize = 200
sweeps = 8000
measure_every = 20
[algorithm]
systems = 8
update = "heatbath"
[measure]
bins = 400
[output]
checkpoint = "none"
configurations = "none"
"""

FREE_SPINS = """
[model]
name = "heisenberg"
[lattice]
size = [4, 4, 4]
[material]
ions = ["A"]
exchange.A-A = 0
[schedule]
T = 1
field = [2, 1, 0.5, 0]
thermalize = 50
sweeps = 2000
[algorithm]
update = "heatbath"
systems = 2
[measure]
bins = 1000
[output]
checkpoint = "none"
configurations = "none"
"""


QUANTITIES = ("energy", "specific_heat", "order_parameter", "susceptibility", "binder_ratio")


def four_by_four(t, fields):
    """QUANTITIES of the 4 x 4 lattice at a temperature in fields, by counting its states."""
    spins = 1 - 2 * (numpy.arange(2**16)[:, None] >> numpy.arange(16) & 1).reshape(-1, 4, 4)
    bonds = -(spins * (numpy.roll(spins, 1, 1) + numpy.roll(spins, 1, 2))).sum((1, 2))
    m = spins.mean((1, 2))
    all_values = []
    for h in fields:
        e = bonds / 16 - h * m
        weight = numpy.exp(-16 * (e - e.min()) / t)
        mean = [(weight * x).sum() / weight.sum() for x in (e, e**2, abs(m), m**2, m**4)]
        all_values.append((mean[0], 16 * (mean[1] - mean[0]**2) / t**2, mean[2], 16 * (mean[3] - mean[2]**2) / t,
                           mean[4] / mean[3]**2))
    return numpy.array(all_values).T


def log_z(length, k):
    """Of a periodic square lattice at J/T = k, up to a factor linear in k: B. Kaufman, Phys. Rev. 76, 1232 (1949)."""
    gamma = [2 * k + math.log(math.tanh(k))]
    for r in range(1, 2 * length):
        c = math.cosh(2 * k) ** 2 / math.sinh(2 * k) - math.cos(math.pi * r / length)
        gamma.append(math.acosh(c))
    odd, even = gamma[1::2], gamma[0::2]
    parts = (math.prod(2 * math.cosh(length * g / 2) for g in odd), math.prod(2 * math.sinh(length * g / 2) for g in odd),
             math.prod(2 * math.cosh(length * g / 2) for g in even), math.prod(2 * math.sinh(length * g / 2) for g in even))
    return length**2 / 2 * math.log(2 * math.sinh(2 * k)) + math.log(parts[0] + parts[1] + parts[2] + parts[3])


def exact(length, t, h=1e-4):
    """Energy and specific heat per site, by differences of log Z."""
    low, here, high = (log_z(length, 1 / t + step) for step in (-h, 0, h))
    return -(high - low) / (2 * h) / length**2, (high - 2 * here + low) / h**2 / length**2 / t**2


class Analyze(Analyzing):
    def check_curves(self, name, run, expected, resolution):
        """The curves of a run (no groups) are those expected within 4 sigma, each with errors below its resolution."""
        with h5py.File(self.folder / f"{name}.analysis.h5") as file:
            r = {key: value[()] for key, value in file[f"runs/{run}"].items()}
        for quantity, exactly, most in zip(QUANTITIES, expected, resolution):
            if exactly is not None:
                sigmas = numpy.abs((r[quantity] - exactly) / r[quantity + "_err"])
                self.assertLess(sigmas.max(), 4, quantity)
                self.assertLess(r[quantity + "_err"].max(), most, quantity)

    def test_exact_along_a_field(self):
        small = ("--set", "lattice.size=[4, 4]", "--set", "schedule.T=2.5", "--set", "measure.bins=1000")
        self.run_small("loop", *small, "--set", "schedule.field=[0.2, 0.1, 0.05, 0]")
        said = self.analyzed("loop.h5", "--points", 9)
        self.assertIn("4 values of H", said)
        expected = four_by_four(2.5, numpy.linspace(0, 0.2, 9))
        resolution = (0.006, 0.01, 0.004, 0.01, 0.006)
        self.check_curves("loop", "loop", expected, resolution)
        self.run_small("scan", *small, "--set", "scan.schedule.field=[0, 0.1, 0.2]", "--set", "schedule.T=[2.5, 2.4]")
        self.assertIn("2 temperatures", self.analyzed("scan.h5", "--points", 9))
        self.analyzed("scan.h5", "--along", "H", "--points", 9)
        with h5py.File(self.folder / "scan.analysis.h5") as file:
            r = file["runs/scan"]
            self.assertEqual([d[0].name for d in r["energy"].dims], ["/runs/scan/T", "/runs/scan/H"])
            warm = list(r["T"]).index(2.5)
            for name, exactly in zip(QUANTITIES, expected):
                self.assertLess(numpy.abs((r[name][warm] - exactly) / r[name + "_err"][warm]).max(), 4, name)

    def test_exact_along_a_mass(self):
        """A free field: every mode has T/2, and the mean field is a Gaussian number with <m^2> = T / (N mu^2)."""
        (self.folder / "small.toml").write_text(FREE_FIELD)
        self.run_small("free")
        self.analyzed("free.h5", "--points", 9)
        mass = numpy.linspace(0.8, 1.25, 9)
        self.check_curves("free", "free", (0.5 + 0 * mass, 0.5 + 0 * mass, numpy.sqrt(2 / (math.pi * 64 * mass)),
                                           (1 - 2 / math.pi) / mass, 3 + 0 * mass), (0.002, 0.02, 0.002, 0.02, 0.1))

    def test_exact_along_a_field_of_vectors(self):
        """Spins without exchange: e = -H L(H/T), L being Langevin's function, and its fluctuation."""
        (self.folder / "small.toml").write_text(FREE_SPINS)
        self.run_small("free")
        self.analyzed("free.h5", "--from", 0.25, "--points", 8)
        h = numpy.linspace(0.25, 2, 8)
        self.check_curves("free", "free", (1 - h / numpy.tanh(h), 1 - (h / numpy.sinh(h))**2), (0.008, 0.05))

    def test_a_coupling_is_another_temperature(self):
        self.run_small("t", "--set", "schedule.T=[2.5, 2.3, 2.1]", "--set", "scan.lattice.size=[[4, 4], [8, 8]]")
        self.run_small("j", "--set", "schedule.T=1", "--set", "scan.couplings.J=[0.40, 0.435, 0.476]", "--set",
                       "scan.lattice.size=[[4, 4], [6, 6], [8, 8]]")
        self.analyzed("t.h5", "--points", 41)
        said = self.analyzed("j.h5", "--points", 41)
        self.assertRegex(said, r"L = 4 +6 +J = 0\.4")
        self.assertIn("J_c = ", said)
        self.assertIn("\n# J_c\t", (self.folder / "j.analysis.tsv").read_text())
        self.analyzed("j_J0.4_size4x4.h5", "j_J0.435_size4x4.h5", "j_J0.476_size4x4.h5", "j_J0.4_size8x8.h5",
                      "j_J0.435_size8x8.h5", "j_J0.476_size8x8.h5", "--points", 41, "--name", "parts")
        with h5py.File(self.folder / "t.analysis.h5") as t, h5py.File(self.folder / "parts.analysis.h5") as j:
            found, error = t["crossings/T"][0], t["crossings/T_err"][0]
            coupling, coupling_error = j["crossings/J"][0], j["crossings/J_err"][0]
        self.assertLess(abs(coupling - 1 / found), 4 * math.hypot(coupling_error, error / found**2))
        self.assertLess(coupling_error, 0.01)
        with h5py.File(self.folder / "j.analysis.h5") as whole, h5py.File(self.folder / "parts.analysis.h5") as parts:
            for name in QUANTITIES:
                numpy.testing.assert_array_equal(whole[f"runs/j_size8x8/{name}"], parts[f"runs/j_J0.4_size8x8/{name}"])

    def test_a_scan_is_its_runs(self):
        self.run_small("scan", "--set", "scan.lattice.size=[[4, 4], [8, 8]]", "--set",
                       "schedule.T=[2.6, 2.4, 2.2, 2.0]", "--set", "schedule.sweeps=4000")
        whole = self.analyzed("scan.h5", "--points", 21, "--name", "whole")
        parts = self.analyzed("scan_size8x8.h5", "scan_size4x4.h5", "--points", 21, "--name", "parts")
        self.assertEqual(whole.replace("whole", "parts"), parts)
        self.assertEqual(*((self.folder / f"{name}.analysis.tsv").read_text() for name in ("whole", "parts")))
        with h5py.File(self.folder / "scan.h5", "r+") as file:  # as earlier versions wrote it
            del file["results"].attrs["susceptibility"]
        self.refused(2, "a scan that an earlier version put together", arguments=("analyze", "scan.h5"))

    def test_a_scan_of_a_crystal_is_its_runs(self):
        """Averages are over sites, of which a cell has several, or some are empty."""
        honeycomb = SMALL.replace("size = [8, 8]", 'kind = "honeycomb"').replace("[schedule]", "[[couplings.bonds]]\nshell = 1\nJ = 1\n[schedule]")
        for name, text, scanned in (("honeycomb", honeycomb, "lattice.size=[[4, 4], [6, 6]]"), ("vacancies", VACANCIES, "material.fractions.A=[0.5, 1]")):
            with self.subTest(name):
                (self.folder / "small.toml").write_text(text)
                self.run_small(name, "--set", f"scan.{scanned}", "--set", "schedule.T=[1.9, 1.7, 1.5, 1.3]", "--set", "schedule.sweeps=8000")
                with h5py.File(self.folder / f"{name}.h5") as file:
                    sites = file["results"].attrs["sites"]
                    lattice = dict(file["lattice"].attrs)
                runs = sorted(self.folder.glob(f"{name}_*.h5"))
                for run, n in zip(runs, sites, strict=True):
                    with h5py.File(run) as file:
                        self.assertEqual(file["results"].attrs["sites"], n)
                        self.assertEqual(set(file["lattice"].attrs), set(lattice))
                if name == "honeycomb":
                    self.assertEqual(list(sites), [32, 72])
                    self.analyzed(f"{name}.h5", "--points", 21, "--name", "whole")
                    self.analyzed(*(run.name for run in runs), "--points", 21, "--name", "parts")
                    self.assertEqual(*((self.folder / f"{which}.analysis.tsv").read_text() for which in ("whole", "parts")))
                else:
                    self.assertEqual(list(sites), [32, 64])
                    self.analyzed(f"{name}.h5", "--points", 21)
                    for k, run in enumerate(runs):
                        self.analyzed(run.name, "--points", 21, "--name", "part")
                        with h5py.File(self.folder / f"{name}.analysis.h5") as whole, h5py.File(self.folder / "part.analysis.h5") as part:
                            for quantity in QUANTITIES:
                                numpy.testing.assert_array_equal(whole[f"runs/{name}/{quantity}"][k], part[f"runs/{run.stem}/{quantity}"])

    def test_curves_pass_through_what_was_measured(self):
        """A file that says another number of sites than it was measured on makes other curves."""
        self.run_small("a")
        self.analyzed("a.h5", "--points", 21)
        with h5py.File(self.folder / "a.h5", "r+") as file:
            file["results"].attrs["sites"] = 16.0
        self.refused(5, "the curves of a", "contradict what was measured", arguments=("analyze", "a.h5", "--points", 21))
        self.run_small("scan", "--set", "lattice.kind=honeycomb", "--set", "lattice.size=[4, 4]", "--set", "scan.couplings.bonds.1.J=[1, 2]", "--set",
                       "schedule.sweeps=4000", "--set", "couplings.bonds=[{shell = 1, J = 1}]")
        with h5py.File(self.folder / "scan.h5", "r+") as file:  # as earlier versions wrote it
            del file["results"].attrs["sites"]
        self.refused(2, "scan of a crystal that an earlier version put together", arguments=("analyze", "scan.h5"))

    def test_exact(self):
        self.run_small("eight")
        said = self.analyzed("eight.h5", "--points", 45)
        with h5py.File(self.folder / "eight.analysis.h5") as file:
            r = {key: value[()] for key, value in file["runs/eight"].items()}
            self.assertEqual(file["runs/eight/energy"].dims[0][0].name, "/runs/eight/T")
        self.assertEqual(len(r["T"]), 45)
        curve = numpy.array([exact(8, t) for t in r["T"]])
        for name, expected, resolution in (("energy", curve[:, 0], 0.005), ("specific_heat", curve[:, 1], 0.04)):
            self.assertLess(numpy.abs((r[name] - expected) / r[name + "_err"]).max(), 4, name)
            self.assertLess(r[name + "_err"].max(), resolution, name)
        fine = numpy.linspace(2.2, 2.5, 3001)
        heights = numpy.array([exact(8, t)[1] for t in fine])
        for name, expected, resolution in (("T", fine[heights.argmax()], 0.02), ("", heights.max(), 0.03)):
            key = "specific_heat_peak" + ("_T" if name else "")
            self.assertLess(abs(r[key] - expected), 4 * r[key + "_err"], key)
            self.assertLess(r[key + "_err"], resolution, key)
        self.assertIn("peak of the specific heat", said)
        rows = [line for line in (self.folder / "eight.analysis.tsv").read_text().splitlines() if line[0] != "#"]
        self.assertEqual(len(rows), 46)
        self.assertAlmostEqual(float(rows[1].split("\t")[3]), r["energy"][0], 8)

    def test_sizes_and_ranges(self):
        self.run_small("four", "--set", "lattice.size=[4, 4]")
        self.run_small("eight", "--set", "schedule.T=[2.6, 2.4, 2.2, 2.0]")
        said = self.analyzed("eight.h5", "four.h5", "--name", "both", "--points", 41)
        self.assertIn("crossings of the Binder ratio", said)
        self.assertNotIn("T_c", said)  # of two sizes: no straight line
        with h5py.File(self.folder / "both.analysis.h5") as file:
            self.assertEqual((file["crossings/L_smaller"][0], file["crossings/L_larger"][0]), (4, 8))
            self.assertLess(abs(file["crossings/T"][0] - 2.25), 0.08)
            self.assertLess(file["crossings/T_err"][0], 0.04)
        self.analyzed("eight.h5", "--from", 1, "--to", 4, "--points", 31)
        with h5py.File(self.folder / "eight.analysis.h5") as file:
            r = file["runs/eight"]
            self.assertTrue(numpy.isnan(r["energy"][-1]))  # far from what was simulated
            self.assertFalse(numpy.isnan(r["energy"][numpy.abs(r["T"][()] - 2.2).argmin()]))

    def test_temperatures_far_apart(self):
        """Curves stay where they were measured; there is no peak between what shares no measurement, and ln Z ends there."""
        self.run_small("far", "--set", "lattice.size=[48, 48]", "--set", "schedule.T=[8.0, 7.9, 3.0, 1.4]", "--set", "schedule.sweeps=2000",
                       "--set", "measure.bins=100", "--set", "algorithm.systems=1")
        said = self.analyzed("far.h5", "--points", 67)
        self.assertEqual(said.count(", and 1 pair more, have too few measurements in common; run at values between"), 2)
        self.assertNotIn("T = 7.9 and 8", said)  # these are joined
        self.assertNotIn("# peak", (self.folder / "far.analysis.tsv").read_text())
        with h5py.File(self.folder / "far.analysis.h5") as file:
            r = {key: value[()] for key, value in file["runs/far"].items()}
        for t in (8.0, 7.9, 3.0, 1.4):
            at = numpy.abs(r["T"] - t).argmin()
            run = numpy.abs(r["T_run"] - t).argmin()
            self.assertLess(abs(r["T"][at] - t), 1e-9)
            self.assertEqual(numpy.isnan(r["log_partition"][at]), t < 7)
            if t < 7:
                self.assertLess(abs(r["energy"][at] - r["energy_measured"][run]), 1e-6)
        self.assertTrue(numpy.isnan(r["energy"][numpy.abs(r["T"] - 5.0).argmin()]))

    def test_what_was_found_is_in_the_table(self):
        for name, length in (("four", 4), ("six", 6), ("eight", 8)):
            self.run_small(name, "--set", f"lattice.size=[{length}, {length}]")
        self.analyzed("four.h5", "six.h5", "eight.h5", "--name", "all", "--points", 41)
        found = {}
        for line in (self.folder / "all.analysis.tsv").read_text().splitlines():
            if line.startswith(("# peak\t", "# crossing\t", "# T_c\t")):
                what, *cells = line[2:].split("\t")
                found.setdefault(what, []).append(cells)
        with h5py.File(self.folder / "all.analysis.h5") as file:
            def close(cells, expected):
                numpy.testing.assert_allclose(numpy.array(cells, float), expected, 1e-9)

            self.assertEqual(len(found["peak"]), 6)
            for what, run, *cells in found["peak"]:
                close(cells, [file[f"runs/{run}/{what}_peak{part}"][()] for part in ("_T", "_T_err", "", "_err")])
            crossing = file["crossings"]
            for k, cells in enumerate(found["crossing"]):
                names = ("L_smaller", "L_larger", "T", "T_err", "binder_ratio", "binder_ratio_err")
                close(cells, [crossing[name][k] for name in names])
            self.assertEqual(len(found["crossing"]), 2)
            (value, error, unit), = found["T_c"]
            close((value, error), (crossing["T_c"][()], crossing["T_c_err"][()]))
            self.assertEqual(unit, "J")

    @unittest.skipIf(os.environ.get("NEEL_SANITIZE"), "too long")
    def test_a_ferromagnet_by_its_magnetisation(self):
        """T_c = 1.44293(8): Chen, Ferrenberg, Landau, Phys. Rev. B 48, 3249 (1993); a run of ten times the length has
        the crossing of L = 4 and 8 0.0058(6) below it. Within 4 sigma; J = 1 is the mirror image, with the same bits."""
        (self.folder / "small.toml").write_text(MAGNET)
        crossings, said = [], []
        for sign, order in ((-1, "magnetisation_magnitude"), (1, "staggered_magnetisation")):
            names = [f"{length}-{order}" for length in (4, 8)]
            for length, name in zip((4, 8), names):
                self.run_small(name, "--set", f"lattice.size={[length] * 3}", "--set", f"material.exchange.A-A={sign}")
                with h5py.File(self.folder / f"{name}.h5") as file:
                    self.assertEqual(file["results"].attrs["order_parameter"].decode(), order)
                self.assertIn(f"order: {'uniform' if sign < 0 else 'staggered'}, mean field; order parameter {order}",
                              (self.folder / f"{name}.log").read_text())
            said.append(self.analyzed(*(f"{name}.h5" for name in names), "--name", order, "--points", 21))
            self.assertIn(f"crossings of the Binder ratio of {order}", said[-1])
            self.assertIn(f"# order_parameter\t{order}\n", (self.folder / f"{order}.analysis.tsv").read_text())
            with h5py.File(self.folder / f"{order}.analysis.h5") as file:
                crossings.append([float(file[f"crossings/{name}"][0]) for name in ("T", "T_err", "binder_ratio")])
                self.assertEqual(file[f"runs/{names[0]}"].attrs["order_parameter"].decode(), order)
        self.assertEqual(crossings[0], crossings[1])
        at, error, _ = crossings[0]
        self.assertLess(error, 0.005)
        self.assertLess(abs(at - (1.44293 - 0.0058)), 4 * math.hypot(error, 0.0006))
        for length in (4, 8):
            with h5py.File(self.folder / f"{length}-magnetisation_magnitude.h5") as ferromagnet, \
                    h5py.File(self.folder / f"{length}-staggered_magnetisation.h5") as antiferromagnet:
                for uniform, staggered in (("energy", "energy"), ("magnetisation_magnitude", "staggered_magnetisation"),
                                           ("magnetisation_fourth", "staggered_fourth")):
                    numpy.testing.assert_array_equal(ferromagnet[f"samples/{uniform}"], antiferromagnet[f"samples/{staggered}"])
                for uniform, staggered in (("binder", "binder"), ("susceptibility", "susceptibility")):
                    numpy.testing.assert_array_equal(ferromagnet[f"results/magnetisation_{uniform}"],
                                                     antiferromagnet[f"results/staggered_{staggered}"])

    def test_an_ising_antiferromagnet_by_its_staggered_magnetisation(self):
        self.run_small("a", "--set", "couplings.J=-1", "--set", "schedule.sweeps=2000")
        said = self.analyzed("a.h5", "--points", 11)
        self.assertIn("|m|: staggered_magnitude;", said)
        with h5py.File(self.folder / "a.h5") as file:
            self.assertEqual(file["results"].attrs["order_parameter"].decode(), "staggered_magnitude")
            measured = file["results/staggered_magnitude"][()]
        with h5py.File(self.folder / "a.analysis.h5") as file:
            self.assertLess(numpy.abs(file["runs/a/order_parameter_measured"][()] - measured[::-1]).max(), 1e-3)
        with h5py.File(self.folder / "a.h5", "r+") as file:  # as earlier versions wrote it
            del file["results"].attrs["order_parameter"]
        self.assertIn("|m|: staggered_magnitude;", self.analyzed("a.h5", "--points", 11))


if __name__ == "__main__":
    unittest.main()
