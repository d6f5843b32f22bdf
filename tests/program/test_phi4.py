# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The phi^4 field as its users run it."""
import subprocess
import sys
import unittest

try:
    import h5py
    import numpy
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from harness import SOURCE, Case, gamma_method, pooled, seal, shares

FIELD = """
[model]
name = "phi4"
[lattice]
size = [16, 8, 8]
[field]
components = 2
[couplings]
mass_squared = -1.5
g = 6
inverse_cutoff = 0.5
[schedule]
T = 1.25
thermalize = 40
sweeps = 60
measure_every = 2
[algorithm]
systems = 3
[measure]
modes = 2
"""
TILES = ("--set", "sweep.kind=tiles", "--set", "sweep.local_sweeps=2", "--set", "sweep.tile=[4,2,4]")


class Phi4(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "small.toml").write_text(FIELD)

    def open(self, name):
        file = h5py.File(self.folder / f"{name}.h5")
        self.addCleanup(file.close)
        return file["results"], file["samples"]

    def test_measurements_are_those_of_the_field(self):
        """The last measurement, of the configuration that the run ends with, from that configuration."""
        for kind in ((), TILES):
            self.run_small("a", "--force", "--set", "schedule.sweeps=2", "--set", "schedule.measure_every=1", *kind)
            with h5py.File(self.folder / "a.vtkhdf") as file:
                phi = file["VTKHDF/PointData/phi"][()].astype(float)  # (z, y, x, component)
            self.assertEqual(phi.shape, (8, 8, 16, 2))
            samples = self.open("a")[1]
            square = (phi**2).sum(-1)
            up = [numpy.roll(phi, -1, axis) - phi for axis in range(3)]
            laplacian = sum(step - numpy.roll(step, 1, axis) for axis, step in enumerate(up))
            gradient = sum((step**2).sum(-1) for step in up)
            m = phi.mean((0, 1, 2))
            lap2 = (laplacian**2).sum(-1).mean()
            expected = {
                "phi_1": m[0], "phi_2": m[1], "phi_squared": square.mean(), "phi_fourth": (square**2).mean(),
                "gradient_squared": gradient.mean(), "laplacian_squared": lap2,
                "magnetisation": numpy.sqrt((m**2).sum()), "magnetisation_fourth": (m**2).sum() ** 2,
                "energy_gradient": gradient.mean() / 2, "energy_mass": -0.75 * square.mean(),
                "energy_quartic": 0.25 * (square**2).mean(), "energy_cutoff": 0.25 * lap2,
                "energy": gradient.mean() / 2 - 0.75 * square.mean() + 0.25 * (square**2).mean() + 0.25 * lap2,
                "virial": (gradient.mean() - 1.5 * square.mean() + (square**2).mean() + 0.5 * lap2) / 2.5,
            }
            for name, value in expected.items():
                numpy.testing.assert_allclose(samples[name][0, 0, -1], value, rtol=1e-9, atol=1e-12, err_msg=name)
            modes = numpy.abs(numpy.fft.fftn(phi, axes=(0, 1, 2)))**2 / (1024 * 2)
            modes = modes.sum(-1)
            numpy.testing.assert_allclose(samples["propagator_x"][0, 0, -1], modes[0, 0, :3], rtol=1e-9)
            numpy.testing.assert_allclose(samples["propagator_y"][0, 0, -1], modes[0, :3, 0], rtol=1e-9)
            numpy.testing.assert_allclose(samples["propagator_z"][0, 0, -1], modes[:3, 0, 0], rtol=1e-9)

    def test_the_same_on_any_number_of_threads_and_after_stops(self):
        for k, kind in enumerate(((), TILES)):
            more = (*kind, "--set", "schedule.T=[1.25,1]", "--set", 'output.checkpoint="1 point"')
            self.run_small(f"whole{k}", *more, "--threads", 1)
            self.run_in_parts(f"parts{k}", 5, *more)
            self.same(f"whole{k}", f"parts{k}")

    def test_known_run(self):
        self.assertIn("final configuration: hash 6f5e0ed591bb9787", self.run_small("a").stdout)
        self.assertIn("final configuration: hash c1b1ebc2f682a9e2", self.run_small("b", *TILES).stdout)

    def test_resolved_input_repeats_the_run(self):
        self.run_small("a", *TILES)
        again = self.neel("run", "a.resolved.toml", "--name", "b", "--progress", "none")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.same("a", "b")

    def test_width_is_tuned_while_thermalising_only(self):
        self.run_small("a", "--set", "sweep.width=0.01", "--set", "schedule.thermalize=80")
        results, samples = self.open("a")
        self.assertTrue((abs(results["acceptance"][()] - 0.5) < 0.05).all())
        self.assertTrue((samples["width"][()] == samples["width"][:, :, :1]).all())
        self.run_small("b", "--set", "sweep.width=0.01", "--set", "sweep.acceptance=0")
        results, samples = self.open("b")
        self.assertTrue((samples["width"][()] == numpy.float32(0.01)).all())
        self.assertGreater(results["acceptance"][0], 0.95)

    def test_scan_of_a_coupling(self):
        """Groups of systems with couplings of their own: the first is what it is by itself."""
        self.run_small("a", "--set", "couplings.g=[6,9]")
        self.run_small("b")
        a, b = self.open("a"), self.open("b")
        self.assertEqual(a[0]["g"][()].tolist(), [6, 9])
        self.assertEqual(a[0]["energy"].shape, (2, 1))
        self.assertEqual(a[0]["energy"][0, 0], b[0]["energy"][0])
        numpy.testing.assert_array_equal(a[1]["energy"][:, :3], b[1]["energy"][()])
        self.assertLess(a[0]["phi_squared"][1, 0], a[0]["phi_squared"][0, 0])

    def test_derived_quantities_are_jackknifed(self):
        """From the raw moments of all systems, which sample one distribution; their deviations are those from its mean."""
        self.run_small("a")
        results, samples = self.open("a")
        mean = {name: samples[name][0] for name in samples}
        for name, moments, f in (
                ("binder_ratio", ("magnetisation_squared", "magnetisation_fourth"), lambda m: m[1] / m[0]**2),
                ("susceptibility", ("magnetisation", "magnetisation_squared"), lambda m: 1024 * (m[1] - m[0]**2)),
                ("specific_heat", ("energy", "energy_squared"), lambda m: 1024 * (m[1] - m[0]**2) / 1.25**2)):
            chains = numpy.stack([mean[m] for m in moments], -1)
            self.assertAlmostEqual(results[name][0] / pooled(f, chains), 1, 8, name)
            error = results[name + "_err"][0] / gamma_method(shares(f, chains), one_mean=True)
            self.assertGreater(error, 0.999, name)  # at least: slow motions of others widen the window
            self.assertLess(error, 1.5, name)

    def test_systems_with_widths_of_their_own_are_converged(self):
        """They are tuned apart, so that their acceptances differ; nothing is wrong with that."""
        changes = ("schedule.sweeps=4000", "schedule.thermalize=400", "lattice.size=[8,8]", "algorithm.systems=8",
                   "couplings.inverse_cutoff=0", "couplings.mass_squared=1", "couplings.g=1")
        self.run_small("a", *(word for change in changes for word in ("--set", change)))
        results, samples = self.open("a")
        self.assertGreater(len(numpy.unique(samples["width"][0])), 1)
        self.assertEqual(results["acceptance_converged"][0], 1)
        self.assertEqual(results["width_converged"][0], 1)
        self.assertEqual(results["converged"][0], 1)

    def test_bad_input(self):
        for change, parts in ((("lattice.size=[34,34,34]",), ("lattice.size", "no colouring", "8, 10", "tiles")),
                              (("lattice.size=[16]",), ("lattice.size", "two or three periodic axes")),
                              (("lattice.boundary=open",), ("periodic axes",)),
                              (("couplings.g=0",), ("couplings.mass_squared", "above zero where g is zero")),
                              (("couplings.g=[1,2]", "couplings.mass_squared=[1,2]"), ("only one coupling",)),
                              (("couplings.inverse_cutoff=-1",), ("couplings.inverse_cutoff", "below zero")),
                              (("field.components=5",), ("field.components", "from 1 to 4")),
                              (("sweep.kind=tiles", "sweep.tile=[4,4]"), ("sweep.tile", "3 axes, found 2")),
                              (("sweep.kind=tiles", "sweep.tile=[4,3,4]"), ("sweep.tile", "divide half")),
                              (("sweep.kind=tiles", "sweep.local_sweeps=4000"), ("sweep.local_sweeps", "4096")),
                              (("sweep.acceptance=1",), ("sweep.acceptance", "between 0")),
                              (("measure.modes=9",), ("measure.modes", "from 1 to 4")),
                              (("schedule.field=1",), ("unknown key", "schedule.field"))):
            sets = [a for c in change for a in ("--set", c)]
            self.refused(2, *parts, arguments=("run", "small.toml", *sets))

    def test_impossible_fields_are_found(self):
        (self.folder / "a.stop").write_text("")
        self.assertEqual(self.neel("run", "small.toml", "--name", "a").returncode, 75)
        with h5py.File(self.folder / "a.chk.h5", "r+") as file:
            file["configuration/field"][1, 0, 5 + 16 * (2 + 8 * 3)] = 1e6
        seal(self.folder / "a.chk.h5")
        result = self.neel("run", "small.toml", "--name", "a")
        self.assertEqual(result.returncode, 5, result.stderr)
        self.assertIn("site (5, 2, 3) of system 1", result.stderr)

    def test_plots(self):
        try:
            import h5netcdf, matplotlib, xarray  # noqa: F401
        except ImportError as missing:
            self.skipTest(str(missing))
        flat = ("--set", "lattice.size=[8,8]", "--set", "field.components=1", "--set", "couplings.mass_squared=1")
        self.run_small("scan", *flat, "--set", "couplings.g=[1,2,3]")
        self.run_small("scan2", *flat, "--set", "couplings.g=[1,2,3]", "--set", "lattice.size=[16,16]")
        self.run_small("free", *flat, "--set", "couplings.g=0")
        for names in (("scan.h5", "scan2.h5"), ("free.h5",)):
            done = subprocess.run([sys.executable, SOURCE / "scripts" / "plot.py", *names], cwd=self.folder,
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertGreater((self.folder / names[0]).with_suffix(".png").stat().st_size, 20000)


if __name__ == "__main__":
    unittest.main()
