# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Energies of single spins: the same bits however a run is made, the same energies where the whole input is turned, and inputs that
are refused."""
import itertools
import math
import re
import unittest

from harness import Case, final_hash

MATERIAL = """
[material]
ions = ["Fe", "Cr", "gap"]
moment = {Fe = 1, Cr = 0.6, gap = 0}
anisotropy = {Fe = 0.1, Cr = 0.05, gap = 0}
anisotropy_4 = {Fe = -0.2, Cr = 0.1, gap = 0}
anisotropy_6 = 0.07
cubic = 0.02
tensor.Cr = [[0.3, 0.1, -0.05], [0.1, -0.2, 0.15], [-0.05, 0.15, 0]]
stevens.Fe = {B20 = 0.04, B43 = -0.1, B6-5 = 0.2}
"""
ALLOY = """
[model]
name = "heisenberg"
[lattice]
cell = [[1, 0, 0], [0, 1, 0], [0, 0, 1.2]]
size = [8, 5, 6]
boundary = ["periodic", "open", "periodic"]
basis = [{name = "corner", position = [0, 0, 0], ions = {Fe = 0.7, Cr = 0.2, gap = 0.1}, frame = [[0, 1, 0], [0, 0, 1], [1, 0, 0]]},
         {name = "centre", position = [0.5, 0.5, 0.5], ion = "Fe", axis = [1, 1, 0]}]
""" + MATERIAL + """
[[couplings.bonds]]
shell = 1
J = 1.0
ions = ["Fe", "Fe"]
[[couplings.bonds]]
shell = 1
J = 0.3
ions = ["Fe", "Cr"]
[[couplings.bonds]]
from = "corner"
to = "corner"
offset = [0, 1, 0]
dm = [0, 0, 0.1]
[schedule]
T = [1.0, 0.5]
field = 0.1
thermalize = 40
sweeps = 160
measure_every = 10
[algorithm]
update = ["cone", "heatbath", "overrelax:2", "metropolis"]
systems = 2
"""
CLUSTER = ALLOY.replace('"cone", "heatbath", "overrelax:2", "metropolis"', '"metropolis", "cluster"').replace("dm = [0, 0, 0.1]", "J = -0.1")


def listed(rows):
    return "[" + ", ".join(listed(r) if isinstance(r, (list, tuple)) else repr(float(r)) for r in rows) + "]"


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def applied(m, v):
    return [dot(row, v) for row in m]


def rotation(axis, angle):
    """Rodrigues."""
    n = [x / math.sqrt(dot(axis, axis)) for x in axis]
    c, s = math.cos(angle), math.sin(angle)
    cross = [[0, -n[2], n[1]], [n[2], 0, -n[0]], [-n[1], n[0], 0]]
    return [[c * (a == b) + (1 - c) * n[a] * n[b] + s * cross[a][b] for b in range(3)] for a in range(3)]


class Onsite(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "small.toml").write_text(ALLOY)

    def test_threads_interruptions_and_ladders(self):
        self.same_by_threads_and_stops("--set", 'schedule.kind="temper"', "--set", "schedule.T=[1.0,0.8,0.6]")

    def test_known_run(self):
        # The same on every machine and backend.
        self.assertEqual(final_hash(self.run_small("a")), "a3837e78a2ca1e28")
        squares = self.run_small("b", "--set", "couplings.bonds.1.biquadratic=0.2")
        self.assertEqual(final_hash(squares), "f5d56948c13ee328")

    def test_resolved_input_repeats_the_run(self):
        first = self.run_small("a")
        again = self.neel("run", "a.resolved.toml", "--name", "b", "--progress", "none")
        self.assertEqual(final_hash(first), final_hash(again))
        self.assertEqual((self.folder / "a.resolved.toml").read_text(), (self.folder / "b.resolved.toml").read_text())

    def test_the_log_has_the_terms(self):
        log = self.run_small("a", "--dry-run").stdout
        for part in ("- K4 (S_i.k)^4 - K6 (S_i.k)^6 + S_i.A S_i + sum_lm B_lm O_lm(S_i)", "K4 = -0.2 J", "K6 = 0.07 J",
                     "A = [[0.3, 0.1, -0.05], [0.1, -0.2, 0.15], [-0.05, 0.15, 0]] J", "B20 = 0.04 J", "B6-5 = 0.2 J"):
            self.assertIn(part, " ".join(log.split()))
        self.assertNotIn("B20", self.run_small("b", "--dry-run", "--set", "material.stevens={}").stdout)

    def energy(self, turn, spins):
        """What energy_anisotropy and the energy per spin are at the start, all spins along one direction, once the whole input is turned."""
        turned = lambda v: applied(turn, v)
        tensor = [[0.3, 0.1, -0.05], [0.1, -0.2, 0.15], [-0.05, 0.15, 0.05]]
        # R M R^T, of a tensor and of a bond's matrix
        around = lambda m: [[sum(turn[a][c] * m[c][d] * turn[b][d] for c in range(3) for d in range(3)) for b in range(3)] for a in range(3)]
        matrix = [[0.2, 0.5, -0.1], [0.3, -0.4, 0.2], [0.1, 0.6, 0.7]]
        frame = [turned(v) for v in ([1, 0, 0], [0, 1, 0], [0, 0, 1])]
        # A stands along the frame, so it turns with it; without a frame, it has to be turned.
        text = f"""
