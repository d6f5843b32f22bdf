# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Interactions of four spins: energies from the configuration, quadrature, ground states, the same bits however they are run, bad input."""
import sys
import unittest

try:
    import h5py
    import numpy
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from harness import Case

RING = """[[couplings.four_spin]]
sites = ["A", "A", "A", "A"]
offsets = [[0, 0], [1, 0], [1, 1], [0, 1]]
ring = {ring}
"""
PAIRS = """[[couplings.four_spin]]
sites = ["A", "A", "A", "A"]
offsets = [[0, 0], [1, 0], [2, 1], [0, 1]]
pairs = {pairs}
"""
# Sheets of squares with a second site in each, and vacancies.
SMALL = """
[model]
name = "heisenberg"
[lattice]
cell = [[1, 0, 0], [0, 1, 0], [0, 0, 2]]
size = [5, 6, 3]
boundary = ["periodic", "open", "periodic"]
basis = [{name = "A", position = [0, 0, 0], ions = {Fe = 0.8, gap = 0.2}}, {name = "B", position = [0.5, 0.5, 0.5], ion = "Fe"}]
[material]
ions = ["Fe", "gap"]
moment = {Fe = 1, gap = 0}
anisotropy = {Fe = 0.2, gap = 0}
[schedule]
T = [1.0, 0.6]
field = 0.1
thermalize = 20
sweeps = 40
measure_every = 5
[algorithm]
update = ["metropolis", "cone", "heatbath", "overrelax:2"]
systems = 2
[[couplings.bonds]]
from = "A"
to = "B"
offset = [0, 0, 0]
J = -0.5
""" + RING.format(ring=0.7) + """[[couplings.four_spin]]
sites = ["A", "B", "A", "B"]
offsets = [[0, 0, 0], [0, 0, 0], [1, 1, 0], [1, 0, 1]]
pairs = -0.4
"""
FREE = """
[model]
name = "heisenberg"
[lattice]
kind = "square"
size = [4, 4]
[schedule]
T = [0.5]
thermalize = 100
sweeps = 4000
measure_every = 4
[algorithm]
update = ["heatbath"]
systems = 16
[[couplings.bonds]]
shell = 1
J = {exchange}
"""


def products(size, open_y, sites, offsets, k, ring):
    """(K, the four sites) of all cells, sites being (basis, x, y, z)."""
    order = (((0, 1, 2, 3), 1), ((0, 3, 1, 2), 1), ((0, 2, 1, 3), -1)) if ring else (((0, 1, 2, 3), 1),)
    nx, ny, nz = size
    for x, y, z in numpy.ndindex(nx, ny, nz):
        at = []
        for b, o in zip(sites, offsets):
            o = (*o, 0)[:3]
            if open_y and not 0 <= y + o[1] < ny:
                break
            at.append((b, (x + o[0]) % nx, (y + o[1]) % ny, (z + o[2]) % nz))
        else:
            for places, sign in order:
                yield sign * k, [at[p] for p in places]


