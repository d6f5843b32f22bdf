# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Errors that users make: one clear sentence and the right exit code each."""
import os
import re
import unittest
from unittest import mock

from harness import SMALL, Case


class Errors(Case):
    def test_unknown_key_suggests_the_right_one(self):
        (self.folder / "small.toml").write_text((self.folder / "small.toml").read_text().replace("thermalize", "thermalise"))
        self.refused(2, "small.toml:18: unknown key schedule.thermalise; did you mean schedule.thermalize?",
                     arguments=["run", "small.toml"])

    def test_wrong_unit(self):
        self.refused(2, "schedule.T", '"14 T"', "allowed: K, meV",
                     arguments=["run", "small.toml", "--set", 'schedule.T="14 T"'])

    def test_unit_beside_units(self):
        """The key is there, for reduced units."""
        said = self.refused(2, "model.unit: says what one reduced unit is, but model.units = \"K\"",
                            arguments=["run", "small.toml", "--set", "model.units=K"])
        self.assertNotIn("unknown key", said.stderr)

    def test_a_key_where_a_table_belongs(self):
        table = '[model]\nname = "heisenberg"\nunit = "435.23 K"\n'
        for text, message in ((SMALL.replace(table, "model = 3\n"), ":2: model: expected a table, [model] with its keys below it, found 3"),
                              ("output = 3\n" + SMALL, ":1: output: expected a table, [output] with its keys below it, found 3")):
            (self.folder / "small.toml").write_text(text)
            said = self.refused(2, "small.toml" + message, arguments=["run", "small.toml"])
            self.assertEqual(len(said.stderr.splitlines()), 1, said.stderr)

    def test_target_errors(self):
        for target in ("energy", "energy=", "=0.1", "energy=abc", "energy=[1, 2]", "energy=0.1=", "energy=-1"):
            self.refused(2, f"--target-error {target}: expected OBSERVABLE=ERROR, such as energy=0.001",
                         arguments=["run", "small.toml", f"--target-error={target}"])

    def test_odd_periodic_size(self):
        self.refused(2, "lattice.size", "must be even, not 7",
                     arguments=["run", "small.toml", "--set", "lattice.size=[8,7,8]"])

    def test_negative_temperature(self):
        self.refused(2, "schedule.T", "above zero, found -1", arguments=["run", "small.toml", "--set", "schedule.T=-1"])

    def test_missing_file(self):
        self.refused(3, "nowhere.toml", "no such file", arguments=["run", "nowhere.toml"])

    def test_unwritable_directory(self):
        (self.folder / "file").write_text("")
        self.refused(3, "cannot make the directory file/out", arguments=["run", "small.toml", "--out", "file/out"])

    def test_usage(self):
        self.refused(2, arguments=[])
        self.refused(2, arguments=["run"])
        self.refused(2, arguments=["run", "small.toml", "--frobnicate"])
        self.refused(2, arguments=["run", "small.toml", "--progress", "sometimes"])
        self.refused(2, "no suite \"potts\"", "heisenberg", "random", arguments=["bench", "potts"])

    def test_info_of_other_files(self):
        self.refused(3, "no such file", arguments=["info", "nowhere.h5"])
        self.refused(3, "not an HDF5 file", arguments=["info", "small.toml"])
        self.run_small("a")
        self.refused(3, "a.vtkhdf has configurations of Neel", "neel view a.vtkhdf", arguments=["info", "a.vtkhdf"])

    def test_too_large_for_memory(self):
        self.refused(4, "needs", "of memory", arguments=["run", "small.toml", "--set", "lattice.size=[1000,1000,1000]",
                                                         "--set", "algorithm.systems=1000"])

    def test_no_gpu(self):
        if "backend: CUDA" not in self.neel("info").stdout:
            self.skipTest("not a CUDA build")
        result = self.neel("run", "small.toml", env={"CUDA_VISIBLE_DEVICES": ""})
        self.assertEqual(result.returncode, 4)
        self.assertIn("runs on an NVIDIA GPU, but none can be used here", result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), 1)

    def test_results_of_another_input_are_kept(self):
        self.run_small("a")
        before = (self.folder / "a.h5").read_bytes()
        self.refused(2, "different input", "--force",
                     arguments=["run", "small.toml", "--name", "a", "--set", "algorithm.seed=9"])
        self.assertEqual((self.folder / "a.h5").read_bytes(), before)


