# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The package neel: results and series of a run."""
import sys
import types
import unittest
from unittest import mock

try:
    import h5netcdf, xarray  # noqa: F401
    import numpy
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from harness import SOURCE, Case

sys.path.append(str(SOURCE / "scripts"))
import neel_path  # noqa: F401

import neel


class Python(Case):
    def run_three(self, sweeps):
        self.run_small("a", "--set", "algorithm.systems=3", "--set", f"schedule.sweeps={sweeps}", "--set",
                       "schedule.measure_every=1", "--set", "measure.bins=8")
        return self.folder / "a.h5"

    def test_results_and_samples_agree(self):
        path = self.run_three(64)
        run = neel.open(path)
        self.assertEqual(run.attrs["label"], "a")
        self.assertIn("[material]", run.attrs["input"])
        for point in range(run.sizes["T"]):
            series = neel.chains(path, "energy", point)
            self.assertEqual(series.shape[0], 3)
            self.assertFalse(numpy.isnan(series).any())
            self.assertAlmostEqual(series.mean(), float(run["energy"][point]), 12)

    def test_draws_weigh_the_same(self):
        path = self.run_three(70)  # bins of 8 at the end: one more of 6
        raw = neel.open(path, "samples")
        counts = raw["measurements"].isel(T=0).values
        self.assertEqual(counts.sum(), 70)
        series = neel.chains(path, "energy", 0)
        self.assertEqual(series.shape, (3, (counts == counts.max()).sum()))
        self.assertLess(series.shape[1], (counts > 0).sum())
        weighted = (raw["energy"].isel(T=0) * counts).sum("draw") / 70
        self.assertAlmostEqual(float(weighted.mean()), float(neel.open(path)["energy"][0]), 12)

    def test_arviz(self):
        shapes = {name: a.shape for name, a in neel.to_arviz(self.run_three(64)).items()}
        self.assertIn("staggered_squared", shapes)
        self.assertEqual(len(set(shapes.values())), 1)
        self.assertEqual(list(neel.to_arviz(self.folder / "a.h5", ["energy"])), ["energy"])

    def test_pyerrors(self):
        path = self.run_three(64)
        stand_in = types.SimpleNamespace(Obs=lambda series, names: (series, names))  # where it is not installed
        with mock.patch.dict(sys.modules, pyerrors=stand_in):
            series, names = neel.to_pyerrors(path, "energy", 1)
        self.assertEqual(names, ["a|r0000", "a|r0001", "a|r0002"])
        numpy.testing.assert_array_equal(series, neel.chains(path, "energy", 1))


if __name__ == "__main__":
    unittest.main()
