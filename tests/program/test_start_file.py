# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Runs that start where another one ended, or was."""
import re
import shutil
import sys
import unittest

try:
    import h5py
    import numpy
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from harness import Case
from test_snapshots import MODELS


class StartFile(Case):
    def use(self, model):
        (self.folder / "small.toml").write_text(MODELS[model])

    def hashes(self, name):
        log = (self.folder / f"{name}.log").read_text()
        return [re.search(f"{which} configuration: hash ([0-9a-f]+)", log).group(1) for which in ("start", "final")]

    def compare(self, name, step, other, its):
        """All arrays of a step and those of another run's are the same."""
        with h5py.File(self.folder / f"{name}.vtkhdf") as mine, h5py.File(self.folder / f"{other}.vtkhdf") as theirs:
            self.assertEqual(set(mine["VTKHDF/PointData"]), set(theirs["VTKHDF/PointData"]))
            for key in mine["VTKHDF/PointData"]:
                parts = [numpy.split(f[f"VTKHDF/PointData/{key}"][()], len(numpy.unique(f[f"VTKHDF/Steps/PointDataOffsets/{key}"])))
                         for f in (mine, theirs)]
                if key.startswith("energy"):  # of another field or temperature
                    continue
                numpy.testing.assert_array_equal(parts[0][step].ravel(), parts[1][its].ravel(), key)

    def test_every_model(self):
        """Arrays and hash at the start are those with which the other run ended. (Of a ladder, a hash depends on who is where.)"""
        for model in MODELS:
            with self.subTest(model):
                self.use(model)
                self.run_small("a", "--force", "--set", 'output.snapshots={every="point", systems="all"}')
                for start, seed in (("a.h5", 1), ("a.vtkhdf", 7)):
                    self.run_small("b", "--force", "--set", f"schedule.start=file:{start}", "--set", f"algorithm.seed={seed}",
                                   "--set", 'output.snapshots={at=[0], systems="all"}')
                    if model != "tempered":
                        self.assertEqual(self.hashes("b")[0], self.hashes("a")[1])
                    self.compare("a", -1, "b", 0)

    def test_a_snapshot(self):
        self.use("heisenberg")
        self.run_small("a", "--set", 'output.snapshots={every=11, systems="all"}')
        self.run_small("cold", "--set", "schedule.T=[1.0]")
        for which in ("#2", "#T=1.0", "#T=1"):  # the end of the first temperature, 33 sweeps
            with self.subTest(which):
                self.run_small("b", "--force", "--set", f"schedule.start=file:a.vtkhdf{which}")
                self.assertEqual(self.hashes("b")[0], self.hashes("cold")[1])
        self.refused(3, "6 snapshots", "none of number 6", arguments=["run", "small.toml", "--name", "b", "--force", "--set",
                                                                      "schedule.start=file:a.vtkhdf#6"])
        self.refused(3, "no snapshot at T = 3", arguments=["run", "small.toml", "--name", "b", "--force", "--set",
                                                           "schedule.start=file:a.vtkhdf#T=3"])
        self.refused(3, "behind #", arguments=["run", "small.toml", "--name", "b", "--force", "--set",
                                               "schedule.start=file:a.vtkhdf#x"])

    def test_one_system_for_all(self):
        self.use("ising")
        self.run_small("a")
        self.run_small("b", "--set", "schedule.start=file:a.h5", "--set", 'output.snapshots={at=[0], systems="all"}')
        with h5py.File(self.folder / "a.vtkhdf") as a, h5py.File(self.folder / "b.vtkhdf") as b:
            for name in ("spin", "spin_1"):
                numpy.testing.assert_array_equal(a["VTKHDF/PointData/spin"], b[f"VTKHDF/PointData/{name}"][0])

    def test_stopped_and_continued(self):
        self.use("ising")
        self.run_small("a")
        start = ("--set", "schedule.start=file:a.vtkhdf")
        self.run_small("whole", *start)
        self.run_in_parts("parts", 2, *start)
        self.same("whole", "parts")
        (self.folder / "whole.toml").write_text((self.folder / "whole.resolved.toml").read_text())
        self.assertEqual(self.neel("run", "whole.toml", "--name", "again").returncode, 0)
        self.same("whole", "again")
        self.run_small("a", "--set", "algorithm.seed=8", "--force")
        self.refused(2, "schedule.start_print", "is not the start that it was", arguments=["run", "whole.toml", "--name", "more"])

    def test_what_does_not_fit(self):
        """One sentence each."""
        self.use("heisenberg")
        self.run_small("spins")
        self.run_small("ions", "--set", "material.disorder_seed=9")
        self.run_small("small", "--set", "lattice.size=[8,8,4]")
        self.use("phi4")
        self.run_small("phi")
        self.use("crystal")
        self.run_small("kagome")
        self.use("ising")
        self.run_small("flat", "--set", "lattice.size=[8,8,8]")
        (self.folder / "rubbish.vtkhdf").write_bytes(b"rubbish")
        shutil.copy(self.folder / "spins.h5", self.folder / "results.vtkhdf")
        with h5py.File(self.folder / "flat.vtkhdf", "r+") as file:
            file["VTKHDF/PointData/spin"][0, 0, 0] = 0.5

        def one(code, model, start, *parts, sets=()):
            with self.subTest(model=model, start=start):
                self.use(model)
                sets = [a for s in sets for a in ("--set", s)]
                found = self.refused(code, *parts, arguments=["run", "small.toml", "--name", "b", "--set",
                                                              f"schedule.start=file:{start}", *sets])
                self.assertEqual(len(found.stderr.splitlines()), 1, found.stderr)
                self.assertEqual(list(self.folder.glob("b.*h5")), [])

        one(3, "heisenberg", "none.vtkhdf", "none.vtkhdf: no such file")
        one(3, "heisenberg", "rubbish.vtkhdf", "not an HDF5 file")
        one(3, "heisenberg", "results.vtkhdf", "holds no configuration")
        one(3, "heisenberg", "small.vtkhdf", "another lattice: 8 x 8 x 4 sites, but this one has 8 x 8 x 8")
        one(3, "heisenberg", "kagome.vtkhdf", "54 sites of a crystal")
        one(3, "crystal", "small.vtkhdf", "another lattice")
        one(2, "heisenberg", "ions.vtkhdf", "the ions of system 0 are not those of this run", sets=["algorithm.systems=1"])
        one(2, "heisenberg", "flat.vtkhdf", "components")
        one(2, "ising", "flat.vtkhdf", "no value that this model has", sets=["lattice.size=[8,8,8]"])
        one(2, "ising", "phi.vtkhdf", "holds phis, but this model has spins", sets=["lattice.size=[8,6]"])
        self.use("heisenberg")
        self.refused(2, "is a file that this run writes", arguments=["run", "small.toml", "--name", "spins", "--force", "--set",
                                                                     "schedule.start=file:spins.vtkhdf"])


if __name__ == "__main__":
    unittest.main()
