# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""What the tests of the Python package share."""
import importlib.util
import os
import sys
import unittest

try:
    import h5netcdf, xarray  # noqa: F401
    import matplotlib
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from harness import SOURCE, Case

PACKAGE = SOURCE / "scripts" / "python"
sys.path.append(str(SOURCE / "scripts"))
import neel_path  # noqa: F401

import neel

SMALL = {"model": {"name": "ising"}, "lattice": {"size": [8, 8]}, "couplings": {"J": 1.0},
         "schedule": {"T": {"from": 3.0, "to": 2.0, "points": 3}, "thermalize": 20, "sweeps": 200, "measure_every": 1}}
MAGNET = {"model": {"name": "heisenberg", "unit": "100 K"}, "lattice": {"size": [4, 4, 4]},
          "material": {"ions": ["A"], "exchange": -1.0, "moment_unit": "2 mu_B"}, "schedule": SMALL["schedule"]}


def needs(*modules):
    absent = [m for m in modules if importlib.util.find_spec(m) is None]
    return unittest.skipIf(absent, f"this Python has no {', '.join(absent)}")


class Package(Case):
    def setUp(self):
        super().setUp()
        self.addCleanup(os.chdir, os.getcwd())
        self.addCleanup(plt.close, "all")
        os.chdir(self.folder)

    def run_small(self, name="small", **more):
        return neel.run(SMALL, name=name, threads=1, **more)
