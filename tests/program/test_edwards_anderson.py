# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The Edwards-Anderson spin glass as its users run it."""
import subprocess
import sys
import unittest

try:
    import h5py
    import numpy
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from harness import SOURCE, Case, jackknife

GLASS = """
[model]
name = "edwards-anderson"
[lattice]
size = [8, 8, 8]
[couplings]
seed = 5
[schedule]
T = [2.0, 1.2]
thermalize = 20
sweeps = 80
measure_every = 10
[coding]
words = 1
replicas = 4
[algorithm]
systems = 4
seed = 3
"""
SITES, SAMPLES, FAMILY = 512, 128, 32


def integral_cut(c4):
    """1 + 3.5 d, where C_4(1 + d) is a tenth of C_4(1): of C_4(1), C_4(2) ..."""
    r = next((k for k in range(1, len(c4)) if c4[k] < c4[0] / 10), None)
    if r is None:
        return len(c4)
    return min(len(c4), 1 + 3.5 * (r - 1 + (c4[r - 1] - c4[0] / 10) / (c4[r - 1] - c4[r])))


def integral_length(c4):
    r = numpy.arange(1, len(c4) + 1)
    weight = numpy.clip(integral_cut(c4) + 1 - r, 0, 1)
    return (weight * r**2 * c4).sum() / (weight * r * c4).sum()


