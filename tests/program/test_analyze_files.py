# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""What neel analyze reads, passes over, refuses and writes."""
import math
import re
import sys
import unittest

try:
    import h5py
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from analyzing import Analyzing

BOARDS = """
[model]
name = "majority"
[lattice]
size = [8, 8]
[schedule]
kind = "quench"
times = [1, 2]
"""


class AnalyzeFiles(Analyzing):
    def test_files_of_earlier_versions(self):
        self.run_small("a", "--set", "schedule.sweeps=2000")
        self.analyzed("a.h5", "--points", 11)
        before = (self.folder / "a.analysis.tsv").read_text()
        with h5py.File(self.folder / "a.h5", "r+") as file:
            for name in ("order_parameter", "susceptibility", "disordered"):
                del file["results"].attrs[name]
            del file["hamiltonian"]
        self.analyzed("a.h5", "--points", 11)
        self.assertEqual((self.folder / "a.analysis.tsv").read_text(), before)
        self.refused(2, "does not say how its energy depends on H", arguments=("analyze", "a.h5", "--along", "H"))

    def test_sizes_that_do_not_cross(self):
        """Each pair says why; and where one does not cross, T_c says so, too."""
        def crossings(name, *arguments):
            self.run_small(name, "--set", "scan.lattice.size=[[4, 4], [6, 6], [8, 8]]", *arguments)
            return self.analyzed(f"{name}.h5", "--points", 21).split("crossings of the Binder ratio")[1]

        above = crossings("above", "--set", "schedule.T=[4.0, 3.5]", "--set", "schedule.sweeps=4000")
        self.assertEqual(above.count("disordered from T = 3.5 to 4: the curves meet beyond, if at all; run at lower values"), 2)
        self.assertIn("T_c = - (not all pairs of sizes cross)", above)
        below = crossings("below", "--set", "schedule.T=[1.8, 1.7]", "--set", "schedule.sweeps=4000")
        self.assertIn("ordered from T = 1.7 to 1.8: the curves meet beyond; run at higher values", below)
        noisy = crossings("noisy", "--set", "schedule.T=[2.6, 2.1]", "--set", "schedule.sweeps=600")
        self.assertIn("the curves meet, but on one side differ by less than their errors, from T = 2.1 to 2.6; run longer", noisy)
        self.assertNotIn("disordered", noisy)

    def test_all_files_of_a_folder(self):
        (self.folder / "kept.stop").write_text("")
        self.assertEqual(self.neel("run", "small.toml", "--name", "kept").returncode, 75)
        (self.folder / "kept.h5").unlink(missing_ok=True)
        self.run_small("scan", "--set", "scan.lattice.size=[[4, 4], [8, 8]]", "--set", "schedule.sweeps=2000")
        self.analyzed("scan_size8x8.h5", "--points", 21)
        before = sorted(path.name for path in self.folder.glob("*.h5"))
        self.assertEqual(before, ["kept.chk.h5", "scan.h5", "scan_size4x4.h5", "scan_size8x8.analysis.h5",
                                  "scan_size8x8.h5"])
        said = self.analyzed(*before, "--points", 21)
        for line in ("passed over kept.chk.h5: a checkpoint", "passed over scan_size8x8.analysis.h5: an earlier analysis",
                     "passed over scan.h5: the grid of a scan, of whose 2 runs 2 are given"):
            self.assertEqual(said.splitlines().count(line), 1, said)
        self.assertIn("wrote scan_size4x4.analysis.h5", said)  # the first run's
        with h5py.File(self.folder / "scan_size4x4.analysis.h5") as file:
            self.assertEqual(sorted(file["runs"]), ["scan_size4x4", "scan_size8x8"])
        self.assertIn("wrote scan.analysis.h5", self.analyzed("scan.h5", "--points", 21))
        self.refused(2, "found none", "kept.chk.h5 is a checkpoint", "scan_size8x8.analysis.h5 is an earlier analysis",
                     arguments=("analyze", "kept.chk.h5", "scan_size8x8.analysis.h5"))
        (self.folder / "damaged.chk.h5").write_bytes((self.folder / "kept.chk.h5").read_bytes()[:3000])
        self.refused(3, "damaged.chk.h5", arguments=("analyze", "scan_size8x8.h5", "damaged.chk.h5"))

    def test_seeds_are_pooled(self):
        """Of files and of a scan; a run and itself are not. Blocks of the jackknife are thirds of a chain: equal, so that means are exact."""
        for seed in (1, 2):
            self.run_small(f"seed{seed}", "--set", "schedule.sweeps=2400", "--set", f"algorithm.seed={seed}")
        self.run_small("both", "--set", "schedule.sweeps=2400", "--set", "scan.algorithm.seed=[1, 2]")
        self.assertIn("16 systems", self.analyzed("seed1.h5", "seed2.h5", "--name", "pooled", "--points", 11))
        self.analyzed("both.h5", "--points", 11)
        with h5py.File(self.folder / "pooled.analysis.h5") as a, h5py.File(self.folder / "both.analysis.h5") as b:
            pooled, scan = a["runs/seed1"], b["runs/both"]
            for name in ("energy", "energy_err", "binder_ratio", "susceptibility_peak_T"):
                self.assertEqual(pooled[name][()].tolist(), scan[name][()].tolist(), name)
            coldest = int(pooled["T_run"][()].argmin())
            found = pooled["energy_measured"][..., coldest].item()
        runs = [h5py.File(self.folder / f"seed{seed}.h5")["results/energy"][-1] for seed in (1, 2)]
        self.assertAlmostEqual(found, sum(runs) / 2, 12)
        self.assertNotEqual(*runs)
        (self.folder / "again.h5").write_bytes((self.folder / "seed1.h5").read_bytes())
        self.refused(2, "in the same states, and of one seed; give one of them", arguments=("analyze", "seed1.h5", "again.h5"))
        self.refused(2, "of one seed", arguments=("analyze", "both.h5", "again.h5"))

    def test_what_may_be_written_over(self):
        self.run_small("a", "--set", "schedule.sweeps=2000")
        for ending in (".h5", ".tsv"):
            (self.folder / f"a{ending}").replace(self.folder / f"a.analysis{ending}")
        before = (self.folder / "a.analysis.h5").read_bytes()
        self.refused(2, "a.analysis.h5 is a run of this analysis", arguments=("analyze", "a.analysis.h5", "--name", "a"))
        self.assertEqual((self.folder / "a.analysis.h5").read_bytes(), before)
        (self.folder / "b.analysis.tsv").write_text("mine\n")
        self.refused(2, "b.analysis.tsv is there", arguments=("analyze", "a.analysis.h5", "--name", "b"))
        self.assertEqual((self.folder / "b.analysis.tsv").read_text(), "mine\n")
        (self.folder / "a.analysis.h5").rename(self.folder / "b.analysis.h5")
        (self.folder / "b.analysis.tsv").unlink()
        (self.folder / "a.h5").write_bytes(before)
        self.refused(2, "b.analysis.h5 is there", arguments=("analyze", "a.h5", "--name", "b"))
        self.assertEqual((self.folder / "b.analysis.h5").read_bytes(), before)
        for _ in range(2):  # over itself
            self.analyzed("a.h5", "--name", "c", "--points", 11, "--out", "new/folder")

    def test_the_table_comes_first(self):
        self.run_small("a", "--set", "schedule.sweeps=2000")
        (self.folder / "a.analysis.tsv.part").mkdir()
        self.refused(3, "a.analysis.tsv", arguments=("analyze", "a.h5", "--points", 11))
        self.assertFalse((self.folder / "a.analysis.h5").exists())

    def test_damage_is_found(self):
        self.run_small("a", "--set", "schedule.sweeps=2000")

        def spoilt(place, index, value):
            with h5py.File(self.folder / "a.h5", "r+") as file:
                before = file[place][index]
                file[place][index] = value
            self.refused(3, "damaged at", place, arguments=("analyze", "a.h5", "--points", 11))
            with h5py.File(self.folder / "a.h5", "r+") as file:
                file[place][index] = before

        spoilt("samples/measurements", (2, 7), -2**63 + 1)
        spoilt("samples/measurements", (2, 7), 2**40)
        spoilt("samples/energy", (2, 0, 7), math.nan)
        spoilt("samples/energy", (2, 0, 7), 1.5)
        spoilt("samples/magnetisation_magnitude", (2, 0, 7), 1e300)
        spoilt("results/T", 2, 1e-309)
        self.analyzed("a.h5", "--points", 11)

    def test_temperatures_in_kelvin(self):
        """Where energies are in meV; files stay in their unit."""
        runs = ("--set", "schedule.sweeps=2000", "--set", "model.units=meV")
        for size in (4, 8):
            self.run_small(f"s{size}", "--set", f"lattice.size=[{size}, {size}]", *runs)
        said = self.analyzed("s4.h5", "s8.h5", "--name", "a", "--points", 21, "--from", "25 K", "--to", 2.9)
        kelvin = 11.604518121550082
        self.assertIn(f"from 25 to {2.9 * kelvin:.6g} K", said)
        table = (self.folder / "a.analysis.tsv").read_text()
        cells = re.search(r"^# crossing\t\S+\t\S+\t(\S+)\t", table, re.MULTILINE)
        value, unit = re.search(r"L = 4 +8 +T = ([0-9.]+)\([0-9]+\) (\S+)", said).groups()
        self.assertEqual(unit, "K")
        self.assertAlmostEqual(float(value), float(cells[1]) * kelvin, delta=0.5)
        with h5py.File(self.folder / "a.analysis.h5") as file:
            self.assertEqual(file["runs/s8/T"].attrs["units"], b"meV")

    def test_bounds_in_kelvin_of_reduced_units(self):
        """Where the input says what one unit is."""
        self.run_small("a", "--set", "schedule.sweeps=2000", "--set", 'model.unit="100 K"')
        self.assertIn("from 2.1 to 2.9\n", self.analyzed("a.h5", "--points", 21, "--from", "210 K", "--to", 2.9))
        self.assertIn("T from 3 J (300 K) to 1.9 J (190 K)", self.neel("info", "a.h5").stdout)
        self.run_small("b", "--set", "schedule.sweeps=2000")
        self.refused(2, "--from", "set [model] unit", arguments=("analyze", "b.h5", "--from", "210 K"))

    def test_same_twice(self):
        self.run_small("eight", "--set", "schedule.T=[2.6, 2.3]")
        self.analyzed("eight.h5", "--name", "a", "--points", 21)
        self.analyzed("eight.h5", "--name", "b", "--points", 21, "--threads", 1)
        self.assertEqual((self.folder / "a.analysis.tsv").read_text(), (self.folder / "b.analysis.tsv").read_text())

    def test_refusals(self):
        self.run_small("means", "--set", "measure.bins=32", "--set", "schedule.sweeps=2000")
        self.refused(2, "single measurements", "measure.bins = 50", arguments=("analyze", "means.h5"))
        self.refused(3, "no such file", arguments=("analyze", "nowhere.h5"))
        self.refused(3, "not an HDF5 file", arguments=("analyze", "small.toml"))
        self.run_small("a", "--set", "schedule.T=2.5", "--set", "schedule.sweeps=2000")
        self.run_small("b", "--set", "schedule.T=2.5", "--set", "schedule.sweeps=2000", "--set", "couplings.J=2",
                       "--set", "lattice.size=[4, 4]")
        self.refused(2, "couplings.J", arguments=("analyze", "a.h5", "b.h5"))
        self.refused(2, "one size", arguments=("analyze", "a.h5", "a.h5"))
        self.refused(2, "say nothing", arguments=("analyze", "a.h5", "--from", 50, "--to", 60))
        self.refused(2, "--to: expected a temperature", arguments=("analyze", "a.h5", "--to", "inf"))
        self.refused(2, "expected temperatures", arguments=("analyze", "a.h5", "--to", "1"))
        self.refused(2, "--points", arguments=("analyze", "a.h5", "--points", 1))
        self.refused(2, "one value of H", arguments=("analyze", "a.h5", "--along", "H"))
        self.refused(2, "it has no g; its states are told by T, H", arguments=("analyze", "a.h5", "--along", "g"))
        self.run_small("loop", "--set", "schedule.T=1", "--set", "schedule.field=[1, 0, -0.1, -1, -0.1, 0, 1]", "--set",
                       "schedule.start=up", "--set", "schedule.thermalize=20", "--set", "schedule.sweeps=400",
                       "--set", "measure.bins=10", "--set", "lattice.size=[32, 32]")
        self.refused(2, "not in equilibrium", "hysteresis", arguments=("analyze", "loop.h5"))
        self.run_small("signs", "--set", "scan.couplings.J=[-1, 1]", "--set", "schedule.T=2.5", "--set",
                       "schedule.sweeps=2000")
        self.refused(2, "staggered_magnitude at some values of J and magnetisation_magnitude at others",
                     arguments=("analyze", "signs.h5"))
        (self.folder / "small.toml").write_text(BOARDS)
        self.run_small("board")
        self.refused(2, "its model, majority, has no order parameter", arguments=("analyze", "board.h5"))


if __name__ == "__main__":
    unittest.main()
