# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Structure factors and correlations: the same bits however a run is made, against other measurements and exact values, and
refused inputs."""
import importlib.util
import subprocess
import sys
import unittest

from harness import SOURCE, Case, unless_short

CUBE = """
[model]
name = "ising"
[lattice]
size = [6, 4, 8]
[couplings]
J = -1.0
[schedule]
T = [5.0, 3.5]
thermalize = 20
sweeps = 200
measure_every = 2
[algorithm]
systems = 3
[measure]
correlations = true
structure = {every = 1, path = [[0, 0, 0], [0.5, 0.5, 0.5], [0.5, 0, 0]], grid = true}
"""

GLASS = """
[model]
name = "edwards-anderson"
[lattice]
size = [8, 6, 4]
[coding]
words = 1
replicas = 3
[schedule]
T = [2.0, 1.2]
thermalize = 10
sweeps = 24
measure_every = 2
[measure]
structure = {every = 1, path = [[0, 0, 0], [0.125, 0, 0]], grid = true}
"""
CODINGS = {
    "standard": (),
    "cube": ("lattice.size=[8, 8, 8]", "coding.words=4"),
    "sliced": ('coding.order="sliced"', "lattice.size=[8, 8, 8]"),
    "bitwise": ('coding.order="bitwise"', "lattice.size=[8, 4, 2]", "algorithm.systems=2"),
    "synchronous": ('coding={kind = "synchronous", replicas = 2}', "lattice.size=[8, 4, 64]", "algorithm.systems=2"),
    "ladder": ('schedule.kind="temper"', "coding.words=4", "lattice.size=[8, 8, 2]"),
    "generator": ('coding.generator="minstd"', "coding.replicas=2"),
}

KAGOME = """
[model]
name = "ising"
[lattice]
kind = "kagome"
size = [5, 4]
[[couplings.bonds]]
shell = 1
J = -1.0
[schedule]
kind = "temper"
T = [3.0, 2.0, 1.5]
thermalize = 20
sweeps = 240
[algorithm]
systems = 2
[measure]
correlations = true
[measure.structure]
every = 7
zones = [2, 2, 1]
per_basis = true
"""

RING = """
[model]
name = "heisenberg"
[lattice]
cell = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
size = [6, 1, 1]
[[lattice.basis]]
name = "a"
position = [0, 0, 0]
[material]
ions = ["A"]
[[couplings.bonds]]
from = "a"
to = "a"
offset = [1, 0, 0]
J = -1.0
dm = [0, 0, 0.75]
[schedule]
T = 0.5
thermalize = 500
sweeps = 40000
measure_every = 4
[algorithm]
systems = 32
[measure]
bins = 32
structure = {every = 1, grid = true, components = "tensor"}
"""


def structure_of_ring(n, j, d, t):
    """S^ab(q) of a ring with E = sum J S.S' + D (S x S')_z, by the transfer matrix: in the sector m of exp(i m phi) it is
    exp(-i m alpha) int dx/(2 pi) exp(-i m x) exp(-(hypot(J, D) s s' cos x + J u u') / T), u = cos(theta), s = sin(theta),
    tan(alpha) = D / J; u on Gauss' points. Returns xx = yy, zz and the imaginary part of xy = -yx; all else is zero."""
    import numpy
    most, (u, w) = 24, numpy.polynomial.legendre.leggauss(32)
    s, alpha = numpy.sqrt(1 - u * u), numpy.arctan2(d, j)
    x = 2 * numpy.pi * numpy.arange(128) / 128
    kernel = numpy.exp(-(numpy.hypot(j, d) * s[:, None, None] * s[None, :, None] * numpy.cos(x) + j * (u[:, None] * u)[:, :, None]) / t)
    modes = numpy.fft.fft(kernel, axis=2) / 128
    powers = {}
    for m in range(-most, most + 2):
        step = numpy.exp(-1j * m * alpha) * modes[:, :, m] * w
        powers[m] = [numpy.linalg.matrix_power(step, r) for r in range(n + 1)]
    sectors = range(-most, most + 1)
    z = sum(numpy.trace(powers[m][n]) for m in sectors)
    along = [sum(numpy.trace(u[:, None] * powers[m][r] @ (u[:, None] * powers[m][n - r])) for m in sectors) / z for r in range(n)]
    across = [sum(numpy.trace(s[:, None] * powers[m + 1][r] @ (s[:, None] * powers[m][n - r])) for m in sectors) / z for r in range(n)]
    turns = 2 * numpy.pi * numpy.outer(numpy.arange(n), numpy.arange(n)) / n
    return {"xx": numpy.cos(turns) @ numpy.real(across) / 2, "zz": numpy.cos(turns) @ numpy.real(along),
            "xy_imag": -numpy.sin(turns) @ numpy.imag(across) / 2}


