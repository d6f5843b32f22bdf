# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Dipole interactions: the same bits however they are run, units, a ground state, and inputs that are refused."""
import unittest

from harness import Case, final_hash

SMALL = """
[model]
name = "heisenberg"
units = "K"
[lattice]
cell = [[4, 0, 0], [0, 4, 0], [0, 0, 5]]
size = [5, 3, 4]
basis = [{name = "corner", position = [0, 0, 0], ions = {Gd = 0.7, Fe = 0.2, gap = 0.1}},
         {name = "centre", position = [0.5, 0.5, 0.5], ion = "Gd"}]
[material]
ions = ["Gd", "Fe", "gap"]
moment = {Gd = 7, Fe = 2, gap = 0}
moment_unit = "1 mu_B"
anisotropy = {Gd = 0.1, Fe = 0.05, gap = 0}
[dipoles]
demagnetisation = [0, 0, 1]
[[couplings.bonds]]
shell = 1
J = -0.5
[schedule]
T = [4.0, 2.0]
field = 0.1
thermalize = 20
sweeps = 80
measure_every = 5
[algorithm]
update = ["cone", "heatbath", "overrelax:2"]
systems = 2
"""

CUBIC = """
[model]
name = "heisenberg"
[lattice]
kind = "cubic"
size = [6, 6, 6]
[dipoles]
strength = 1.0
[[couplings.bonds]]
shell = 1
J = 0
[schedule]
T = [1.0, 0.5, 0.1, 0.01, 0.001]
thermalize = 200
sweeps = 100
[algorithm]
systems = 4
"""


class Dipoles(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "small.toml").write_text(SMALL)
        (self.folder / "cubic.toml").write_text(CUBIC)

    def test_threads_interruptions_and_ladders(self):
        found = self.same_by_threads_and_stops("--set", 'schedule.kind="temper"', "--set", "schedule.T=[4.0,3.0,2.0]")
        self.assertEqual(found, "aa2a0e9214053e30")  # on every machine and backend

    def test_populations(self):
        done = self.neel("run", "small.toml", "--name", "p", "--progress", "none", "--set", 'schedule.kind="population"',
                         "--set", "pa.population=10", "--set", "lattice.size=[2,2,2]", "--set", "schedule.sweeps=10")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_units(self):
        """mu_0 (7 mu_B)^2 / (4 pi angstrom^3) in K, and the same run with this strength in meV."""
        done = self.run_small("a")
        self.assertIn("0.622948 K", done.stdout)
        one = self.table("a")
        self.run_small("b", "--set", "dipoles.strength=0.6229480699238564")
        self.assertEqual(one, self.table("b"))

    def test_ground_state_of_the_simple_cubic_lattice(self):
        """Columns that point up and down (Luttinger and Tisza 1946): two degrees of freedom a spin above it."""
        done = self.neel("run", "cubic.toml", "--name", "c", "--progress", "none")
        self.assertEqual(done.returncode, 0, done.stderr)
        last = self.table("c")[-1]
        self.assertAlmostEqual(float(last["energy"]), -2.67679, delta=0.003)
        self.assertGreater(float(last["energy"]), -2.67679)
        self.assertEqual(last["energy"], last["energy_dipole"])

    def test_refused(self):
        for words, *arguments in (
                (("three axes", "long third vector"), 'lattice.boundary=["periodic","periodic","open"]'),
                (("64000 sites", "at most 32768"), "lattice.size=[40,40,40]"),
                (("cluster moves",), 'algorithm.update="cluster"'),
                (("dipoles.strength", "above zero"), "dipoles.strength=0"),
                (("three numbers from 0 to 1",), "dipoles.demagnetisation=[0,2]"),
                (("three numbers from 0 to 1",), "dipoles.demagnetisation=[-0.5,0.5,1]"),
                (("add up to 1",), "dipoles.demagnetisation=[1,1,1]"),
                (("add up to 1",), "dipoles.demagnetisation=[0.4,0.4,0.3]"),
                (("measure.stiffness", "[dipoles]"), "measure.stiffness=true"),
                (("demagnetization",), "dipoles.demagnetization=[0,0,1]")):
            with self.subTest(arguments=arguments):
                self.refused(2, *words, arguments=["run", "cubic.toml", "--set", *arguments])
        for body in ([0, 0, 0], [0.3333334] * 3, [0, 0.5, 0.5]):
            done = self.neel("run", "cubic.toml", "--dry-run", "--set", f"dipoles.demagnetisation={body}")
            self.assertEqual(done.returncode, 0, done.stderr)
        (self.folder / "cubic.toml").write_text(CUBIC.replace("strength = 1.0", ""))
        self.refused(2, "dipoles.strength", "material.moment_unit", arguments=["run", "cubic.toml"])
        (self.folder / "cubic.toml").write_text(CUBIC.replace('"heisenberg"', '"ising"'))
        self.refused(2, "dipoles", arguments=["run", "cubic.toml"])


if __name__ == "__main__":
    unittest.main()
