# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The majority automaton as a run: known results, every strategy, threads, stops, bad input."""
import subprocess
import sys
import unittest

try:
    import h5py
    import numpy
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from harness import SOURCE, Case, seal, unless_short

BOARDS = """
[model]
name = "majority"
[lattice]
size = [75, 50]
[schedule]
kind = "quench"
times = [1, 2, 3, 7, 20, 21, 100]
[algorithm]
systems = 3
"""


class Majority(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "small.toml").write_text(BOARDS)

    def results(self, name):
        with h5py.File(self.folder / f"{name}.h5") as file:
            return {key: value[()] for key, value in file["results"].items()}

    def hash(self, result):
        return next(line for line in result.stdout.splitlines() if line.startswith("final configuration"))

    def test_boards_end_in_cycles(self):
        self.run_small("a")
        with h5py.File(self.folder / "a.h5") as file:
            samples = {key: value[()] for key, value in file["samples"].items()}
        walls = samples["wall_density"].reshape(7, 3)
        self.assertTrue((numpy.diff(walls[:4], axis=0) < 0).all())  # they straighten out
        numpy.testing.assert_array_equal(numpy.rint(walls[-1] * 2 * 75 * 50) % 2, 0)  # around the torus
        period, blinking = samples["period"].reshape(7, 3)[-1], samples["blinking"].reshape(7, 3)[-1]
        self.assertTrue(((period == 2) | (period == 1)).all(), period)
        numpy.testing.assert_array_equal(period == 1, blinking == 0)

    def test_strategies_agree(self):
        first = self.run_small("a")
        expected = self.results("a")
        block, graph = ("--set", "sweep.block=8"), ("--set", "sweep.graph=4")
        ways = [("bits", "sites", 1, *block), ("bytes", "sites", 1, *block, *graph), ("bits", "tiles", 2, *graph),
                ("bits", "rows", 1), ("bits", "rows", 4), ("bits", "sites", 1), ("bits", "tiles", 5), ("bytes", "sites", 1),
                ("bytes", "tiles", 8)]
        if "backend: CUDA" not in self.neel("info").stdout:
            ways += [("bits", "sequential", 1), ("bytes", "sequential", 1)]
        for k, (kept, strategy, steps, *more) in enumerate(ways):
            result = self.run_small(f"b{k}", "--set", f'cells.kept_as="{kept}"', "--set", f'sweep.strategy="{strategy}"',
                                    "--set", f"sweep.steps={steps}", *more)
            self.assertEqual(self.hash(result), self.hash(first))
            for key, value in self.results(f"b{k}").items():
                numpy.testing.assert_array_equal(value, expected[key], key)

    def test_known_run(self):
        self.assertIn("hash b320b24bbefb4e49", self.run_small(
            "a", "--set", "lattice.size=[1024,1024]", "--set", "algorithm.systems=16", "--set",
            "schedule.times=[1,40]").stdout)

    def test_the_same_after_stops(self):
        self.run_small("start", "--set", "algorithm.systems=1", "--set", "schedule.times=[3]")
        every = ("--set", 'output.checkpoint="1 point"')
        graph = ("--set", 'sweep.strategy="sites"', "--set", "sweep.steps=1", "--set", "sweep.graph=4")
        picture = ("--set", "algorithm.systems=1", "--set", "cells.picture=start.pbm")
        for k, more in enumerate((every, every + graph, every + picture)):
            with self.subTest(more):
                self.run_small(f"whole{k}", *more, "--threads", 1)
                self.run_in_parts(f"parts{k}", 4, *more)
                self.same(f"whole{k}", f"parts{k}")

    @unless_short
    def test_cycles_are_reported_and_change_nothing(self):
        self.run_small("a")
        result = self.run_small("b", "--set", "sweep.stop_at_cycle=true", "--set", "schedule.times=[1,2,3,7,20,21,100,1000000000]")
        expected, found = self.results("a"), self.results("b")
        for key in ("magnetisation", "wall_density", "period", "blinking"):
            numpy.testing.assert_array_equal(found[key][:7], expected[key], key)
        with h5py.File(self.folder / "b.h5") as file:
            step, period = file["final/cycle_step"][()], file["final/cycle_period"][()]
        self.assertAlmostEqual(period.mean(), found["period"][-1], 12)
        self.assertTrue(((step > 0) & (step < 100)).all(), step)
        self.assertIn(f"cycles: from step {step.max()} on all boards repeat themselves", result.stdout)
        self.assertIn("strategy sites, 1 step per pass", result.stdout)  # the one that is used
        self.assertIn('strategy = "sites"\nsteps = 1\n', (self.folder / "b.resolved.toml").read_text())
        self.assertIn("3 of 3 boards do not repeat themselves yet", self.run_small(
            "c", "--set", "sweep.stop_at_cycle=true", "--set", "schedule.times=[3]").stdout)
        more = ("--set", 'output.checkpoint="1 point"', "--set", "sweep.stop_at_cycle=true")
        self.run_small("whole", *more)
        self.run_in_parts("parts", 4, *more)
        self.same("whole", "parts")

    def final(self, name):
        with h5py.File(self.folder / f"{name}.h5") as file:
            return {key: value[()].tolist() for key, value in file["final"].items()}

    def test_pictures(self):
        """The final board as VTKHDF and PBM; a run that starts from either goes on from there."""
        one = ("--set", "algorithm.systems=1")
        self.run_small("a", *one, "--set", "schedule.times=[3]")
        with h5py.File(self.folder / "a.vtkhdf") as file:
            cells = file["VTKHDF/PointData/cell"][()]
        header, size, bits = (self.folder / "a.pbm").read_bytes().split(b"\n", 2)
        self.assertEqual((header, size), (b"P4", b"75 50"))
        rows = numpy.unpackbits(numpy.frombuffer(bits, numpy.uint8).reshape(50, 10), axis=1)
        numpy.testing.assert_array_equal(rows[:, :75], cells)
        with h5py.File(self.folder / "own.h5", "w") as file:
            file["cells"] = cells
        (self.folder / "plain.pbm").write_text(
            "P1 # a comment\n75\n# another\n 50\n" + "\n".join(" ".join(map(str, row)) for row in cells) + "\n")
        whole = self.run_small("whole", *one, "--set", "schedule.times=[10]")
        for k, picture in enumerate(("a.vtkhdf", "a.pbm", "own.h5", "plain.pbm")):
            result = self.run_small(f"b{k}", *one, "--set", f"cells.picture={picture}", "--set", "schedule.times=[7]")
            self.assertEqual(self.hash(result), self.hash(whole))
        with h5py.File(self.folder / "whole.vtkhdf") as file:
            self.assert_clusters(file["VTKHDF/PointData/cell"][()], self.final("whole"))
        # The resolved input repeats the run, and notices a change of the picture.
        (self.folder / "again.toml").write_text((self.folder / "b1.resolved.toml").read_text())
        again = self.neel("run", "again.toml", "--progress", "none")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual(self.hash(again), self.hash(whole))
        cells[0, 0] ^= 1
        with h5py.File(self.folder / "own.h5", "w") as file:
            file["cells"] = numpy.array([cells, cells])
        (self.folder / "a.pbm").write_text("P1 75 50 " + " ".join(map(str, cells.flat)))
        self.refused(2, "cells.picture_print", arguments=("run", "again.toml", "--restart"))
        self.refused(2, "2 boards of 75 x 50 cells", "1 board of", arguments=(
            "run", "small.toml", *one, "--set", "cells.picture=own.h5"))
        cells[0, 0] = 2
        with h5py.File(self.folder / "own.h5", "w") as file:
            file["cells"] = cells
        for name, text, complaint in (("own.h5", None, "neither 0 nor 1"), ("no.pbm", None, "No such file"),
                                      ("c.pbm", "P2 75 50", "not a portable bit map"), ("c.pbm", "P1 75", "ends too early"),
                                      ("c.pbm", "P1 0 50 1", "from 1 to 1000000"), ("c.pbm", "", "not a portable bit map"),
                                      ("c.pbm", "P1 3 1 1 2 0", "found 2"), ("c.pbm", "P4 99999999 9 ", "1000000"),
                                      ("c.pbm", "P 4 8 1 x", "not a portable bit map"), ("c.pbm", "P14 8 1 x", "not a portable"),
                                      ("c.pbm", "P4\r\n16 16\r\n" + 32 * "x", "longer than one picture"),
                                      ("c.h5", "text", "not an HDF5 file")):
            with self.subTest((name, text)):
                if text is not None:
                    (self.folder / name).write_text(text)
                self.refused(3, f"cannot read {name}", complaint, arguments=(
                    "run", "small.toml", *one, "--set", f"cells.picture={name}"))

    def test_pictures_of_other_formats_are_refused_with_the_way_to_make_them_one(self):
        (self.folder / "x.png").write_bytes(b"\x89PNG\r\n\x1a\n")
        for start, words in (("cells.picture=x.png", ()), ("cells.picture=y.JPEG", ()),
                             ('schedule.start="file:x.png"', ('cells.picture = "NAME.pbm"',))):
            name = "y" if "y.J" in start else "x"
            self.refused(3, f"cannot read {name}.", "picture is not read", f"-threshold 50% {name}.pbm", *words,
                         arguments=("run", "small.toml", "--set", "algorithm.systems=1", "--set", start))
        self.refused(3, 'boards start from one by cells.picture = "NAME.pbm"', arguments=(
            "run", "small.toml", "--set", 'schedule.start="file:x.pbm"'))

    def test_a_run_does_not_write_over_its_picture(self):
        one = ("--set", "algorithm.systems=1")
        self.run_small("small", *one)
        before = (self.folder / "small.pbm").read_bytes()
        for picture in ("small.pbm", "./small.vtkhdf"):
            for flag in ((), ("--force",), ("--restart",)):
                self.refused(2, "is a file that this run writes", arguments=(
                    "run", "small.toml", *one, "--set", f"cells.picture={picture}", *flag))
        self.assertEqual((self.folder / "small.pbm").read_bytes(), before)
        self.refused(2, "lattice.size", arguments=("run", "small.toml", *one, "--set", "cells.picture=small.pbm", "--set",
                                                   "lattice.size=[75,2]", "--name", "b"))
        self.refused(2, "not both", arguments=("run", "small.toml", *one, "--set", "cells.picture=small.pbm", "--set",
                                               "cells.density=0.5", "--name", "b"))
        self.run_small("small", *one, "--force", "--set", "output.configurations=none")
        self.assertFalse((self.folder / "small.pbm").exists())  # not that of the run before

    def assert_clusters(self, cells, final):
        """Whole numbers that a flood of the final board gives."""
        label = numpy.arange(cells.size).reshape(cells.shape)
        while True:
            least = label.copy()
            for axis in (0, 1):
                for step in (-1, 1):
                    same = numpy.roll(cells, step, axis) == cells
                    least = numpy.where(same, numpy.minimum(least, numpy.roll(least, step, axis)), least)
            if (least == label).all():
                break
            label = least
        sizes = numpy.unique(label, return_counts=True)[1]
        values, counts = numpy.unique(sizes, return_counts=True)
        self.assertEqual(final, {"cluster_size": values.tolist(), "cluster_count": counts.tolist(),
                                 "clusters": [len(sizes)], "largest_cluster": [int(sizes.max())], "chain": [0]})

    def test_wrong_boards_are_found(self):
        (self.folder / "a.stop").write_text("")
        self.assertEqual(self.neel("run", "small.toml", "--name", "a").returncode, 75)
        with h5py.File(self.folder / "a.chk.h5", "r+") as file:
            file["configuration/cells"][1, 20, 0] ^= 1
        seal(self.folder / "a.chk.h5")
        result = self.neel("run", "small.toml", "--name", "a")
        self.assertEqual(result.returncode, 5, result.stderr)
        self.assertIn("board 1 has", result.stderr)

    def test_plot(self):
        try:
            import h5netcdf, matplotlib, xarray  # noqa: F401
        except ImportError as missing:
            self.skipTest(str(missing))
        self.run_small("a")
        done = subprocess.run([sys.executable, SOURCE / "scripts" / "plot.py", "a.h5"], cwd=self.folder,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreater((self.folder / "a.png").stat().st_size, 20000)
        import matplotlib.image
        picture = matplotlib.image.imread(self.folder / "a.board.png")
        with h5py.File(self.folder / "a.vtkhdf") as file:
            numpy.testing.assert_array_equal(picture[:, :, 0], 1 - file["VTKHDF/PointData/cell"][()])

    def test_bad_input(self):
        for change, parts in ((("lattice.size=[75,2]",), ("lattice.size", "two periodic axes")),
                              (("cells.density=1.5",), ("cells.density", "between 0 and 1")),
                              (("sweep.steps=3",), ("sweep.strategy", "1, 2, 4 or 8")),
                              (('cells.kept_as="bytes"', 'sweep.strategy="rows"'), ("packed boards",)),
                              (("algorithm.update=metropolis:5",), ("algorithm.update", "makes it once")),
                              (("sweep.graph=3",), ("sweep.strategy", "even number")),
                              (("sweep.block=4",), ("knows no block",)),
                              (("sweep.tile=[8,8]",), ("strategy rows knows no tile",)),
                              (("sweep.stop_at_cycle=true", "sweep.strategy=rows"),
                               ("sweep.strategy", "the strategy sites alone does; found rows")),
                              (("sweep.stop_at_cycle=true", "sweep.strategy=tiles", "sweep.steps=4"), ("found tiles",)),
                              (('sweep.strategy="tiles"', "sweep.tile=[9]"), ("sweep.tile", "found [9.0]")),
                              (('sweep.strategy="tiles"', "sweep.tile=[900,900]"), ("scratch memory",)),
                              (('sweep.strategy="tiles"', "sweep.tile=[0.5,9]"), ("sweep.tile", "width in words"))):
            with self.subTest(change):
                sets = [word for c in change for word in ("--set", c)]
                self.refused(2, *parts, arguments=("run", "small.toml", *sets))


if __name__ == "__main__":
    unittest.main()