class FourSpin(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "small.toml").write_text(SMALL)

    def run_text(self, name, text, *arguments):
        (self.folder / f"{name}.toml").write_text(text)
        done = self.neel("run", f"{name}.toml", "--progress", "none", *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        with h5py.File(self.folder / f"{name}.h5") as file:
            return {key: file["results"][key][()] for key in file["results"]}

    def test_energies_of_a_configuration(self):
        """Of the final one, and of each of its sites."""
        self.run_small("a", "--set", "algorithm.systems=1", "--set", "output.snapshots.every=point", "--set", "schedule.sweeps=5", "--set", "schedule.T=0.6", "--set", "schedule.field=0.0", "--set", "material.anisotropy.Fe=0.0",
                       "--set", "couplings.bonds=[{from='A',to='B',offset=[0,0,0],J=0.0}]")
        with h5py.File(self.folder / "a.vtkhdf") as file:
            data = file["VTKHDF/PointData"]
            spins, local = data["spin"][-180:].astype(float), data["energy"][-180:]
        number = lambda b, x, y, z: b + 2 * (x + 5 * (y + 6 * z))
        total, own = 0, numpy.zeros(180)
        for sites, offsets, k, ring in (((0, 0, 0, 0), ((0, 0), (1, 0), (1, 1), (0, 1)), 0.7, True),
                                        ((0, 1, 0, 1), ((0, 0, 0), (0, 0, 0), (1, 1, 0), (1, 0, 1)), -0.4, False)):
            for coupling, four in products((5, 6, 3), True, sites, offsets, k, ring):
                n = [number(*site) for site in four]
                e = coupling * (spins[n[0]] @ spins[n[1]]) * (spins[n[2]] @ spins[n[3]])
                total += e
                own[n] += e / 4
        with h5py.File(self.folder / "a.h5") as file:
            measured = file["samples/energy_four_spin"][0, 0, -1]
            sites = file["lattice"].attrs["sites_per_cell"] * 90
        self.assertAlmostEqual(measured, total / sites, delta=1e-6)
        numpy.testing.assert_allclose(local, own, atol=1e-5)

    def test_pairs_by_quadrature(self):
        """Four spins of an open plaquette: E = K x y, with x and y even from -1 to 1."""
        text = FREE.replace("{exchange}", "0.0").replace("[4, 4]", "[2, 2]\nboundary = \"open\"") + RING.format(ring=1.3).replace("ring =", "pairs =")
        r = self.run_text("pairs", text)
        x, w = numpy.polynomial.legendre.leggauss(60)
        k = 1.3 * x[:, None] * x
        weight = w[:, None] * w * numpy.exp(-k / 0.5)
        exact = (k * weight).sum() / weight.sum() / 4
        self.assertLess(abs(r["energy"][0] - exact), 4 * r["energy_err"][0])
        self.assertLess(r["energy_err"][0], 2e-3)

    def test_a_lattice_by_all_moves(self):
        """Moves of different kinds agree, on a lattice whose energy is of rings and bonds."""
        found = []
        for number, update in enumerate(('["metropolis"]', '["cone"]', '["heatbath"]', '["heatbath", "overrelax:2"]')):
            r = self.run_text(f"m{number}", FREE.replace("{exchange}", "-0.3") + RING.format(ring=-0.5) + PAIRS.format(pairs=0.3), "--set",
                              f"algorithm.update={update}")
            found.append([(r[q][0], r[f"{q}_err"][0]) for q in ("energy", "energy_four_spin", "energy_exchange")])
        for one in found[:-1]:
            for (a, e), (b, f) in zip(one, found[-1]):
                self.assertLess(abs(a - b), 4.5 * numpy.hypot(e, f), found)

    def test_the_same_bits_for_threads_and_stops(self):
        self.same_by_threads_and_stops("--set", 'schedule.kind="temper"', "--set", "schedule.T=[1.0,0.8,0.6]")

    def test_bad_input(self):
        for change, part in ((("couplings.four_spin=[]",), "expected a list of interactions"),
                             (("couplings.four_spin=[{sites=['A','A','A'],offsets=[[0],[1],[2]],ring=1.0}]",), "four names of basis sites"),
                             (("couplings.four_spin=[{sites=['A','A','A','C'],offsets=[[0],[1],[2],[3]],ring=1.0}]",), "no basis site C"),
                             (("couplings.four_spin=[{sites=['A','A','A','A'],offsets=[[0],[1],[2],[5]],ring=1.0}]",), "one site twice"),
                             (("couplings.four_spin=[{sites=['A','A','A','A'],offsets=[[0],[1],[2],[0.5]],ring=1.0}]",), "whole numbers"),
                             (("couplings.four_spin=[{sites=['A','A','A','A'],offsets=[[0],[1],[2],[3]]}]",), "one of `ring` and `pairs`"),
                             (("couplings.four_spin=[{sites=['A','A','A','A'],offsets=[[0],[1],[2],[3]],ring=1.0,rung=1}]",), "unknown key"),
                             (('algorithm.update=["cone","cluster"]',), "moves of clusters"), (("measure.stiffness=true",), "is that of bonds"),
                             (("schedule.kind=multicanonical", "schedule.thermalize=1000"), "not beside")):
            with self.subTest(change):
                self.refused(2, part, arguments=("run", "small.toml", *[p for c in change for p in ("--set", c)]))
        (self.folder / "tc.toml").write_text(SMALL.replace("size = [5, 6, 3]\n", "").split("[schedule]")[0] + "[[couplings.bonds]]" +
                                             SMALL.split("[[couplings.bonds]]")[1])
        self.refused(2, "from the bonds alone", arguments=("tc", "tc.toml"))


if __name__ == "__main__":
    unittest.main()
