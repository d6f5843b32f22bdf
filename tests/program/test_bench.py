# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""neel bench: what it prints and writes. Speeds are looked at nowhere: they would be different tomorrow."""
import json
import re
import unittest

from harness import Case


class Bench(Case):
    def test_bench(self):
        result = self.neel("bench", "heisenberg", "--size", "8", "--repetitions", "3", "--json", "bench.json")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("copy bandwidth", result.stdout)
        rows = json.loads((self.folder / "bench.json").read_text())["rows"]
        self.assertEqual(rows[0]["labels"], {"L": "8", "ions": "1", "update": "metropolis"})
        self.assertEqual(rows[0]["name"], "L=8 ions=1 metropolis")
        self.assertGreater(rows[0]["updates_per_ns"], 0)
        self.assertIn(f"\n{'L=8 ions=1 metropolis':43} ", result.stdout)
        self.assertIn(f" {rows[0]['hash'][:8]}\n", result.stdout)

    def test_bench_of_all_suites(self):
        result = self.neel("bench", "--size", "8", "--repetitions", "1", "--json", "bench.json", "--threads", "1")
        self.assertEqual(result.returncode, 0, result.stderr)
        left_out = [line for line in result.stdout.splitlines() if "left out" in line]
        self.assertEqual(left_out, [])
        found = json.loads((self.folder / "bench.json").read_text())
        self.assertEqual({row["suite"] for row in found["rows"]},
                         {"heisenberg", "edwards-anderson", "phi4", "majority", "ising", "xy", "crystal", "random"})
        self.assertEqual([line for line in result.stdout.splitlines() if len(line) > 80], [])
        # Strategies, storage orders, waiting, and kernels of the bench alone change no bit.
        boards = {row["hash"] for row in found["rows"] if row["suite"] == "majority"}
        self.assertEqual(len(boards), 1)
        for suite, kind, names, variants in (
                ("majority", {"as": "bytes"}, ("by", "b"),
                 {("squares", "1"), ("squares", "2"), ("squares", "10"), ("together", None), ("streams", None)}),
                ("heisenberg", {"L": "8", "ions": "1", "update": "metropolis"}, ("arrays",), {("halves",), ("mixed",)}),
                ("edwards-anderson", {"W": "4", "R": "4", "k": "1", "generator": "philox"}, ("order", "threads"),
                 {("standard", "grid"), ("sliced", "grid")})):
            rows = [row for row in found["rows"] if row["suite"] == suite and kind.items() <= row["labels"].items()
                    and "systems" not in row["labels"]]
            seen = {tuple(row["labels"].get(name) for name in names) for row in rows}
            self.assertTrue(variants < seen, seen)
            self.assertEqual(len({row["hash"] for row in rows}), 1, suite)

    def test_sizes_that_variants_cannot_have(self):
        for suite, sizes, variants in (("heisenberg", "9", ["halves", "mixed"]), ("edwards-anderson", "1", ["grid"]),
                                       ("edwards-anderson", "9", ["grid"]), ("majority", "1,2", ["squares", "streams"])):
            result = self.neel("bench", suite, "--size", sizes, "--repetitions", "1")
            self.assertEqual(result.returncode, 0, result.stderr)
            for variant in variants:
                self.assertNotIn(variant, result.stdout)

    def test_bench_of_an_input(self):
        result = self.neel("bench", "small.toml", "--repetitions", "3")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("small.toml: at T = ", result.stdout)
        self.refused(3, "nonsense.toml", arguments=["bench", "nonsense.toml"])

    def test_bench_of_ranks_of_which_there_is_one(self):
        out = self.neel("bench", "parallel", "--size", "16", "--repetitions", "1", "--only", "ising").stdout
        self.assertEqual(len(re.findall("(?m)^ising L=16 ", out)), 1)
        self.assertNotIn("swaps", out)

    def test_bench_of_chosen_cases(self):
        out = self.neel("bench", "random", "heisenberg", "--size", "4", "--repetitions", "3", "--only", "L=4,cone").stdout
        self.assertEqual(len(re.findall("(?m)^L=4 ", out)), 2)
        self.assertNotIn("fill", out)

    def test_bench_of_cases_that_are_not_there(self):
        result = self.neel("bench", "random", "--repetitions", "1", "--only", "3D,fill", "--json", "bench.json")
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn('no case has "3D" and "fill" in its label', result.stderr)
        self.assertFalse((self.folder / "bench.json").exists())


if __name__ == "__main__":
    unittest.main()
