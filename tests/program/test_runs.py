# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The same input gives the same bits, however it is run; and the shipped inputs are good."""
import importlib.util
import unittest

from harness import Case, SOURCE, final_hash


class Runs(Case):
    def table(self, name):
        return (self.folder / f"{name}.tsv").read_bytes()

    def test_threads_do_not_matter(self):
        one = self.run_small("one", "--threads", 1)
        two = self.run_small("two", "--threads", 2)
        five = self.run_small("five", "--threads", 5)
        self.assertEqual(final_hash(one), final_hash(two))
        self.assertEqual(final_hash(one), final_hash(five))
        self.assertEqual(self.table("one"), self.table("two"))
        self.assertEqual(self.table("one"), self.table("five"))

    def test_known_run(self):
        # The same on every machine and backend.
        self.assertEqual(final_hash(self.run_small("a", "--set", "algorithm.update=metropolis")), "e7b6e9956cd1e443")
        self.assertEqual(final_hash(self.run_small("b", "--set", 'algorithm.update=["heatbath","overrelax:2","metropolis"]')),
                         "4da601c9b127f023")

    def test_seed_matters(self):
        self.assertNotEqual(final_hash(self.run_small("a")), final_hash(self.run_small("b", "--set", "algorithm.seed=2")))

    def test_measuring_does_not_change_the_trajectory(self):
        self.assertEqual(final_hash(self.run_small("a")), final_hash(self.run_small("b", "--set", "schedule.measure_every=1")))

    def test_resolved_input_repeats_the_run(self):
        axes = "material.axes={dm = [1, 1, 0], anisotropy = [0.3, -0.5, 0.8], field = [1, 2, 3]}"  # which are made unit vectors
        for more in ((), ("--set", axes)):
            first = self.run_small("a", *more, "--force")
            again = self.neel("run", "a.resolved.toml", "--name", "b", "--progress", "none", "--force")
            self.assertEqual(final_hash(first), final_hash(again))
            self.assertEqual(self.table("a"), self.table("b"))
            if importlib.util.find_spec("h5py"):
                self.same("a", "b")

    def test_precedence_of_set(self):
        self.run_small("a", "--set", "schedule.T=[0.7]")
        self.assertIn("T = [0.7]", (self.folder / "a.resolved.toml").read_text())

    def test_log_says_what_would_be_asked_for(self):
        self.run_small("a")
        log = (self.folder / "a.log").read_text()
        for part in ("Neel", "seed", "E = sum_bonds", "J(Fe-Fe)", "meV", "mean-field T_c", "memory", "start configuration",
                     "start configuration: hash", "final configuration", "updates/ns"):
            self.assertIn(part, log)

    def test_shipped_inputs(self):
        inputs = sorted((SOURCE / "inputs").glob("*/*.toml"))
        self.assertGreaterEqual(len(inputs), 3)
        for path in inputs:
            result = self.neel("run", path, "--dry-run", "--time-limit", "0.1 s")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn("eproduces", path.read_text())


if __name__ == "__main__":
    unittest.main()