[model]
name = "heisenberg"
[lattice]
cell = {listed([turned(v) for v in ([1, 0, 0], [0.2, 1, 0], [0, 0.1, 1.3])])}
size = [3, 3, 3]
basis = [{{name = "a", position = [0, 0, 0], ion = "Fe", frame = {listed(frame)}, axis = {listed(turned([1, 2, 0]))}}},
         {{name = "b", position = [0.5, 0.4, 0.3], ion = "Cr", axis = {listed(turned([0, 1, 1]))}}}]
[material]
ions = ["Fe", "Cr"]
anisotropy = {{Fe = 0.4, Cr = -0.3}}
anisotropy_4 = {{Fe = -0.6, Cr = 0.5}}
anisotropy_6 = {{Fe = 0.8, Cr = 0.2}}
cubic = {{Fe = 0.7, Cr = 0}}
axes = {{anisotropy = {listed(turned(spins))}, field = {listed(turned([0, 1, 2]))}}}
tensor = {{Fe = {listed(tensor)}, Cr = {listed(around(tensor))}}}
stevens.Fe = {{B2-1 = 0.3, B22 = 0.4, B41 = -0.2, B4-4 = 0.5, B60 = 0.03, B63 = 0.2, B6-6 = 0.6}}
[[couplings.bonds]]
from = "a"
to = "b"
offset = [0, 0, 0]
matrix = {listed(around(matrix))}
[schedule]
T = 1e-9
field = 0.3
start = "up"
thermalize = 0
sweeps = 10
[algorithm]
update = ["metropolis"]
"""
        (self.folder / "turned.toml").write_text(text)
        done = self.neel("run", "turned.toml", "--progress", "none", "--force")
        self.assertEqual(done.returncode, 0, done.stderr)
        return float(re.search(r"start configuration: hash \w+, energy (\S+) J/spin", done.stdout)[1])

    def test_the_whole_input_can_be_turned(self):
        identity = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
        found = []
        for spins in ([1, 0, 0], [0, 0, 1], [1, 2, -1], [0.3, -0.8, 0.5]):
            first = self.energy(identity, spins)
            found.append(first)
            for axis, angle in (([1, 1, 0], 0.7), ([-1, 2, 3], 2.1)):
                self.assertAlmostEqual(self.energy(rotation(axis, angle), spins), first, delta=2e-6)
        for a, b in itertools.combinations(found, 2):
            self.assertGreater(abs(a - b), 0.01)

    def test_clusters_refuse_them(self):
        (self.folder / "k.toml").write_text(CLUSTER)
        plain = ("--set", "material.cubic=0", "--set", "material.tensor={}", "--set", "material.stevens={}", "--set",
                 "material.anisotropy_4=0", "--set", "material.anisotropy_6=0", "--set", "lattice.basis.2.axis=[1,0,0]", "--set",
                 "lattice.basis.1.axis=[1,0,0]")
        done = self.neel("run", "k.toml", "--dry-run", *plain)
        self.assertEqual(done.returncode, 0, done.stderr)
        for key, value in (("anisotropy_4", "0.1"), ("anisotropy_6", "0.1"), ("stevens", "{B66 = 0.1}"),
                           ("tensor", "[[0,1,0],[1,0,0],[0,0,0]]")):
            done = self.neel("run", "k.toml", "--dry-run", *plain, "--set", f"material.{key}={value}")
            self.assertEqual(done.returncode, 2, key)
            self.assertIn("cluster moves are not for anisotropy_4, anisotropy_6, tensor and stevens", " ".join(done.stderr.split()))

    def test_mistakes(self):
        for change, part in (("material.stevens.Fe.B30=1", "material.stevens.Fe.B30: expected B with a rank of 2, 4 or 6"),
                             ("material.stevens.Fe.B27=1", "expected B with a rank"),
                             ("material.stevens.Mn={B20 = 1}", "no such entry"),
                             ("material.stevens.Fe.B20=\"3 T\"", "has the unit"),
                             ("material.tensor.Cr=[[0,1,0],[0,0,0],[0,0,0]]", "is symmetric"),
                             ("material.tensor.Cr=[[0,1,0],[1,0,0]]", "material.tensor.Cr"),
                             ("material.tensor.Cr=1", "material.tensor.Cr"),
                             ("material.tensor=[[0,1],[1,0],[0,0]]", "expected three lists of three energies"),
                             ("lattice.basis.1.frame=[[1,0,0],[1,1,0],[0,0,1]]", "expected three vectors at right angles"),
                             ("lattice.basis.1.frame=[[1,0,0],[0,1,0],[0,0,0]]", "expected three vectors at right angles"),
                             ("lattice.basis.1.frame=[[1,0,0],[0,1,0]]", "lattice.basis.1.frame")):
            done = self.neel("run", "small.toml", "--dry-run", "--set", change)
            self.assertEqual(done.returncode, 2, change)
            self.assertIn(part, " ".join(done.stderr.split()), change)
        (self.folder / "own.toml").write_text('[model]\nname = "heisenberg"\n[lattice]\nsize = [4, 4, 4]\n[material]\nexchange = 1\n'
                                              'stevens = {B20 = 1}\n[schedule]\nT = 1\nthermalize = 1\nsweeps = 10\n')
        done = self.neel("run", "own.toml", "--dry-run")
        self.assertEqual(done.returncode, 2)
        self.assertIn("material.stevens: is of crystals", " ".join(done.stderr.split()))


if __name__ == "__main__":
    unittest.main()