class SpinGlass(Case):
    def setUp(self):
        super().setUp()
        quench = GLASS
        for line in ("T = [2.0, 1.2]\n", "thermalize = 20\n", "sweeps = 80\n", "measure_every = 10\n"):
            quench = quench.replace(line, "")
        quench = quench.replace("[schedule]\n", '[schedule]\nkind = "quench"\nT = 1.1\ntimes = [1, 2, 5, 8, 40]\n')
        (self.folder / "small.toml").write_text(GLASS)
        (self.folder / "quench.toml").write_text(quench + "[measure]\nwaiting_times = [2, 8]\n")

    def run_quench(self, name, *arguments):
        result = self.neel("run", "quench.toml", "--name", name, "--progress", "none", *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def open(self, name):
        file = h5py.File(self.folder / f"{name}.h5")
        self.addCleanup(file.close)
        return file["results"], file["samples"]

    def test_disorder_averages_follow_from_the_samples(self):
        self.run_small("a")
        results, samples = self.open("a")
        self.assertEqual(samples["energy"].shape, (2, SAMPLES, 8))
        self.assertEqual(samples["overlap"].shape, (2, SAMPLES, 8, 6))
        mean = {name: samples[name][()].mean(2) for name in samples if samples[name].ndim >= 3}
        q = samples["overlap"][()]
        numpy.testing.assert_allclose((q**2).mean(3), samples["overlap_squared"][()], rtol=1e-12)
        numpy.testing.assert_allclose((q**4).mean(3), samples["overlap_fourth"][()], rtol=1e-12)
        numpy.testing.assert_allclose(abs(q).mean(3), samples["overlap_modulus"][()], rtol=1e-12)
        for t in range(2):
            rows = numpy.stack([mean["overlap_squared"][t], mean["overlap_fourth"][t], mean["overlap_mode"][t]], 1)

            def length(m):
                return numpy.sqrt(m[0] / m[2] - 1) / (2 * numpy.sin(numpy.pi / 8))

            for name, f in (("spin_glass_susceptibility", lambda m: SITES * m[0]),
                            ("binder_ratio", lambda m: m[1] / m[0]**2),
                            ("correlation_length", length),
                            ("correlation_length_over_L", lambda m: length(m) / 8)):
                value, error = jackknife(f, rows)
                self.assertAlmostEqual(results[name][t] / value, 1, 8, name)
                # Samples of one coded system share random numbers: that can only make an error larger.
                self.assertGreater(results[name + "_err"][t] / error, 0.95, name)
                self.assertLess(results[name + "_err"][t] / error, 1.5, name)
            self.assertAlmostEqual(results["energy"][t], mean["energy"][t].mean(), 12)
            independent = mean["energy"][t].std(ddof=1) / numpy.sqrt(SAMPLES)
            self.assertGreater(results["energy_err"][t] / independent, 1)
            self.assertAlmostEqual(results["overlap"][t], mean["overlap"][t].mean(), 12)
        self.assertTrue((results["energy"][()] < -1).all())

    def test_a_quench_is_measured_at_its_times(self):
        self.run_quench("a")
        results, samples = self.open("a")
        self.assertEqual(results["t"][()].tolist(), [1, 2, 5, 8, 40])
        self.assertEqual(results["T"][()].tolist(), [1.1] * 5)
        self.assertEqual(results["t_w"][()].tolist(), [2, 8])
        self.assertEqual(results["overlap_correlation"].shape, (5, 4))
        self.assertTrue((numpy.diff(results["energy"][()]) < 0).all())
        self.assertTrue((numpy.diff(results["spin_glass_susceptibility"][()]) > 0).all())
        c = results["two_time_correlation"][()]
        self.assertTrue(numpy.isnan(c[0, 0]) and numpy.isnan(c[:3, 1]).all())
        self.assertEqual([c[1, 0], c[3, 1]], [1, 1])
        self.assertTrue(c[1, 0] > c[2, 0] > c[3, 0] > c[4, 0] > 0)
        self.assertTrue(1 > c[4, 1] > c[4, 0])
        # C_4(1) is the link overlap, since every coupling squared is one.
        numpy.testing.assert_allclose(results["overlap_correlation"][:, 0], results["link_overlap"][()], rtol=1e-12)
        # xi_12 and its cut, from C_4 alone.
        for t in range(5):
            rows = samples["overlap_correlation"][t, :, 0, :]
            value, error = jackknife(integral_length, rows)
            self.assertAlmostEqual(results["integral_length"][t] / value, 1, 8)
            self.assertGreater(results["integral_length_err"][t] / error, 0.9)  # linear to a tenth
            self.assertLess(results["integral_length_err"][t] / error, 2)
            self.assertAlmostEqual(results["integral_length_cut"][t], jackknife(integral_cut, rows)[0], 8)
        names = (self.folder / "a.tsv").read_text().splitlines()
        header = [line for line in names if not line.startswith("#")][0].split("\t")
        self.assertEqual(header[:3], ["t", "T", "energy"])
        self.assertIn("overlap_correlation_4", header)

    def test_the_same_for_every_order_and_thread_count(self):
        self.run_quench("a", "--threads", 1)
        self.run_quench("b", "--threads", 3)
        self.same("a", "b")
        energy = self.open("a")[1]["energy"][()].tobytes()
        for order in ("bitwise", "sliced"):
            self.run_quench(order, "--set", f"coding.order={order}")
            self.assertEqual(self.open(order)[1]["energy"][()].tobytes(), energy)

    def test_goes_on_after_a_stop(self):
        """With kept spins, and with a generator that has a state."""
        for generator in ("philox", "xorwow"):
            more = ("--set", f"coding.generator={generator}", "--set", "schedule.times={to=4096,per_octave=1}",
                    "--set", 'output.checkpoint="1 point"')
            self.run_quench(f"{generator}-whole", *more)
            name = f"{generator}-parts"
            self.run_in_parts(name, 5, *more, file="quench.toml")
            self.same(f"{generator}-whole", name)

    def test_later_times_go_on_from_a_finished_quench(self):
        self.run_quench("a", "--set", "schedule.times=[1,2,5,8,40,64]")
        self.run_quench("b", "--set", "output.keep_checkpoint=true")
        self.run_quench("b", "--set", "schedule.times=[1,2,5,8,40,64]")
        self.same("a", "b")
        self.assertIn("continued", (self.folder / "b.log").read_text())
        self.refused(2, "different input", "schedule.times", arguments=(
            "run", "quench.toml", "--name", "b", "--set", "schedule.times=[1,2,5,8,41,64]"))

    def test_synchronous_coding(self):
        one = ("--set", "coding.kind=synchronous", "--set", "lattice.size=[4,4,64]", "--set", "coding.replicas=2")
        self.run_small("a", *one)
        results, samples = self.open("a")
        self.assertEqual(samples["energy"].shape, (2, 4, 8))
        self.assertTrue((results["energy"][()] < -1).all())
        self.assertTrue(numpy.isfinite(results["overlap_squared_err"][()]).all())

    def test_final_spins(self):
        """The energy of the spins in NAME.vtkhdf is the last one measured, to the bit: all bonds are +1."""
        for coding in (("coding.order=standard",), ("coding.order=sliced",),
                       ("coding.kind=synchronous", "lattice.size=[4,6,64]"), ("lattice.size=[6,10]",),
                       ("coding.kind=synchronous", "lattice.size=[6,64]")):
            with self.subTest(coding[0]):
                sets = [a for c in ("couplings.positive=1.0", "schedule.T=5", "coding.replicas=1", *coding) for a in ("--set", c)]
                self.run_quench("a", "--force", *sets)
                with h5py.File(self.folder / "a.vtkhdf") as file:
                    spin = file["VTKHDF/PointData/spin"][()].astype(int)
                self.assertEqual(numpy.unique(spin).tolist(), [-1, 1])
                bonds = sum((spin * numpy.roll(spin, 1, axis)).sum() for axis in range(spin.ndim))
                self.assertEqual(self.open("a")[1]["energy"][-1, 0, 0], -bonds / spin.size)

    def test_resolved_input_repeats_the_run(self):
        self.run_quench("a")
        again = self.neel("run", "a.resolved.toml", "--name", "b", "--progress", "none")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.same("a", "b")

    def test_square_lattice_on_a_ladder_with_moves_of_two_replicas(self):
        text = GLASS.replace("[8, 8, 8]", "[8, 6]").replace("[schedule]\nT = [2.0, 1.2]", '[schedule]\nkind = "temper"\nT = [2.0, 1.2, 0.6]')
        (self.folder / "small.toml").write_text(text + 'update = ["metropolis:2", "houdayer"]\n[measure]\nlowest = true\ncorrelations = true\n')
        self.run_small("one", "--threads", 1)
        self.run_small("two", "--threads", 2)
        self.same("one", "two")
        self.run_in_parts("parts", 4)
        self.same("one", "parts")
        results, samples = self.open("one")
        self.assertEqual(samples["energy"].shape, (3, SAMPLES, 8))
        self.assertEqual(results["overlap_correlation"].shape, (3, 3))
        self.assertTrue((results["energy"][()] > -2).all() and (numpy.diff(results["energy"][()]) < 0).all())
        numpy.testing.assert_allclose(results["overlap_correlation"][:, 0], results["link_overlap"][()], rtol=1e-12)

        try:
            import h5netcdf, matplotlib, xarray  # noqa: F401
        except ImportError as missing:
            self.skipTest(str(missing))
        self.run_quench("quench")
        self.run_small("anneal")
        for name in ("quench", "anneal"):
            done = subprocess.run([sys.executable, SOURCE / "scripts" / "plot.py", f"{name}.h5"], cwd=self.folder,
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertGreater((self.folder / f"{name}.png").stat().st_size, 20000)

    def test_known_run(self):
        log = self.run_quench("a").stdout
        self.assertIn("final configuration: hash cef4fb1fcf15d767", log)

    def test_bad_input(self):
        for change, parts in ((("coding.words=3",), ("coding.words", "1, 4 or 16")),
                              (("coding.order=bitwise", "lattice.size=[6,6,6]"), ("coding.order", "powers of two")),
                              (("lattice.size=[8]",), ("lattice.size", "on a square or cubic lattice")),
                              (("lattice.size=[8,1,8]",), ("lattice.size", "a square lattice is [Lx, Ly]")),
                              (("lattice.size=[8,8]", "lattice.boundary=open"), ("lattice.size", "8 x 8, not periodic")),
                              (("lattice.size=[8,8]", "coding.order=sliced"), ("coding.order", "a cube, not 8 x 8")),
                              (("lattice.size=[8,8]", "coding.kind=synchronous"), ("lattice.size", "Ly to be a multiple of 64")),
                              (("algorithm.update=[\"houdayer\"]",), ("algorithm.update", "beside moves of single spins")),
                              (("algorithm.update=[\"metropolis\", \"houdayer\"]", "coding.replicas=1"), ("algorithm.update", "coding.replicas = 2")),
                              (("couplings.positive=1.5",), ("couplings.positive", "between 0 and 1")),
                              (("measure.waiting_times=[3]",), ("measure.waiting_times", "quench")),
                              (("schedule.field=1",), ("unknown key", "schedule.field")),
                              (("schedule.kind=quench",), ("schedule.T", "one temperature", "schedule.times"))):
            sets = [a for c in change for a in ("--set", c)]
            self.refused(2, *parts, arguments=("run", "small.toml", *sets))


if __name__ == "__main__":
    unittest.main()
