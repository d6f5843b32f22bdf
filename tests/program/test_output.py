# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The files that a run writes, as Python sees them."""
import sys
import unittest
import warnings

try:
    import h5netcdf  # noqa: F401 (what xarray opens the files with)
    import h5py
    import numpy
    import xarray
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from harness import SOURCE, Case, gamma_method, pooled, shares


PARAMAGNET = """
[model]
name = "heisenberg"
[lattice]
size = [8, 8, 8]
[material]
ions = ["A"]
exchange.A-A = 0
[schedule]
T = 1
field = 2
thermalize = 10
sweeps = 2000
measure_every = 1
[algorithm]
update = "heatbath"
systems = 4
"""

PLANE = """
[model]
name = "ising"
[lattice]
size = [4, 4]
[schedule]
T = [2.5, 2.2]
thermalize = 100
sweeps = 4000
measure_every = 2
[algorithm]
update = "heatbath"
systems = 4
[measure]
bins = 1000
histogram.magnetisation = {from = -1.0625, to = 1.0625, points = 18}
histogram.energy = [-2.1, -1.3, -0.5]
"""


class Output(Case):
    def open(self, name, group):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with xarray.open_dataset(self.folder / f"{name}.h5", group=group, engine="h5netcdf") as data:
                return data.load()

    def test_results_open_in_xarray_with_named_axes_and_units(self):
        self.run_small("a")
        data = self.open("a", "results")
        self.assertEqual(dict(data.sizes), {"T": 2})
        numpy.testing.assert_array_equal(data["T"], [1.0, 0.5])
        for name in data.variables:
            self.assertIn("units", data[name].attrs, name)
            self.assertIn("long_name", data[name].attrs, name)
        for name in ("energy", "specific_heat", "weak_moment", "magnetisation_z", "magnetisation_Cr_x",
                     "sublattice_even_x", "susceptibility_odd", "staggered_magnetisation", "acceptance", "energy_dm"):
            self.assertTrue(numpy.isfinite(data[name]).all(), name)
            self.assertTrue((data[name + "_err"] > 0).all(), name)
        self.assertTrue((data["energy_tau"] >= 5).all())

    def test_derived_quantities_follow_from_the_samples(self):
        self.run_small("a")
        results, samples = self.open("a", "results"), self.open("a", "samples")
        self.assertEqual(dict(samples.sizes), {"T": 2, "chain": 2, "draw": 20})
        numpy.testing.assert_allclose(results["energy"], samples["energy"].mean(("chain", "draw")), rtol=1e-12)
        parts = sum(results[f"energy_{p}"] for p in ("exchange", "dm", "anisotropy", "zeeman"))
        numpy.testing.assert_allclose(results["energy"], parts, rtol=1e-9)
        moments = results["magnetisation_Fe_z"] + results["magnetisation_Cr_z"]
        numpy.testing.assert_allclose(results["magnetisation_z"], moments, atol=1e-12)

        # Disorder samples differ: a value for each of them, and their spread, with Student's factor for two of them.
        for t, temperature in enumerate(samples["T"].values):
            def specific_heat(mean, temperature=temperature):
                return 512 * (mean[1] - mean[0]**2) / temperature**2

            chains = numpy.stack([samples[name][t].values for name in ("energy", "energy_squared")], -1)
            values = numpy.array([pooled(specific_heat, chain[None]) for chain in chains])
            self.assertAlmostEqual(float(results["specific_heat"][t]) / values.mean(), 1, 8)
            spread = 1.8125 * values.std(ddof=1) / 2**0.5
            own = numpy.concatenate([shares(specific_heat, chain[None]) for chain in chains])
            thermal = float(results["specific_heat_thermal_err"][t])
            self.assertGreater(thermal / gamma_method(own), 0.999)  # at least: slow motions of others widen the window
            self.assertLess(thermal / gamma_method(own), 1.5)
            self.assertAlmostEqual(float(results["specific_heat_err"][t]) / max(spread, thermal), 1, 8)

    def test_susceptibilities_along_axes(self):
        """Free spins in a field h along z, x = h/T: N var(M_z)/T = 1/x^2 - 1/sinh^2 x, N var(M_x)/T = L(x)/x, L = coth x - 1/x."""
        (self.folder / "free.toml").write_text(PARAMAGNET)
        self.assertEqual(self.neel("run", "free.toml", "--progress", "none").returncode, 0)
        data, x = self.open("free", "results"), 2.0
        along = 1 / x**2 - 1 / numpy.sinh(x)**2
        across = (1 / numpy.tanh(x) - 1 / x) / x
        for axis, expected in (("x", across), ("y", across), ("z", along)):
            error = float(data[f"susceptibility_{axis}_err"][0])
            self.assertLess(error, 0.02)
            self.assertLess(abs(float(data[f"susceptibility_{axis}"][0]) - expected), 4 * error)
        self.assertAlmostEqual(float(sum(data[f"susceptibility_{a}"][0] for a in "xyz")), float(data["susceptibility"][0]), 9)

    def test_histograms_are_of_single_measurements(self):
        """Where each bin is one measurement, those of /samples are the same; bins of many do not change the histogram."""
        (self.folder / "plane.toml").write_text(PLANE)
        for name, bins in (("single", 1000), ("means", 8)):
            self.assertEqual(self.neel("run", "plane.toml", "--name", name, "--progress", "none", "--set", f"measure.bins={bins}").returncode, 0)
        single, means, samples = self.open("single", "results"), self.open("means", "results"), self.open("single", "samples")
        self.assertEqual(single["magnetisation_histogram"].dims, ("T", "magnetisation_interval"))
        edges = numpy.linspace(-1.0625, 1.0625, 18)
        numpy.testing.assert_allclose(single["magnetisation_interval"], (edges[1:] + edges[:-1]) / 2, atol=1e-12)
        for k in range(2):
            numpy.testing.assert_array_less(0.3, means["magnetisation_histogram"][k, [0, -1]])  # two peaks, which means do not have
            for name, of, tolerance in (("magnetisation", edges, 1e-12), ("energy", numpy.array([-2.1, -1.3, -0.5]), 1e-12)):
                values = samples[name][k].values.ravel()
                counts = numpy.histogram(values, of)[0]
                found = single[f"{name}_histogram"][k] * numpy.diff(of) * values.size
                numpy.testing.assert_allclose(found, counts, atol=1e-6)
                numpy.testing.assert_allclose(means[f"{name}_histogram"][k], single[f"{name}_histogram"][k], rtol=1e-9)
            self.assertTrue((single["magnetisation_histogram_err"][k] > 0).all())
        self.assertLess(float((single["energy_histogram"][0] * [0.8, 0.8]).sum()), 0.999)  # what is beyond the edges is left out
        for wrong, says in (("histogram.magnetisatoin=[0, 1]", "did you mean magnetisation"), ("histogram.energy=[1, 0]", "increasing"),
                            ("histogram.energy=[1]", "increasing")):
            self.refused(2, "measure.histogram", says, arguments=("run", "plane.toml", "--name", "wrong", "--set", f"measure.{wrong}"))

    def test_histograms_of_heisenberg_spins(self):
        """On the model's own lattice, for one and several ions; names of results are each once."""
        (self.folder / "vectors.toml").write_text("""
[model]
name = "heisenberg"
[lattice]
size = [4, 4, 4]
[material]
ions = ["Fe", "Cr"]
fractions = {Cr = 0.5}
exchange = {Fe-Fe = 1.0, Fe-Cr = 0.5, Cr-Cr = 0.2}
[schedule]
T = [1.5]
thermalize = 3
sweeps = 200
measure_every = 2
[measure]
bins = 100
histogram.energy = [-3.0, -2.0, -1.0, 0.0]
histogram.magnetisation_z = [-0.2, 0.0, 0.2]
""")
        for name, change in (("two", ()), ("one", ("--set", "material={exchange=1.0}"))):
            self.assertEqual(self.neel("run", "vectors.toml", "--name", name, "--progress", "none", *change).returncode, 0)
            results, samples = self.open(name, "results"), self.open(name, "samples")
            for moment, edges in (("energy", [-3.0, -2.0, -1.0, 0.0]), ("magnetisation_z", [-0.2, 0.0, 0.2])):
                values = samples[moment][0].values.ravel()
                found = results[f"{moment}_histogram"][0] * numpy.diff(edges) * values.size
                numpy.testing.assert_allclose(found, numpy.histogram(values, edges)[0], atol=1e-6)

    def test_results_are_byte_identical_for_any_thread_count(self):
        self.run_small("a", "--threads", 1)
        self.run_small("b", "--threads", 2)
        with h5py.File(self.folder / "a.h5") as a, h5py.File(self.folder / "b.h5") as b:
            for group in ("config", "lattice", "results", "samples", "equilibration"):
                self.assertEqual(set(a[group]), set(b[group]))
                for name in a[group]:
                    self.assertEqual(a[group][name][()].tobytes(), b[group][name][()].tobytes(), name)
                self.assertEqual({k: str(v) for k, v in a[group].attrs.items()},
                                 {k: str(v) for k, v in b[group].attrs.items()})

    def test_composition_is_an_axis(self):
        self.run_small("a", "--set", "material.fractions.Cr=[0.0, 0.5, 1.0]")
        data = self.open("a", "results")
        self.assertEqual(dict(data.sizes), {"x_Cr": 3, "T": 2})
        self.assertTrue((data["energy"].sel(x_Cr=0.0) < data["energy"].sel(x_Cr=1.0)).all())
        self.assertEqual(float(abs(data["magnetisation_Cr_z"].sel(x_Cr=0.0)).max()), 0.0)
        rows = [line.split("\t") for line in (self.folder / "a.tsv").read_text().splitlines() if line[0] != "#"]
        self.assertEqual(rows[0][:3], ["x_Cr", "T", "H"])
        self.assertEqual(len(rows), 1 + 6)

    def test_table(self):
        self.run_small("a")
        lines = (self.folder / "a.tsv").read_text().splitlines()
        rows = [line.split("\t") for line in lines if not line.startswith("#")]
        self.assertEqual(rows[0][:6], ["T", "H", "energy", "energy_err", "energy_tau", "specific_heat"])
        self.assertTrue(all(len(row) == len(rows[0]) for row in rows))
        for name in rows[0]:
            if not name.endswith(("_err", "_tau")):
                self.assertTrue(any(line.startswith(f"#   {name} [") for line in lines), name)
        data = self.open("a", "results")
        self.assertAlmostEqual(float(rows[1][2]), float(data["energy"][0]), 8)
        # What the unit of energy is worth was said, so there are kelvin and tesla, too.
        self.assertEqual(rows[0][-2:], ["T_kelvin", "H_tesla"])
        numpy.testing.assert_allclose([float(row[-2]) for row in rows[1:]], [435.23, 217.615], rtol=1e-9)
        numpy.testing.assert_allclose(float(rows[1][-1]), 0.002 * 435.23 / (0.6717138162957767 * 5), rtol=1e-9)
        numpy.testing.assert_allclose(data["T_kelvin"], [435.23, 217.615])
        self.assertEqual((data["T_kelvin"].units, data["H_tesla"].units), ("K", "T"))
        self.assertIn("T 1 J (435.2 K)", (self.folder / "a.log").read_text())
        self.assertIn("from 1 J (435.2 K) to 0.5 J (217.6 K)", (self.folder / "a.log").read_text())

    def test_configuration_is_vtkhdf_in_site_order(self):
        self.run_small("a", "--set", "lattice.size=[8,6,4]")
        with h5py.File(self.folder / "a.vtkhdf") as file:
            root = file["VTKHDF"]
            self.assertEqual(root.attrs["Type"], b"ImageData")
            numpy.testing.assert_array_equal(root.attrs["WholeExtent"], [0, 7, 0, 5, 0, 3])
            spin = root["PointData/spin"][()]
            self.assertEqual(spin.shape, (4, 6, 8, 3))
            numpy.testing.assert_allclose((spin.astype(float) ** 2).sum(-1), 1, atol=1e-6)
            self.assertEqual(set(numpy.unique(root["PointData/species"][()])), {0, 1})

    def test_single_precision_of_spins_at_a_cold_ordered_point(self):
        self.run_small("a", "--set", "schedule.T=[0.001]", "--set", 'schedule.start="domain-"',
                       "--set", "material.fractions.Cr=0.0")
        data = self.open("a", "results")
        self.assertLess(float(data["staggered_x"][0]), -0.99)
        self.assertAlmostEqual(float(data["energy"][0]), -3.0077, 2)

    def test_plot(self):
        import subprocess
        self.run_small("a")
        subprocess.run([sys.executable, SOURCE / "scripts" / "plot.py", self.folder / "a.h5"], check=True,
                       capture_output=True)
        self.assertEqual((self.folder / "a.png").read_bytes()[:4], b"\x89PNG")
        self.assertTrue((self.folder / "a.pdf").exists())


if __name__ == "__main__":
    unittest.main()