class Commands(Case):
    def test_help_and_version(self):
        self.assertEqual(self.neel("--help").returncode, 0)
        self.assertIn("--dry-run", self.neel("run", "--help").stdout)
        self.assertRegex(self.neel("--version").stdout, r"^\d+\.\d+\.\d+")

    def test_threads_spin_for_a_short_time(self):
        """GNU's OpenMP reads it when it is loaded; with this variable it says what it read."""
        for given, seen in (({}, "10000"), ({"GOMP_SPINCOUNT": "77"}, "77")):
            environment = {name: value for name, value in os.environ.items() if name != "GOMP_SPINCOUNT"}
            with mock.patch.dict(os.environ, {**environment, **given, "OMP_DISPLAY_ENV": "verbose"}, clear=True):
                said = self.neel("info").stderr
            if "GOMP_SPINCOUNT" not in said:
                self.skipTest("not GNU's OpenMP")
            self.assertEqual(re.findall(r"GOMP_SPINCOUNT = '(\d+)'", said)[-1], seen)

    def test_info(self):
        out = self.neel("info").stdout
        for part in ("Neel", "git revision", "backend", "Kokkos", "HDF5", "heisenberg", "metropolis"):
            self.assertIn(part, out)
        self.assertNotIn("MPI", out)  # Neel has none

    def test_info_of_scans_and_analyses(self):
        self.run_small("scan", "--set", "scan.lattice.size=[[4, 4, 4], [6, 6, 6]]", "--set", "scan.algorithm.seed=[1, 2, 3]", "--set",
                       "schedule.sweeps=2000", "--set", "measure.bins=100")
        self.assertIn("a scan of algorithm.seed (3 values), lattice.size (2 values): 6 runs", self.neel("info", "scan.h5").stdout)
        done = self.neel("analyze", "scan_seed1_size4x4x4.h5", "scan_seed1_size6x6x6.h5", "--name", "a", "--points", 11)
        self.assertEqual(done.returncode, 0, done.stderr)
        said = self.neel("info", "a.analysis.h5")
        self.assertEqual(said.returncode, 0, said.stderr)
        for part in ("an analysis of 2 runs", "scan_seed1_size4x4x4: heisenberg, lattice 4 x 4 x 4", "curves at 11 values of T",
                     "Binder ratios of L = 4 and 6 cross at T = "):
            self.assertIn(part, said.stdout)

    def test_a_result_is_no_input(self):
        self.run_small("a")
        for command in ("run", "lab"):
            self.refused(2, "a.h5 is no input", "neel info a.h5", "neel view a.h5", arguments=(command, "a.h5"))

    def test_dry_run_writes_nothing(self):
        result = self.neel("run", "small.toml", "--dry-run", "--out", "elsewhere")
        self.assertEqual(result.returncode, 0, result.stderr)
        for part in ("E = sum_bonds", "each bond once", "memory", "estimated time", "mean-field T_c", "meV"):
            self.assertIn(part, result.stdout)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["small.toml"])

    def test_finished_run_is_not_repeated(self):
        self.run_small("a")
        self.assertIn("already holds", self.run_small("a").stdout)
        self.assertIn("done in", self.run_small("a", "--force").stdout)

    def test_quiet(self):
        result = self.run_small("a", "--quiet")
        self.assertEqual(result.stdout + result.stderr, "")


if __name__ == "__main__":
    unittest.main()