class Structure(Case):
    def run_input(self, name, text, *arguments):
        (self.folder / f"{name}.toml").write_text(text)
        done = self.neel("run", f"{name}.toml", "--progress", "none", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)

    def wrong(self, text, *parts):
        (self.folder / "wrong.toml").write_text(text)
        self.refused(2, *parts, arguments=["run", "wrong.toml"])

    def test_wrong_inputs_are_refused(self):
        self.wrong(CUBE.replace("[0.5, 0, 0]", "[0.3, 0, 0]"), "measure.structure.path.3", "expected a multiple of 1/6")
        self.wrong(CUBE.replace("[0.5, 0, 0]", "[0.5, 0]"), "measure.structure.path.3", "expected three numbers")
        self.wrong(CUBE.replace("grid = true", "zones = [1, 1, 0]"), "zones")
        self.wrong(CUBE.replace("size = [6, 4, 8]", 'size = [6, 4, 8]\nboundary = ["periodic", "open", "periodic"]'),
                   "measure.correlations", "periodic")
        self.wrong(CUBE.replace("every = 1", "every = 0"), "measure.structure.every")
        self.wrong(CUBE.replace("size = [6, 4, 8]", "size = [4096, 2, 2]"), "2048")
        self.wrong(CUBE.replace("path =", "paths ="), "measure.structure.paths", "path")
        alone = CUBE.replace("correlations = true", "")
        self.wrong(alone.replace("path = [[0, 0, 0], [0.5, 0.5, 0.5], [0.5, 0, 0]], grid = true", "grid = false"), "needs a path")
        self.wrong(CUBE.replace("path = [[0, 0, 0]", "path = [[-999, 0, 0], [999, 0, 0], [-999, 0, 0]").replace("size = [6, 4, 8]", "size = [60, 4, 8]"),
                   "measure.structure.path.2", "more than 100000")

    def test_order_sum_rule_and_energy(self):
        import h5py
        self.run_input("cube", CUBE)
        with h5py.File(self.folder / "cube.h5") as file:
            s, n = file["structure/structure_factor"], 6 * 4 * 8
            self.assertEqual(s.shape, (2, 8, 4, 6))
            self.assertEqual([d[0].name for d in s.dims], ["/structure/T", "/structure/q3", "/structure/q2", "/structure/q1"])
            for t in range(2):
                self.assertLess(abs(s[t].sum() / n - 1), 1e-7)
                self.assertLess(abs(s[t, 4, 2, 3] / n - file["samples/staggered_squared"][t].mean()), 1e-12)  # of factors 1 and -1 alone
                c = file["correlations/correlation"][t, 0, 0]
                self.assertLess(abs(c[0, 0, 0] - 1), 1e-7)
                self.assertLess(abs(c[0, 0, 1] + c[0, 1, 0] + c[1, 0, 0] - file["results/energy"][t]), 1e-6)
            self.assertEqual(s[1].argmax(), (4 * 4 + 2) * 6 + 3)
            path = file["structure_path/structure_factor"]
            self.assertEqual(path.shape, (2, 1 + 1 + 2))  # half of (6, 4, 8) is (3, 2, 4), and (0, 2, 4) is in two steps
            self.assertEqual(path[1, 1], s[1, 4, 2, 3])
            self.assertEqual(list(file["structure_path/q"][1]), [0.5, 0.5, 0.5])
            self.assertAlmostEqual(file["structure_path/q_cartesian"][1, 2], 3.141592653589793)
            errors = file["structure/structure_factor_err"][0]
            self.assertTrue((errors > 0).all() and (errors < 1.5 * s[0]).all())

    @unless_short
    def test_all_components_of_a_ring_with_dm_vectors(self):
        import h5py
        import numpy
        self.run_input("ring", RING)
        exact = structure_of_ring(6, -1.0, 0.75, 0.5)
        exact["yy"] = exact["xx"]
        self.assertAlmostEqual(exact["xx"].mean() * 2 + exact["zz"].mean(), 1)
        self.assertGreater(abs(exact["xy_imag"][1]), 0.4)
        with h5py.File(self.folder / "ring.h5") as file:
            for name in ("xx", "yy", "zz", "xy", "xy_imag", "xz", "xz_imag", "yz", "yz_imag"):
                found = file["structure/structure_factor_" + name][0, 0, 0]
                error = file["structure/structure_factor_" + name + "_err"][0, 0, 0]
                self.assertTrue((error < 0.02).all(), name)
                off = abs(found - exact.get(name, numpy.zeros(6)))
                self.assertTrue((off < 4.5 * error + 1e-6).all(), f"{name}: {found} beside {exact.get(name, 0)}, errors {error}")

    def test_overlaps_of_spin_glasses(self):
        """Against the moments of the same configurations; a mode is a sum over planes, which moments take along the longest axes."""
        import h5py
        (self.folder / "glass.toml").write_text(GLASS)
        for name, changes in CODINGS.items():
            with self.subTest(name):
                done = self.neel("run", "glass.toml", "--name", name, "--progress", "none", *(x for c in changes for x in ("--set", c)))
                self.assertEqual(done.returncode, 0, done.stderr)
                with h5py.File(self.folder / f"{name}.h5") as file:
                    s = file["structure/structure_factor"]
                    n = s[0].size
                    longest = [a for a in range(3) if s.shape[3 - a] == max(s.shape[1:])]
                    for t in range(2):
                        self.assertLess(abs(s[t].sum() / n - 1), 1e-7)
                        self.assertLess(abs(s[t, 0, 0, 0] / n / file["samples/overlap_squared"][t].mean() - 1), 1e-12)
                        smallest = sum(s[t][tuple(int(b == a) for b in (2, 1, 0))] for a in longest) / len(longest)
                        self.assertLess(abs(smallest / n / file["samples/overlap_mode"][t].mean() - 1), 1e-6)
                        self.assertTrue((file["structure/structure_factor_err"][t] > 0).all())
                        self.assertEqual(file["structure_path/structure_factor"][t, 1], s[t, 0, 0, 1])
        quench = GLASS.replace("T = [2.0, 1.2]\nthermalize = 10\nsweeps = 24\nmeasure_every = 2", 'kind = "quench"\nT = 0.8\ntimes = [2, 9]')
        self.run_input("quench", quench)
        with h5py.File(self.folder / "quench.h5") as file:
            s = file["structure/structure_factor"]
            self.assertLess(abs(s[1, 0, 0, 0] / s[1].size / file["samples/overlap_squared"][1].mean() - 1), 1e-12)

    def test_overlaps_take_two_replicas(self):
        self.wrong(GLASS.replace("replicas = 3", "replicas = 1"), "measure.structure", "coding.replicas")
        self.wrong(GLASS.replace("every = 1", 'components = "tensor"'), "measure.structure.components")
        self.wrong(GLASS.replace("[coding]", "[couplings]\npositive = 1\n[coding]"), "measure.structure", "synchronous")

    def test_interrupted_is_uninterrupted(self):
        for name, text in (("cube", CUBE), ("kagome", KAGOME), ("glass", GLASS)):
            self.run_input(name, text)
            self.run_in_parts(f"{name}-parts", 3, file=f"{name}.toml")
            self.same(name, f"{name}-parts")
            self.assertTrue(any(group == ("structure" if name == "glass" else "correlations") for group, _ in self.contents(name)))

    def test_a_longer_run_goes_on(self):
        self.run_input("cube", CUBE.replace("[5.0, 3.5]", "5.0"), "--set", "output.keep_checkpoint=true", "--set", "schedule.sweeps=90")
        self.run_input("cube", CUBE.replace("[5.0, 3.5]", "5.0"))
        self.assertIn("continued", (self.folder / "cube.log").read_text())
        self.run_input("whole", CUBE.replace("[5.0, 3.5]", "5.0"))
        self.same("cube", "whole")

    def test_more_systems_start_over(self):
        self.run_input("cube", CUBE, "--set", "output.keep_checkpoint=true", "--set", "algorithm.systems=2")
        self.run_input("cube", CUBE)
        self.run_input("whole", CUBE)
        self.same("cube", "whole")

    @unittest.skipUnless(importlib.util.find_spec("matplotlib") and importlib.util.find_spec("xarray"), "no matplotlib or xarray here")
    def test_pictures(self):
        self.run_input("kagome", KAGOME.replace("[measure.structure]", "[measure.structure]\ngrid = true\npath = [[0, 0, 0], [2, 0, 0]]"))
        done = subprocess.run([sys.executable, SOURCE / "scripts/plot.py", "kagome.h5", "--what",
                               "structure_factor,structure_path,correlations"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((self.folder / "kagome-structure_factor-structure_path-correlations.png").exists())


if __name__ == "__main__":
    unittest.main()
