# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The Ising model as a run: exact energy, stops, threads, update mixtures, bad input."""
import re
import sys
import unittest

try:
    import h5py
    import numpy
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from harness import Case

SMALL = """
[model]
name = "ising"
[lattice]
size = [8, 8]
[schedule]
T = [2.269185314213, 2.0]
thermalize = 500
sweeps = 4000
measure_every = 4
[algorithm]
systems = 32
"""


class Ising(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "small.toml").write_text(SMALL)

    def results(self, name):
        with h5py.File(self.folder / f"{name}.h5") as file:
            return {key: value[()] for key, value in file["results"].items()}

    def test_exact_energies(self):
        for update in ("metropolis", "heatbath"):
            self.run_small(update, "--set", f"algorithm.update={update}")
            r = self.results(update)
            for k, (exact, resolution) in enumerate(((-1.4915891074, 0.003), (-1.7456831703, 0.003))):
                self.assertLess(abs(r["energy"][k] - exact), 4 * r["energy_err"][k])
                self.assertLess(r["energy_err"][k], resolution)
            self.assertLess(abs(r["specific_heat"][0] - 1.145559), 4 * r["specific_heat_err"][0])
        numpy.testing.assert_array_equal(r["acceptance"], 1)  # a heat bath rejects nothing

    def test_the_same_after_stops(self):
        more = ("--set", 'algorithm.update=["metropolis", "heatbath:2"]', "--set", "schedule.sweeps=200", "--set",
                'output.checkpoint="1 point"')
        self.run_small("whole", *more, "--threads", 1)
        self.run_in_parts("parts", 2, *more)
        self.same("whole", "parts")

    def test_bits(self):
        (self.folder / "small.toml").write_text("""
[model]
name = "ising"
[lattice]
size = [64, 8]
[coding]
kind = "bits"
[schedule]
T = [3.0, 2.3]
thermalize = 20
sweeps = 40
measure_every = 4
[algorithm]
systems = 3
update = ["metropolis", "heatbath"]
[measure]
lowest = true
correlations = true
[output]
checkpoint = "1 point"
snapshots = {every = 10}
""")
        self.same_by_threads_and_stops("--set", 'schedule.kind="temper"')
        population = ("--set", 'schedule.kind="population"', "--set", "pa.population=50", "--set", "measure.correlations=false")
        self.run_small("families", "--threads", 1, *population)
        self.run_in_parts("members", 2, *population)
        self.same("families", "members")
        for key, value, why in (("lattice.size", "[60, 8]", "Lx a multiple of 64"), ("schedule.field", "0.1", "no field"),
                                ("couplings.J", "0", "have a coupling"), ("lattice.boundary", '"open"', "all axes periodic"),
                                ("algorithm.update", '["cluster"]', "up to 64 moves")):
            self.refused(2, "coding.kind", why, arguments=("run", "small.toml", "--name", "no", "--set", "measure.correlations=false",
                                                                 "--set", f"{key}={value}"))

    def test_starts_and_fields(self):
        cold = ("--set", "schedule.T=0.05", "--set", "schedule.thermalize=0", "--set", "schedule.sweeps=10")
        self.run_small("up", *cold, "--set", "schedule.start=up", "--set", "schedule.field=0.5")
        self.assertEqual(self.results("up")["energy"], -2.5)
        self.run_small("staggered", *cold, "--set", "schedule.start=staggered", "--set", "couplings.J=-1")
        r = self.results("staggered")
        self.assertEqual((r["energy"], r["staggered_magnitude"], r["magnetisation"]), (-2, 1, 0))

    def test_an_antiferromagnet_is_a_ferromagnet_turned_on_odd_sites(self):
        self.run_small("ferro", "--set", "schedule.start=up", "--set", "schedule.sweeps=400")
        self.run_small("anti", "--set", "schedule.start=staggered", "--set", "schedule.sweeps=400", "--set", "couplings.J=-1.0")
        ferro, anti = self.results("ferro"), self.results("anti")
        for plain, staggered in (("magnetisation_magnitude", "staggered_magnitude"), ("magnetisation_squared", "staggered_squared"),
                                 ("susceptibility", "staggered_susceptibility"), ("binder_ratio", "staggered_binder")):
            numpy.testing.assert_array_equal(ferro[plain], anti[staggered])
            if staggered in ferro:  # a Binder ratio of nothing is not shown
                numpy.testing.assert_array_equal(anti[plain], ferro[staggered])
        (self.folder / "small.toml").write_text(SMALL.replace("ising", "xy").replace("[2.269185314213, 2.0]", "[1.2, 0.7]"))
        self.run_small("ferro-xy", "--set", "schedule.start=up")  # proposals are not turned: the same within 4 sigma
        self.run_small("anti-xy", "--set", "schedule.start=staggered", "--set", "couplings.J=-1.0")
        ferro, anti = self.results("ferro-xy"), self.results("anti-xy")
        for plain, staggered in (("magnetisation_magnitude", "staggered_magnitude"), ("susceptibility", "staggered_susceptibility"),
                                 ("binder_ratio", "staggered_binder")):
            for a, b in ((ferro, anti), (anti, ferro))[:2 if staggered in ferro else 1]:
                error = numpy.hypot(a[plain + "_err"], b[staggered + "_err"])
                self.assertTrue((abs(a[plain] - b[staggered]) < 4 * error).all(), (plain, a[plain], b[staggered], error))

    def test_a_loop_of_the_field(self):
        """Cold spins turn between two fields of the list on each branch; nothing is said of autocorrelation times."""
        loop = ("--set", "schedule.T=0.7", "--set", "lattice.size=[16, 16]", "--set", "schedule.sweeps=100", "--set", "schedule.start=up",
                "--set", "schedule.field=[4, 2, 1, 0, -1, -2, -4]", "--set", "schedule.loop=true")
        self.run_small("loop", *loop)
        log = (self.folder / "loop.log").read_text()
        rows = [line for line in log.splitlines() if line.startswith("H ")]
        self.assertEqual(len(rows), 13)
        self.assertIn(" magnetisation 1.0", rows[0])
        self.assertIn(" magnetisation -1.0", rows[6])
        for way, sign in (("falling", -1), ("rising", 1)):
            line = next(line for line in log.splitlines() if f"changes sign with H {way}" in line)
            *step, straight = map(float, re.search(r"coercive field between H = (\S+) J and (\S+) J \(straight line: (\S+) J\)$", line).groups())
            self.assertIn([sign * h for h in step], ([1, 2], [2, 4]))
            self.assertTrue(min(step) < straight < max(step), line)
            self.assertNotIn("+-", line)
        self.assertNotIn("autocorrelation times", log)
        self.assertNotIn("loop", (self.folder / "loop.resolved.toml").read_text())
        self.run_small("again", *loop[:-2], "--set", "schedule.field=[4, 2, 1, 0, -1, -2, -4, -2, -1, 0, 1, 2, 4]")
        self.same("loop", "again")
        self.run_small("high", *loop[:-4], "--set", "schedule.field=[4, 3]")
        self.assertIn("keeps its sign in all of these fields", (self.folder / "high.log").read_text())
        self.refused(2, "schedule.loop", "a list of fields at one temperature", arguments=("run", "small.toml", "--name", "a", "--set", "schedule.loop=true"))

    def test_bad_input(self):
        for change, parts in (("algorithm.update=overrelax", ("algorithm.update", "metropolis, heatbath")),
                              ('algorithm.update="heatbath:0"', ("count from 1 to 1000", "heatbath:0")),
                              ('algorithm.update="heatbath:x"', ("count from 1 to 1000",)),
                              ("couplings.K=1", ("couplings.K", "J"))):
            with self.subTest(change):
                self.refused(2, *parts, arguments=("run", "small.toml", "--set", change))


if __name__ == "__main__":
    unittest.main()
