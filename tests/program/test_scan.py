# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Scans of any key as runs of their own on one grid, and loops of the field."""
import signal
import subprocess
import sys
import unittest

try:
    import h5netcdf  # noqa: F401 (what xarray opens the files with)
    import h5py
    import numpy
    import xarray
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from harness import SOURCE, Case

ISING = """
[model]
name = "ising"
[lattice]
size = [4, 4]
[schedule]
T = [3.0, 2.0]
thermalize = 50
sweeps = 200
measure_every = 2
[algorithm]
update = "heatbath"
systems = 4
seed = 5
"""

LOOP = """
[model]
name = "ising"
[lattice]
size = [16, 16]
[schedule]
T = 1.0
field = [3.0, 0.5, -0.5, -3.0, -0.5, 0.5, 3.0]
start = "up"
thermalize = 20
sweeps = 4
measure_every = 2
[algorithm]
update = "metropolis"
systems = 4
"""

SHORT = "[schedule]\nT = 2.0\nthermalize = 4\nsweeps = 8\nmeasure_every = 2\n"
SPINS = '[model]\nname = "ising"\nunit = "100 K"\n[lattice]\nsize = [4, 4]\n[couplings]\nJ = "140 K"\n' + SHORT
IONS = ('[model]\nname = "heisenberg"\nunit = "100 K"\n[lattice]\nsize = [4, 4]\n[material]\nions = ["A", "B", "C"]\nexchange = {A-A = 1, B-B = 1, C-C = 1, A-B = 1, '
        'A-C = 1, B-C = 2}\nfractions = {B = 0.25, C = 0.1}\nmoment_unit = "5 mu_B"\n' + SHORT)
CUBE = '[model]\nname = "ising"\n[lattice]\nkind = "cubic"\nsize = [4, 4, 4]\n' + SHORT
BASIS = ('[model]\nname = "heisenberg"\n[lattice]\nsize = [3, 3, 3]\ncell = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]\n[[lattice.basis]]\nname = "P"\n'
         'position = [0, 0, 0]\nion = "A"\n[[lattice.basis]]\nname = "Q"\nposition = [0.5, 0.5, 0.5]\n[material]\nions = ["A", "B"]\n'
         'moment = {A = 1, B = 0.5}\n[[couplings.bonds]]\nshell = 1\nJ = 1\n' + SHORT)
FIELDS = '[model]\nname = "phi4"\n[lattice]\nsize = [8, 8]\n[couplings]\nmass_squared = -1\ng = 1\n' + SHORT
BITS = '[model]\nname = "edwards-anderson"\n[lattice]\nsize = [4, 4, 64]\n' + SHORT
BOARD = '[model]\nname = "majority"\n[lattice]\nsize = [64, 64]\n[schedule]\nkind = "quench"\ntimes = [1, 2, 8]\n'
# Keys that other keys depend on: what runs make of these differs.
DEPENDED_ON = [
    (SPINS, "lattice.size=[[4, 4, 1], [4, 4, 4]]"), (SPINS, 'lattice.boundary=["open", ["open", "periodic"]]'),
    (SPINS, 'model.unit=["100 K", "200 K"]'), (SPINS, "schedule.sweeps=[8, 1000]"), (IONS, "material.fractions.C=[0.25, 0.5]"),
    (IONS.replace("A-B = 1, ", ""), "material.exchange.B-A=[1.0, 0.5]"), (IONS + 'field = "3 T"\n', 'material.moment_unit=["5 mu_B", "2 mu_B"]'),
    (CUBE + "[[couplings.bonds]]\nshell = 1\nJ = 0.1\n", 'couplings.disorder=["pm", "none"]'),
    (CUBE, "couplings.bonds=[[{shell = 1, J = 0.1}], [{shell = 1, J = 0.25}, {shell = 2, J = 0.5}]]", "scan.couplings.bonds.1.1.J=0.75"),
    (BASIS, 'lattice.basis.2.ion=["A", "B"]'), (FIELDS, "lattice.size=[[4, 4], [8, 8, 8]]"), (FIELDS, 'sweep.kind=["tiles", "colours"]'),
    (FIELDS + '[sweep]\nkind = "tiles"\n', "lattice.size=[[8, 8, 8], [16, 16, 16]]"), (BITS, 'coding.kind=["asynchronous", "synchronous"]'),
    (BITS + "[coding]\nwords = 1\n", 'coding.kind=["synchronous", "asynchronous"]'), (BITS + "[coding]\nstreams = 64\n", 'coding.generator=["philox", "xorwow"]'),
    (BOARD, 'sweep.strategy=["sites", "rows"]')]

