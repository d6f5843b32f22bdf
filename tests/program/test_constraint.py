# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Constrained Monte Carlo: the same bits however a run is made, torques that are known, free energies, and inputs that are refused."""
import math
import sys
import unittest

from harness import SOURCE, Case

ALLOY = """
[model]
name = "heisenberg"
units = "K"
[lattice]
cell = [[4, 0, 0], [0, 4, 0], [0, 0, 5]]
size = [5, 3, 4]
boundary = ["periodic", "open", "periodic"]
basis = [{name = "corner", position = [0, 0, 0], ions = {Gd = 0.7, Fe = 0.2, gap = 0.1}},
         {name = "centre", position = [0.5, 0.5, 0.5], ion = "Gd"}]
[material]
ions = ["Gd", "Fe", "gap"]
moment = {Gd = 7, Fe = 2, gap = 0}
anisotropy = {Gd = 0.1, Fe = 0.05, gap = 0}
anisotropy_4 = {Gd = 0.1, Fe = 0, gap = 0}
[constraint]
theta = 50
phi = 20
[[couplings.bonds]]
shell = 1
J = -0.5
[[couplings.bonds]]
from = "corner"
to = "corner"
offset = [0, 1, 0]
dm = [0, 0, 0.1]
[schedule]
T = [1.0, 0.5]
field = 0.1
thermalize = 20
sweeps = 80
measure_every = 5
[algorithm]
update = ["cone", "metropolis"]
systems = 2
"""

CUBIC = """
[model]
name = "heisenberg"
[lattice]
kind = "cubic"
size = [4, 4, 4]
[material]
anisotropy = 0.2
axes = {anisotropy = [0, 0, 1]}
[constraint]
theta = 30
[[couplings.bonds]]
shell = 1
J = -1.0
[schedule]
T = 0.4
thermalize = 200
sweeps = 2000
measure_every = 2
[algorithm]
systems = 4
"""


