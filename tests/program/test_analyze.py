# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""neel analyze: Ising runs reweighted, against Kaufman's partition function; files, crossings, refusals."""
import math
import sys
import unittest

try:
    import h5py
    import numpy
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from harness import Case

SMALL = """
[model]
name = "ising"
[lattice]
size = [8, 8]
[schedule]
T = [3.0, 2.7, 2.5, 2.3, 2.1, 1.9]
thermalize = 500
sweeps = 20000
measure_every = 20
[algorithm]
update = ["heatbath"]
systems = 8
[measure]
bins = 500
[output]
checkpoint = "none"
configurations = "none"
"""


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


class Analyze(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "small.toml").write_text(SMALL)

    def analyzed(self, *arguments):
        result = self.neel("analyze", *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

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

    def test_same_twice(self):
        self.run_small("eight", "--set", "schedule.T=[2.6, 2.3]")
        self.analyzed("eight.h5", "--name", "a", "--points", 21)
        self.analyzed("eight.h5", "--name", "b", "--points", 21, "--threads", 1)
        self.assertEqual((self.folder / "a.analysis.tsv").read_text(), (self.folder / "b.analysis.tsv").read_text())

    def test_refusals(self):
        self.run_small("means", "--set", "measure.bins=32", "--set", "schedule.sweeps=2000")
        self.refused(2, "single measurements", "measure.bins = 50", arguments=("analyze", "means.h5"))
        self.refused(3, "no such file", arguments=("analyze", "nowhere.h5"))
        self.refused(3, "not an HDF5 file", arguments=("analyze", "small.toml"))
        self.run_small("a", "--set", "schedule.T=2.5", "--set", "schedule.sweeps=2000")
        self.run_small("b", "--set", "schedule.T=2.5", "--set", "schedule.sweeps=2000", "--set", "couplings.J=2",
                       "--set", "lattice.size=[4, 4]")
        self.refused(2, "couplings.J", arguments=("analyze", "a.h5", "b.h5"))
        self.refused(2, "one size", arguments=("analyze", "a.h5", "a.h5"))
        self.refused(2, "say nothing", arguments=("analyze", "a.h5", "--from", 50, "--to", 60))
        self.refused(2, "--points", arguments=("analyze", "a.h5", "--points", 1))


if __name__ == "__main__":
    unittest.main()