SIZES = ("--set", "scan.lattice.size=[[4, 4], [8, 8]]")
SEEDS = ("--set", "scan.algorithm.seed={from = 1, to = 3, points = 3}")


class Scan(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "small.toml").write_text(ISING)

    def open(self, name, group="results"):
        with xarray.open_dataset(self.folder / f"{name}.h5", group=group, engine="h5netcdf") as data:
            return data.load()

    def rows(self, name):
        lines = [line.split("\t") for line in (self.folder / f"{name}.tsv").read_text().splitlines() if line[0] != "#"]
        return [dict(zip(lines[0], line)) for line in lines[1:]]

    def test_a_grid_holds_its_runs(self):
        (self.folder / "small.toml").write_text(ISING + "[scan]\nlattice.size = [[4, 4], [8, 8], [6, 4]]\n"
                                                        "algorithm.seed = [7, 2]\n")
        self.run_small("g")
        grid = self.open("g")
        self.assertEqual(dict(grid.sizes), {"size": 3, "seed": 2, "T": 2})
        numpy.testing.assert_array_equal(grid["size"], [4, 8, 6])
        numpy.testing.assert_array_equal(grid["seed"], [7, 2])
        for k, size in enumerate(("4x4", "8x8", "6x4")):
            for seed in (7, 2):
                run = self.open(f"g_size{size}_seed{seed}")
                own = grid.isel(size=k).sel(seed=seed)
                self.assertEqual(set(run.data_vars), set(own.data_vars))
                for name in run.data_vars:
                    numpy.testing.assert_array_equal(run[name], own[name], name)
                    self.assertEqual(run[name].attrs, own[name].attrs)
        samples = self.open("g", "samples")
        self.assertEqual(samples["energy"].dims, ("size", "seed", "T", "chain", "draw"))
        rows = self.rows("g")
        self.assertEqual(len(rows), 12)
        self.assertEqual([float(r["size"]) for r in rows], [4] * 4 + [8] * 4 + [6] * 4)
        numpy.testing.assert_allclose([float(r["energy"]) for r in rows], grid["energy"].values.ravel(), rtol=1e-9)
        # A run of the scan is the run of its own input.
        self.run_small("alone", "--set", "lattice.size=[8, 8]", "--set", "algorithm.seed=2")
        alone = self.neel("run", "small.toml", "--name", "x", "--dry-run")
        self.assertIn("6 runs", alone.stdout)

    def test_one_run_of_a_scan_alone(self):
        self.run_small("g", *SIZES, *SEEDS)
        self.run_small("alone", "--set", "lattice.size=[8, 8]", "--set", "algorithm.seed=2")
        self.same("alone", "g_seed2_size8x8")

    def test_runs_have_random_numbers_of_their_own(self):
        self.run_small("g", "--set", "scan.schedule.T=[2.5, 2.5000001]", "--set", "schedule.T=1.0")
        grid = self.open("g")
        self.assertEqual(grid["energy"].dims, ("T",))  # T is scanned, and no axis twice
        numpy.testing.assert_array_equal(grid["T"], [2.5, 2.5000001])
        self.assertNotEqual(float(grid["energy"][0]), float(grid["energy"][1]))
        self.assertIn("seed = 6", (self.folder / "g_T2.5000001.resolved.toml").read_text())

    def test_the_same_after_stops_and_not_done_twice(self):
        more = (*SIZES, *SEEDS, "--set", 'output.checkpoint="1 point"')
        self.run_small("whole", *more)
        self.run_in_parts("parts", 3, *more)
        self.same("whole", "parts")
        again = self.run_small("whole", *more)
        self.assertIn("already holds", again.stdout)
        self.run_small("resolved", *more)
        rerun = self.neel("run", "resolved.resolved.toml", "--name", "rerun", "--quiet")
        self.assertEqual(rerun.returncode, 0, rerun.stderr)
        self.same("resolved", "rerun")
        self.run_small("whole", *more, "--restart")
        self.same("whole", "parts")

    def test_resolved_scans_repeat_what_depends_on_scanned_keys(self):
        for number, (text, scanned, *changes) in enumerate(DEPENDED_ON):
            with self.subTest(scanned):
                (self.folder / "small.toml").write_text(text)
                one, again = f"{number}a", f"{number}b"
                self.run_small(one, *(part for key in (f"scan.{scanned}", *changes) for part in ("--set", key)))
                rerun = self.neel("run", f"{one}.resolved.toml", "--name", again, "--quiet")
                self.assertEqual(rerun.returncode, 0, rerun.stderr)
                self.same(one, again)
                resolved = sorted(path.name.removeprefix(one) for path in self.folder.glob(f"{one}*.resolved.toml"))
                self.assertEqual(len(resolved), 3)
                for name in resolved:
                    self.assertEqual(*((self.folder / f"{run}{name}").read_text() for run in (one, again)))

    def test_values_are_appended_where_runs_make_different_things_of_a_key(self):
        """With one cube all axes are periodic; with a film beside it, the input does not say for both."""
        (self.folder / "small.toml").write_text(SPINS)
        sizes = ("--set", "scan.lattice.size=[[4, 4, 4]]"), ("--set", "scan.lattice.size=[[4, 4, 4], [4, 4, 1]]")
        self.run_small("a", *sizes[0])
        self.run_small("a", *sizes[1])
        self.run_small("b", *sizes[1])
        self.same("a", "b")
        self.assertIn("already holds", self.run_small("a", *sizes[1]).stdout)
        self.refused(2, "lattice.boundary", arguments=("run", "small.toml", "--name", "a", *sizes[1], "--set",
                                                       'lattice.boundary=["periodic", "open", "periodic"]'))
        (self.folder / "small.toml").write_text(IONS)
        for key, values in (("material.fractions.C", (0.25, 0.5)), ("material.moment.A", (1.5, 2.0)), ("schedule.sweeps", (8, 1000))):
            one, two = ("--set", f"scan.{key}=[{values[0]}]"), ("--set", f"scan.{key}={list(values)}")
            self.run_small(f"{key}1", *one)
            self.run_small(f"{key}1", *two)
            self.run_small(f"{key}2", *two)
            self.same(f"{key}1", f"{key}2")
            (self.folder / f"{key}3.stop").write_text("")  # values may go, too, until all are done
            self.assertEqual(self.neel("run", "small.toml", "--name", f"{key}3", *two).returncode, 75)
            self.run_small(f"{key}3", *one)

    def test_a_scan_is_not_done_when_its_files_have_changed(self):
        for name, coupling in (("b", 1), ("c", 2)):
            (self.folder / f"{name}.txt").write_text(f"0 1 1\n1 2 {coupling}\n")
        (self.folder / "small.toml").write_text('[model]\nname = "ising"\n[lattice]\nkind = "graph"\nsize = [3]\n' + SHORT)
        arguments = ("--set", 'scan.couplings.file=["b.txt", "c.txt"]')
        self.run_small("a", *arguments)
        self.assertIn("already holds", self.run_small("a", *arguments).stdout)
        (self.folder / "c.txt").write_text("0 1 1\n1 2 3\n")
        self.refused(2, "couplings.file_print", arguments=("run", "small.toml", "--name", "a", *arguments))

    def test_words_are_counted(self):
        self.run_small("g", "--set", 'scan.algorithm.update=["metropolis", ["heatbath", "metropolis:2"]]')
        grid = self.open("g")
        numpy.testing.assert_array_equal(grid["update"], [0, 1])
        self.assertIn("metropolis:2", grid["update"].long_name)

    def test_axes_of_different_length_and_values(self):
        (self.folder / "small.toml").write_text("""
[model]
name = "edwards-anderson"
[coding]
words = 1
replicas = 2
[lattice]
size = [8, 8, 8]
[schedule]
kind = "quench"
T = 1.0
times = [1, 2]
""")
        self.run_small("r", "--set", "scan.lattice.size=[[8, 8, 8], [16, 16, 16]]")
        grid = self.open("r")
        self.assertEqual(grid.sizes["r"], 8)
        c4 = grid["overlap_correlation"].sel(size=8)
        self.assertTrue(numpy.isfinite(c4.isel(r=slice(0, 4))).all())
        self.assertTrue(numpy.isnan(c4.isel(r=slice(4, None))).all())
        rows = self.rows("r")
        self.assertEqual(rows[0]["overlap_correlation_8"], "nan")
        self.assertNotEqual(rows[-1]["overlap_correlation_8"], "nan")
        (self.folder / "small.toml").write_text(ISING)
        self.run_small("t", "--set", "scan.lattice.size=[[4, 4], [8, 8]]", "--set", "schedule.T=[3.0, 2.5, 2.0]", "--set",
                       "schedule.kind=temper", "--set", "pt.tune=true", "--set", "schedule.thermalize=500")
        grid = self.open("t")
        self.assertEqual(grid["T"].dims, ("size", "T_number"))
        self.assertEqual(grid["energy"].dims, ("size", "T_number"))
        self.assertNotEqual(float(grid["T"][0, 1]), float(grid["T"][1, 1]))

    def test_field_loop(self):
        (self.folder / "small.toml").write_text(LOOP)
        self.run_small("loop")
        loop = self.open("loop")
        self.assertEqual(loop["energy"].dims, ("H",))
        numpy.testing.assert_array_equal(loop["H"], [3.0, 0.5, -0.5, -3.0, -0.5, 0.5, 3.0])
        numpy.testing.assert_array_equal(loop["T"], [1.0] * 7)
        m = loop["magnetisation"].values
        self.assertGreater(m[2], 0.9)  # it remembers where it came from
        self.assertLess(m[3], -0.9)
        self.assertLess(m[5], -0.9)
        self.assertGreater(m[6], 0.9)
        self.assertEqual([float(r["H"]) for r in self.rows("loop")], list(loop["H"].values))
        self.run_in_parts("parts", 2)
        self.same("loop", "parts")
        self.run_small("loops", "--set", "scan.schedule.T=[1.0, 5.0]")
        grid = self.open("loops")
        self.assertEqual(grid["magnetisation"].dims, ("T", "H"))
        numpy.testing.assert_array_equal(grid["magnetisation"].isel(T=0), m)  # the first run has the seed of the input
        self.assertLess(abs(float(grid["magnetisation"].isel(T=1)[2])), 0.9)  # no memory
        for name in ("loop", "loops"):
            subprocess.run([sys.executable, SOURCE / "scripts" / "plot.py", self.folder / f"{name}.h5"], check=True,
                           capture_output=True)
            self.assertEqual((self.folder / f"{name}.png").read_bytes()[:4], b"\x89PNG")

    def test_names_that_are_taken(self):
        self.run_small("g", "--set", "scan.measure.target_error.energy=[0.5, 0.9]")
        grid = self.open("g")
        self.assertEqual(grid["energy"].dims, ("measure_target_error_energy", "T"))
        numpy.testing.assert_array_equal(grid["measure_target_error_energy"], [0.5, 0.9])
        self.assertEqual([r["measure_target_error_energy"] for r in self.rows("g")], ["0.5", "0.5", "0.9", "0.9"])

    def test_ranges_of_whole_numbers(self):
        shown = self.neel("run", "small.toml", "--dry-run", "--set", "scan.algorithm.seed={from=1,to=20,points=20}")
        self.assertEqual(shown.returncode, 0, shown.stderr)
        for seed in range(1, 21):
            self.assertIn(f"seed = {seed}: ", shown.stdout)

    def test_begun_anew_once(self):
        self.run_small("g", *SEEDS)
        more = (*SEEDS, "--set", "schedule.thermalize=100000")
        self.refused(2, "different input", arguments=("run", "small.toml", "--name", "g", *more))
        run = self.started("--name", "g", *more, "--force")
        run.send_signal(signal.SIGTERM)
        run.communicate()
        self.assertEqual(run.returncode, 75)
        self.assertFalse((self.folder / "g_seed3.h5").exists())  # of all runs, not of the first alone
        self.run_small("g", *more)
        self.run_small("h", *more)
        self.same("g", "h")

    def test_pictures_are_kept(self):
        (self.folder / "small.toml").write_text("""
[model]
name = "majority"
[lattice]
size = [8, 8]
[cells]
picture = "pic.pbm"
[schedule]
kind = "quench"
times = [1]
[sweep]
steps = 1
""")
        (self.folder / "pic.pbm").write_text("P1\n8 8\n" + "10101100\n" * 8)
        self.refused(2, "pic.pbm", arguments=("run", "small.toml", "--name", "pic", "--force", *SEEDS))
        self.assertTrue((self.folder / "pic.pbm").exists())

    def test_refusals(self):
        self.refused(2, "foo", arguments=("run", "small.toml", "--set", "scan.algorithm.seed={from=1,to=3,points=3,foo=3}"))
        self.refused(2, "cannot be scanned", arguments=("run", "small.toml", "--set", "scan.scan.x=[1, 2]"))
        self.refused(2, "table of keys", arguments=("run", "small.toml", "--set", "scan=[1, 2]"))
        self.refused(2, "units of energy", arguments=("run", "small.toml", "--set", 'scan.model.units=["K", "meV"]'))
        self.refused(2, "changes its unit", arguments=("run", "small.toml", "--set", 'scan.model.unit=["10 K", "20 K"]', "--set",
                                                       'scan.schedule.T=["20 K"]'))
        self.refused(2, "scan.lattice.size", "list", arguments=("run", "small.toml", "--set", "scan.lattice.size=8"))
        self.refused(2, "schedule.tee", "unknown", arguments=("run", "small.toml", "--set", "scan.schedule.tee=[1, 2]"))
        self.refused(2, "9", "even", arguments=("run", "small.toml", "--set", "scan.lattice.size=[[4, 4], [9, 9]]"))
        self.refused(2, "twice", arguments=("run", "small.toml", "--set", "scan.algorithm.seed=[1, 1]"))
        self.refused(2, "one value", arguments=("run", "small.toml", "--set", "scan.schedule.T=[[1, 2], [3, 4]]"))
        self.refused(2, "10000", arguments=("run", "small.toml", "--set", "scan.algorithm.seed={from=1,to=200,points=200}",
                                            "--set", "scan.schedule.T={from=1,to=200,points=200}"))
        self.assertFalse(list(self.folder.glob("*.h5")))
        self.run_small("g", *SIZES)
        self.refused(2, "scan.lattice.size", arguments=("run", "small.toml", "--name", "g", "--set",
                                                         "scan.lattice.size=[[4, 4], [6, 6]]"))
        shown = self.neel("info", "g.h5")
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertIn("complete", shown.stdout)


if __name__ == "__main__":
    unittest.main()