class Constraint(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "small.toml").write_text(ALLOY)
        (self.folder / "cubic.toml").write_text(CUBIC)

    def run_cubic(self, name, *settings):
        done = self.neel("run", "cubic.toml", "--name", name, "--progress", "none",
                         *(part for s in settings for part in ("--set", s)))
        self.assertEqual(done.returncode, 0, done.stderr)
        return [{key: float(value) for key, value in row.items()} for row in self.table(name)]

    def test_threads_interruptions_and_ladders(self):
        found = self.same_by_threads_and_stops("--set", 'schedule.kind="temper"', "--set", "schedule.T=[1.0,0.8,0.6]")
        self.assertEqual(found, "3b40ea32f941a554")  # on every machine and backend

    def test_populations(self):
        done = self.neel("run", "small.toml", "--name", "p", "--progress", "none", "--set", 'schedule.kind="population"',
                         "--set", "pa.population=10", "--set", "schedule.sweeps=10", "--set", "schedule.measure_every=2")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_direction(self):
        row, = self.run_cubic("a", "constraint.theta=110", "constraint.phi=-40")
        theta, phi = math.radians(110), math.radians(-40)
        n = (math.sin(theta) * math.cos(phi), math.sin(theta) * math.sin(phi), math.cos(theta))
        for axis, component in zip("xyz", n):
            self.assertAlmostEqual(row[f"magnetisation_{axis}"], component * row["magnetisation_magnitude"], delta=1e-6)
        about = -math.sin(phi) * row["torque_x"] + math.cos(phi) * row["torque_y"]
        self.assertAlmostEqual(row["torque_theta"], about, delta=1e-6)

    def test_without_anisotropy(self):
        """Exchange has no torque; all that is left is a field's, m H sin theta."""
        row, = self.run_cubic("free", "material.anisotropy=0", "constraint.theta=60")
        self.assertLess(max(abs(row[f"torque_{axis}"]) for axis in "xyz"), 1e-7)
        row, = self.run_cubic("field", "material.anisotropy=0", "constraint.theta=60", "schedule.field=0.3")
        self.assertAlmostEqual(row["torque_theta"], -0.3 * row["magnetisation_magnitude"] * math.sin(math.radians(60)), delta=1e-6)

    def test_own_lattice(self):
        """The simple cubic lattice of the model by itself is read as the crystal."""
        crystal = self.run_cubic("crystal")
        (self.folder / "cubic.toml").write_text(CUBIC.replace('kind = "cubic"\n', 'boundary = "periodic"\n').replace(
            "[[couplings.bonds]]\nshell = 1\nJ = -1.0\n", "").replace("[material]", '[material]\nexchange = -1.0'))
        self.assertEqual(crystal, self.run_cubic("own"))

    def test_low_temperatures(self):
        """K(T) = K(0) m^3 (Callen and Callen 1966), 4 sigma, at an angle where neither sine nor cosine is special."""
        row, = self.run_cubic("cold", "schedule.T=0.1")
        found, error = -row["torque_theta"] / math.sin(math.radians(60)), row["torque_theta_err"] / math.sin(math.radians(60))
        expected = 0.2 * row["magnetisation_magnitude"]**3
        self.assertLess(error, 0.001 * expected)
        self.assertLess(abs(found - expected), 4 * error + 0.001 * expected)

    def test_free_energies(self):
        try:
            sys.path.append(str(SOURCE / "scripts"))
            import neel_path  # noqa: F401
            import h5netcdf, xarray  # noqa: F401
        except ImportError as missing:
            self.skipTest(str(missing))
        import neel
        self.run_cubic("scan", "schedule.T=0.1", "scan.constraint.theta={from = 0, to = 90, points = 7}")
        found = neel.free_energy(self.folder / "scan.h5")
        self.assertEqual(found["free_energy"].dims, ("theta", "T"))
        cold = found.sel(T=0.1)
        m = neel.open(self.folder / "scan.h5")["magnetisation_magnitude"].sel(T=0.1, theta=45).item()
        self.assertEqual(cold["free_energy"][0].item(), 0)
        for theta, value, error in zip(cold["theta"].values, cold["free_energy"].values, cold["free_energy_err"].values):
            self.assertLess(abs(value - 0.2 * m**3 * math.sin(math.radians(theta))**2), 4 * error + 0.0005, theta)
        self.run_cubic("single")
        with self.assertRaisesRegex(neel.InputError, "scan constraint.theta"):
            neel.free_energy(self.folder / "single.h5")

    def test_refused(self):
        for words, *settings in (
                (("algorithm.update", '"heatbath"', "two at a time"), 'algorithm.update="heatbath"'),
                (('"overrelax"',), 'algorithm.update=["cone","overrelax:2"]'),
                (('"cluster"',), 'algorithm.update="cluster"'),
                (("schedule.start", "along n"), 'schedule.start="random"'),
                (("schedule.start", "along n"), 'schedule.start="file:old.vtkhdf"'),
                (("mean field", "moments cancel"), "couplings.factor=-1"),
                (("constraint.theta", "degrees"), "constraint.theta=400"),
                (("[dipoles]",), "dipoles.strength=1.0"),
                (("add up to nothing",), "material.moment=-1"),
                (("constraint.tetha",), "constraint.tetha=3")):
            with self.subTest(settings=settings):
                self.refused(2, *words, arguments=["run", "cubic.toml", *(part for s in settings for part in ("--set", s))])
        (self.folder / "cubic.toml").write_text(CUBIC.replace('kind = "cubic"\nsize = [4, 4, 4]', """
size = [1, 1, 1]
boundary = "open"
cell = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
basis = [{name = "A", position = [0, 0, 0], ion = "Fe"}, {name = "B", position = [0.5, 0, 0], ion = "gap"}]
""").replace("[material]\nanisotropy = 0.2", '[material]\nions = ["Fe", "gap"]\nmoment = {Fe = 1, gap = 0}'))
        self.refused(2, "two spins", arguments=["run", "cubic.toml"])
        (self.folder / "cubic.toml").write_text(CUBIC.replace("theta = 30", "phi = 30"))
        self.refused(2, "constraint.theta", arguments=["run", "cubic.toml"])
        for model in ("ising", "xy"):
            (self.folder / "cubic.toml").write_text(CUBIC.replace("heisenberg", model))
            self.refused(2, "constraint", arguments=["run", "cubic.toml"])


if __name__ == "__main__":
    unittest.main()
