# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""neel analyze of spin glasses: what result files say, and NumPy; tables, scans, refusals, pictures."""
import math
import subprocess
import sys
import unittest

try:
    import h5py
    import numpy
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from analyzing import Analyzing
from harness import SOURCE

GLASS = """
[model]
name = "edwards-anderson"
[lattice]
size = [4, 4, 4]
[couplings]
positive = 0.9
[coding]
words = 1
replicas = 2
[schedule]
kind = "temper"
T = {from = 4.2, to = 2.6, points = 9}
thermalize = 512
sweeps = 1024
measure_every = 16
[pt]
every = 4
[algorithm]
systems = 8
[output]
checkpoint = "none"
configurations = "none"
[measure]
bins = 8
"""

CYLINDER = """
[model]
name = "ising"
[lattice]
kind = "square"
size = [4, 6]
boundary = ["periodic", "open"]
[couplings]
disorder = "gaussian"
[[couplings.bonds]]
shell = 1
width = 1.0
[schedule]
kind = "temper"
T = [1.6, 1.2, 0.9, 0.7]
thermalize = 100
sweeps = 400
[algorithm]
update = ["heatbath", "houdayer"]
systems = 96
replicas = 2
[output]
configurations = "none"
"""


def plain(text, drop):
    """An input without lines that begin so."""
    return "\n".join(line for line in text.splitlines() if not line.startswith(drop))


class AnalyzeGlass(Analyzing):
    def setUp(self):
        super().setUp()
        (self.folder / "small.toml").write_text(GLASS)

    def sizes(self, *lengths):
        for length in lengths:
            self.run_small(f"L{length}", "--set", f"lattice.size={[length] * 3}")

    def quench(self, name, *arguments):
        (self.folder / "small.toml").write_text(plain(GLASS, ("T =", "kind", "thermalize", "sweeps", "measure_every", "[pt]", "every",
                                                              "bins", "[schedule]")) + """
[schedule]
kind = "quench"
T = 1.1019
times = {from = 1, to = 64, per_octave = 2}
""")
        self.run_small(name, *arguments)

    def found(self, name, what):
        """Cells of the head lines of a table that begin so."""
        return [line[2:].split("\t")[1:] for line in (self.folder / f"{name}.analysis.tsv").read_text().splitlines()
                if line.startswith(f"# {what}\t")]

    def test_values_are_those_of_the_results(self):
        """What two roads compute: averages over samples with the jackknife, here and in the run."""
        self.sizes(4, 6)
        self.analyzed("L4.h5", "L6.h5", "--points", 41)
        for name in ("L4", "L6"):
            with h5py.File(self.folder / "L4.analysis.h5") as analysis, h5py.File(self.folder / f"{name}.h5") as file:
                run = analysis[f"runs/{name}"]
                numpy.testing.assert_array_equal(run["T_run"], file["results/T"][()][::-1])
                for quantity in ("correlation_length_over_L", "binder_ratio"):
                    numpy.testing.assert_allclose(run[f"{quantity}_measured"], file[f"results/{quantity}"][()][::-1], 1e-9)
                    ratio = run[f"{quantity}_measured_err"][()] / file[f"results/{quantity}_err"][()][::-1]
                    self.assertTrue((0.6 < ratio).all() and (ratio < 1.1).all(), ratio)  # which add what coded systems share
                    off = (run[quantity][()][::5] - run[f"{quantity}_measured"][()]) / run[f"{quantity}_measured_err"][()]
                    self.assertLess(numpy.abs(off).max(), 3)  # the grid of 41 has all 9 temperatures
                numpy.testing.assert_allclose(run["energy_octave"], file["equilibration/energy_octave"][-1], 1e-12)
                draws, square = file["samples/measurements"][-1], file["samples/overlap_squared"][-1]
                half, quarter = draws.size // 2, draws.size // 4
                parts = [numpy.average(square[:, a:b], axis=1, weights=draws[a:b]) for a, b in ((half, None), (quarter, half))]
                numpy.testing.assert_allclose(run["overlap_squared_octave"][:2], [p.mean() for p in parts], 1e-12)
                self.assertAlmostEqual(float(run["overlap_squared_drift"][()]), (parts[0] - parts[1]).mean(), 12)
                self.assertGreaterEqual(float(run["overlap_squared_drift_err"][()]), 0.99 * (parts[0] - parts[1]).std() / 16)
                self.assertAlmostEqual(float(run["overlap_squared_unlike_expected"][()]), 2.56)

    def test_replicas_of_crystals(self):
        """Periodic along the shorter axis alone: L of xi/L is that one's; energy and link overlap of Gaussian couplings agree."""
        (self.folder / "small.toml").write_text(CYLINDER)
        self.run_small("open")
        self.run_small("closed", "--set", "lattice.boundary=\"periodic\"")
        for name in ("open", "closed"):
            self.analyzed(f"{name}.h5")
            with h5py.File(self.folder / f"{name}.analysis.h5") as analysis, h5py.File(self.folder / f"{name}.h5") as file:
                for quantity in ("correlation_length_over_L", "binder_ratio"):
                    numpy.testing.assert_allclose(analysis[f"runs/{name}/{quantity}_measured"], file[f"results/{quantity}"][()][::-1], 1e-9)
        (cells,) = self.found("closed", "identity")
        self.assertLess(abs(float(cells[-2])), 4 * float(cells[-1]))
        self.assertLess(float(cells[-1]), 0.1)

    def test_sizes_cross_and_the_table_has_it(self):
        """xi/L of L = 4 and 8 cross where those of runs of 16 times the length do, 3.5037(68), within 4 sigma; a scan's own file gives
        the same text."""
        self.sizes(4, 8)
        said = self.analyzed("L4.h5", "L8.h5", "--name", "all", "--points", 41)
        self.assertIn("crossings of xi/L", said)
        self.assertIn("crossings of the Binder ratio", said)
        self.assertIn("samples differ between these by more than their errors allow, 2.56 expected by chance", said)
        crossings = self.found("all", "crossing")
        with h5py.File(self.folder / "all.analysis.h5") as file:
            for cells in crossings:
                prefix = "" if cells[-1] == "binder_ratio" else cells[-1] + "_"
                names = ("L_smaller", "L_larger", prefix + "T", prefix + "T_err", cells[-1], cells[-1] + "_err")
                numpy.testing.assert_allclose(numpy.array(cells[:6], float), [file[f"crossings/{n}"][0] for n in names], 1e-9)
        at, error = next(map(float, cells[2:4]) for cells in crossings if cells[-1] == "correlation_length_over_L")
        self.assertLess(abs(at - 3.5037), 4 * math.hypot(error, 0.0068))
        self.assertLess(error, 0.03)
        self.run_small("scan", "--set", "scan.lattice.size=[[4, 4, 4], [8, 8, 8]]")
        said = self.analyzed("scan.h5", "--points", 41)
        text = (self.folder / "scan.analysis.tsv").read_text()
        self.assertEqual(self.analyzed("scan_size8x8x8.h5", "scan_size4x4x4.h5", "--name", "scan", "--points", 41), said)
        self.assertEqual((self.folder / "scan.analysis.tsv").read_text(), text)

    def test_three_sizes_have_a_critical_temperature(self):
        """With another exponent another T_c; without crossings a reason."""
        self.sizes(4, 6, 8)
        said = self.analyzed("L4.h5", "L6.h5", "L8.h5", "--points", 41)
        self.assertIn("from a straight line in (L_1 L_2)^-0.755, exponent 1.51; statistical error only", said)
        quantities = ("correlation_length_over_L", "binder_ratio")
        self.assertEqual([cells[2:] for cells in self.found("L4", "T_c")], [["J", name, "1.51"] for name in quantities])
        for asked in (1.51, 3.0):
            self.analyzed("L4.h5", "L6.h5", "L8.h5", "--points", 41, "--exponent", asked)
            x, y = 24 ** (-asked / 2), 48 ** (-asked / 2)
            for name, cells in zip(quantities, self.found("L4", "T_c")):
                a, b = (float(crossing[2]) for crossing in self.found("L4", "crossing") if crossing[-1] == name)
                self.assertAlmostEqual(float(cells[0]), b - y * (b - a) / (y - x), 8)
        none = self.analyzed("L4.h5", "L6.h5", "L8.h5", "--from", 3.9, "--points", 21)
        self.assertEqual(none.count("T_c = - (not all pairs of sizes cross)"), 2)
        self.assertEqual(self.found("L4", "crossing"), [])

    def test_a_quench(self):
        """xi_12 as in /results; z as a weighted line through logarithms in NumPy; windows."""
        self.quench("q", "--set", "lattice.size=[16, 16, 16]")
        self.assertIn("z = - (0 of its times are in the window of xi_12 from 3 to L/8 = 2", self.analyzed("q.h5"))
        said = self.analyzed("q.h5", "--from", 4, "--to", 64)
        with h5py.File(self.folder / "q.analysis.h5") as analysis, h5py.File(self.folder / "q.h5") as file:
            run, t = analysis["runs/q"], file["results/t"][()]
            numpy.testing.assert_array_equal(run["t"], t)
            numpy.testing.assert_allclose(run["integral_length"], file["results/integral_length"], 1e-9)
            c4 = file["samples/overlap_correlation"][:, :, 0, :]
            whole, n = c4.sum(1), c4.shape[1]

            def lengths(sums):
                return numpy.array([length(numpy.concatenate(([1], row))) for row in sums])

            fitted = t >= 4
            samples = [numpy.log(lengths((whole - c4[:, s]) / (n - 1)))[fitted] for s in range(n)]
            error = numpy.std(samples, axis=0) * math.sqrt(n - 1)
            slopes = [numpy.polyfit(numpy.log(t[fitted]), y, 1, w=1 / error)[0]
                      for y in [numpy.log(lengths(whole / n))[fitted], *samples]]
            z = n / slopes[0] - (n - 1) * numpy.mean(1 / numpy.array(slopes[1:]))
            self.assertAlmostEqual(float(run["z"][()]), z, 6)
            self.assertAlmostEqual(float(run["z_err"][()]), numpy.std(1 / numpy.array(slopes[1:])) * math.sqrt(n - 1), 6)
            numpy.testing.assert_allclose(numpy.array(self.found("q", "z")[0][1:6], float),
                                          [run["z"][()], run["z_err"][()], run["amplitude"][()], run["amplitude_err"][()], 4], 1e-9)
        self.assertIn(f"from t = 4 to 64 ({fitted.sum()} times)", said)

    def test_what_is_refused(self):
        self.sizes(4)
        self.refused(2, "one size", arguments=("analyze", "L4.h5", "L4.h5"))
        self.refused(2, "expected temperatures", arguments=("analyze", "L4.h5", "--to", "1"))
        self.refused(2, "--exponent", arguments=("analyze", "L4.h5", "--exponent", "-1"))
        self.refused(2, "its model, edwards-anderson, has no order parameter", arguments=("analyze", "L4.h5", "--along", "T"))
        self.run_small("other", "--set", "lattice.size=[6, 6, 6]", "--set", "couplings.positive=0.8")
        self.refused(2, "couplings.positive is", arguments=("analyze", "L4.h5", "other.h5"))
        self.run_small("one", "--set", "coding.replicas=1")
        self.refused(2, "coding.replicas = 2", arguments=("analyze", "one.h5"))
        self.refused(2, "one of them has overlaps", arguments=("analyze", "L4.h5", "one.h5"))
        self.run_small("scan", "--set", "scan.couplings.positive=[0.8, 0.9]")
        self.refused(2, "it scans couplings.positive", arguments=("analyze", "scan.h5"))
        self.run_small("few", "--set", "coding.kind=synchronous", "--set", "lattice.size=[4, 4, 64]", "--set", "algorithm.systems=4",
                       "--set", "schedule.sweeps=64")
        self.refused(2, "it has 4 samples", arguments=("analyze", "few.h5"))
        self.quench("q")
        self.refused(2, "one of them is a quench", arguments=("analyze", "L4.h5", "q.h5"))

    def test_pictures(self):
        self.sizes(4, 6)
        self.analyzed("L4.h5", "L6.h5", "--points", 21)
        self.quench("q", "--set", "lattice.size=[16, 16, 16]")
        self.analyzed("q.h5", "--from", 4)
        for name in ("L4", "q"):
            result = subprocess.run([sys.executable, SOURCE / "scripts/plot.py", f"{name}.analysis.h5"], cwd=self.folder,
                                    capture_output=True, text=True)
            if "No module named" in result.stderr or "needs the Python package" in result.stderr:
                self.skipTest(result.stderr)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertGreater((self.folder / f"{name}.analysis.png").stat().st_size, 10_000)


def length(c4):
    """xi_12 up to the cut (include/neel/statistics/correlation_length.hpp)."""
    below = next((r for r in range(2, c4.size) if c4[r] < 0.1 * c4[1]), None)
    last = c4.size - 1
    cut = last if below is None else min(last, 1 + 3.5 * (below - 1 - (0.1 * c4[1] - c4[below]) / (c4[below - 1] - c4[below])))
    r = numpy.arange(1, c4.size)
    weight = numpy.clip(cut + 1 - r, 0, 1) * c4[1:]
    return (weight * r**2).sum() / (weight * r).sum()


if __name__ == "__main__":
    unittest.main()
