# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""More of what is there: it ends as a run would have that had been so long from the start, to the last bit."""
import signal
import sys
import unittest

try:
    import h5py
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from harness import Case

KEEP = ("--set", "output.keep_checkpoint=true")
ONE = ("--set", "schedule.T=[0.9]")

SHORT = "[schedule]\nT = [2.5, 2.0]\nthermalize = 12\nsweeps = 24\nmeasure_every = 3\n"
GLASS = '[model]\nname = "edwards-anderson"\n[coding]\nreplicas = 2\n'
QUENCH = '[schedule]\nkind = "quench"\nT = 0.8\ntimes = [2, 9, 20]\n[measure]\nwaiting_times = [4, 9]\n'
MODELS = {
    "cones": '[model]\nname = "heisenberg"\n[lattice]\nsize = [6, 5, 4]\nboundary = ["periodic", "open", "periodic"]\n'
             '[material]\nions = ["Fe"]\nexchange = {Fe-Fe = 1}\n[algorithm]\nupdate = ["cone", "overrelax"]\n' + SHORT,
    "ising": '[model]\nname = "ising"\n[lattice]\nsize = [8, 6]\n' + SHORT,
    "xy": '[model]\nname = "xy"\n[lattice]\nsize = [8, 6]\n' + SHORT,
    "phi4": '[model]\nname = "phi4"\n[lattice]\nsize = [8, 8]\n[couplings]\nmass_squared = -1\ng = 3\n' + SHORT,
    "tiles": '[model]\nname = "phi4"\n[lattice]\nsize = [16, 16, 16]\n[couplings]\nmass_squared = 1\ng = 3\n'
             '[sweep]\nkind = "tiles"\n' + SHORT,
    "majority": '[model]\nname = "majority"\n[lattice]\nsize = [64, 64]\n[schedule]\nkind = "quench"\ntimes = [1, 7, 20]\n',
    "glass": GLASS + "words = 4\n[lattice]\nsize = [4, 4, 4]\n" + SHORT,
    "glass, waiting": GLASS + "words = 1\n[lattice]\nsize = [4, 4, 4]\n" + QUENCH,
    "one sample a word": GLASS + 'kind = "synchronous"\n[lattice]\nsize = [4, 4, 64]\n' + QUENCH,
}


class Longer(Case):
    def grows(self, before, after, continued, keep=True):
        """Runs the shorter input, then the longer one on top; the second goes on from the first, or begins again."""
        for path in [*self.folder.glob("a*.*"), *self.folder.glob("whole*.*")]:
            path.unlink()
        keep = KEEP if keep else ()
        self.run_small("whole", *after)
        self.run_small("a", *before, *keep)
        out = self.run_small("a", *after, *keep).stdout
        self.assertEqual("continued" in out, continued, out)
        self.same("whole", "a")
        self.assertIn("already holds", self.run_small("a", *after).stdout)
        return out

    def test_more_sweeps_of_one_temperature_go_on(self):
        sweeps = ("--set", "schedule.sweeps=700"), ("--set", "schedule.sweeps=3000")
        self.grows((*ONE, *sweeps[0]), (*ONE, *sweeps[1]), continued=True)
        bins = ("--set", "measure.bins=8")
        self.grows((*ONE, *sweeps[0], *bins), (*ONE, *sweeps[1], *bins), continued=True)

    def test_more_sweeps_of_several_temperatures_lengthen_each(self):
        out = self.grows(("--set", "schedule.sweeps=200"), ("--set", "schedule.sweeps=500"), continued=False)
        self.assertIn("schedule.sweeps: 200 there, 500 now", out)
        with h5py.File(self.folder / "a.h5") as file:
            self.assertEqual(file["results/measurements"][()].tolist(), [50, 50])

    def test_more_sweeps_of_an_interrupted_run(self):
        self.run_small("whole", "--set", "schedule.sweeps=5000")
        self.stopped_after("start", "a", "--set", "schedule.sweeps=4000")  # at the first temperature, which goes on
        self.assertIn("continued", self.run_small("a", "--set", "schedule.sweeps=5000").stdout)
        self.same("whole", "a")

    def test_an_unfinished_run_is_not_given_up_unasked(self):
        self.run_small("whole", "--set", "schedule.sweeps=5000")
        self.stopped_after("T 1 ", "a", "--set", "schedule.sweeps=4000", "--restart", "--force")  # the first temperature is done
        before = {p.name: p.read_bytes() for p in self.folder.glob("a.*")}
        self.refused(2, "a.chk.h5 is of a shorter run (schedule.sweeps: 4000 there, 5000 now", "--restart",
                     arguments=["run", "small.toml", "--name", "a", "--set", "schedule.sweeps=5000"])
        self.assertEqual({p.name: p.read_bytes() for p in self.folder.glob("a.*")}, before)
        self.run_small("a", "--set", "schedule.sweeps=5000", "--restart")
        self.same("whole", "a")

    def test_appended_fields(self):
        loop = ("--set", "schedule.T=[0.5]")
        self.grows((*loop, "--set", "schedule.field=[0.2, 0.1]"), (*loop, "--set", "schedule.field=[0.2, 0.1, -0.1]"),
                   continued=True)
        # A larger field than any before changes the unit in which energies are added up.
        self.grows((*loop, "--set", "schedule.field=[0.1, 0.2]"), (*loop, "--set", "schedule.field=[0.1, 0.2, 5.0]"),
                   continued=False)
        self.grows(("--set", "schedule.T=[0.5, 0.6]"), ("--set", "schedule.T=[0.5, 0.6, 0.9]"), continued=False)

    def test_bins_and_target_errors(self):
        target = ("--target-error", "energy=0.02", "--set", "schedule.sweeps=20000")
        self.grows((*target, "--set", "schedule.T=[1.0, 0.8]", "--set", "measure.bins=16"),
                   (*target, "--set", "schedule.T=[1.0, 0.8, 0.6]", "--set", "measure.bins=32"), continued=False)

    def test_appended_temperatures_go_on(self):
        before, after = ("--set", "schedule.T=[1.0, 0.8]"), ("--set", "schedule.T=[1.0, 0.8, 0.5, 0.4]")
        self.grows(before, after, continued=True)
        self.grows(before, after, continued=False, keep=False)

    def test_without_its_checkpoint_a_run_begins_again_and_keeps_its_results_until_then(self):
        self.run_small("a", *ONE)
        self.assertFalse(list(self.folder.glob("a.chk*")))
        before = (self.folder / "a.h5").read_bytes()
        run = self.started("--name", "a", *ONE, "--set", "schedule.sweeps=1e7")
        run.send_signal(signal.SIGTERM)
        out, _ = run.communicate()
        self.assertEqual(run.returncode, 75)
        self.assertEqual((self.folder / "a.h5").read_bytes(), before)
        self.assertIn("whose checkpoint was not kept", (self.folder / "a.log").read_text())

    def test_only_the_systems_that_are_missing_run(self):
        two, five = ("--set", "algorithm.systems=2"), ("--set", "algorithm.systems=5")
        out = self.grows(two, five, continued=True)
        self.assertIn("systems 2 to 4 are missing: they run as a.more", out)
        self.assertFalse(list(self.folder.glob("a.more*")))
        log = (self.folder / "a.log").read_text()
        self.assertIn("5 systems", log)
        self.assertEqual([line.split()[1] for line in log.splitlines() if line.startswith("T ")], ["1", "0.5"])
        self.assertNotIn("updates/ns", log)
        self.run_small("whole", "--set", "algorithm.systems=6")
        self.run_small("a", "--set", "algorithm.systems=6", *KEEP)
        self.assertFalse((self.folder / "a.chk.h5.prev").exists())
        self.same("whole", "a")
        self.grows(two, five, continued=False, keep=False)
        self.assertIn("whose checkpoint was not kept", (self.folder / "a.log").read_text())

    def test_more_systems_of_every_model(self):
        for name, text in MODELS.items():
            with self.subTest(name):
                (self.folder / "small.toml").write_text(text)
                self.grows(("--set", "algorithm.systems=3"), ("--set", "algorithm.systems=5"), continued=True)

    def test_systems_that_depend_on_how_many_there_are_begin_again(self):
        one, two = ("--set", "algorithm.systems=1"), ("--set", "algorithm.systems=2")
        for other in (("--set", "schedule.kind=temper"), ("--target-error", "energy=0.5"),
                      ("--set", "material.fractions.Cr=[0.3, 0.4]")):
            self.grows((*one, *other), (*two, *other), continued=False)
        generator = ("--set", "coding.generator=xorwow")
        (self.folder / "small.toml").write_text(MODELS["glass"])
        self.grows((*one, *generator), (*two, *generator), continued=False)
        (self.folder / "small.toml").write_text(MODELS["majority"])
        cycle = ("--set", "sweep.stop_at_cycle=true", "--set", "schedule.times=[1, 7, 400]")
        self.grows((*one, *cycle), ("--set", "algorithm.systems=9", *cycle), continued=False)
        (self.folder / "small.toml").write_text(MODELS["glass"])
        for other in (("--set", "schedule.kind=temper"), generator):
            self.refused(2, "algorithm.first_system:",
                         arguments=["run", "small.toml", "--set", "algorithm.first_system=1", *other])

    def test_what_is_left_of_other_systems_is_no_hindrance(self):
        """Stopped, killed in the clean-up, of another seed, or a file in the way of the joined results."""
        more, seven = ("--set", "algorithm.systems=3"), ("--set", "algorithm.seed=7")
        for name, before in (("other", seven), ("damaged", ()), ("results alone", ())):
            with self.subTest(name):
                for path in [*self.folder.glob("a.*"), *self.folder.glob("whole.*")]:
                    path.unlink()
                self.run_small("whole", *more)
                self.run_small("part", "--set", "algorithm.systems=1", "--set", "algorithm.first_system=2", *KEEP, *before,
                               "--restart", "--force")
                for path in self.folder.glob("part.*"):
                    path.rename(self.folder / path.name.replace("part", "a.more"))
                checkpoint = self.folder / "a.more.chk.h5"
                if name == "damaged":
                    checkpoint.write_bytes(checkpoint.read_bytes()[:1000])
                elif name == "results alone":
                    checkpoint.unlink()
                self.run_small("a", *KEEP)
                self.assertIn("continued", self.run_small("a", *more).stdout)
                self.same("whole", "a")
                self.assertFalse(list(self.folder.glob("a.more*")))

    def test_all_of_a_run_goes_with_it(self):
        more = ("--set", "algorithm.systems=3", "--set", "schedule.sweeps=4000")
        self.run_small("a", "--set", "schedule.sweeps=4000", *KEEP)
        run = self.start("run", "small.toml", "--progress", "none", "--name", "a", *more)
        while not run.stdout.readline().startswith("T 1"):
            pass
        run.send_signal(signal.SIGTERM)
        run.communicate()
        self.assertTrue((self.folder / "a.more.chk.h5").exists())
        self.run_small("a", "--restart", "--set", "schedule.sweeps=4000")
        self.assertFalse(list(self.folder.glob("a.more*")))
        (self.folder / "a.more.tsv").write_text("my own\n")  # which no run of Neel wrote
        self.run_small("a", "--restart", "--set", "schedule.sweeps=4000")
        self.assertTrue((self.folder / "a.more.tsv").exists())
        self.refused(2, "names that end in .more", arguments=["run", "small.toml", "--name", "a.more"])

    def test_a_part_of_a_larger_run_has_its_numbers(self):
        self.run_small("whole", "--set", "algorithm.systems=3", "--set", "measure.bins=20")
        self.run_small("part", "--set", "algorithm.systems=2", "--set", "algorithm.first_system=1", "--set", "measure.bins=20")
        with h5py.File(self.folder / "whole.h5") as whole, h5py.File(self.folder / "part.h5") as part:
            self.assertEqual(part["samples/energy"][()].tobytes(), whole["samples/energy"][:, 1:].tobytes())

    def test_stopped_among_the_systems_that_are_missing(self):
        more = ("--set", "algorithm.systems=3", "--set", "schedule.sweeps=4000")
        self.run_small("whole", *more)
        self.run_small("a", "--set", "schedule.sweeps=4000", *KEEP)
        before = (self.folder / "a.h5").read_bytes()
        run = self.start("run", "small.toml", "--progress", "none", "--name", "a", *more)
        while not run.stdout.readline().startswith("T 1"):
            pass
        run.send_signal(signal.SIGTERM)
        out, _ = run.communicate()
        self.assertEqual(run.returncode, 75, out)
        self.assertEqual((self.folder / "a.h5").read_bytes(), before)
        self.assertIn("systems 2 to 2 are missing: they alone run",
                      self.neel("run", "small.toml", "--name", "a", "--dry-run", *more).stdout)
        again = self.run_small("a", *more).stdout
        self.assertIn("continued", again)
        self.assertFalse(list(self.folder.glob("a.more*")))
        self.same("whole", "a")

    def test_more_temperatures_of_a_ladder(self):
        ladder = ("--set", "schedule.kind=temper", "--set", "schedule.sweeps=300")
        self.grows((*ladder, "--set", "schedule.T=[1.0, 0.8]"), (*ladder, "--set", "schedule.T=[1.0, 0.8, 0.6]"), continued=False)
        self.grows((*ladder, "--set", "schedule.T=[1.0, 0.8]"),
                   (*ladder, "--set", "schedule.T=[1.0, 0.8]", "--set", "schedule.sweeps=700"), continued=True)

    def test_fewer_or_other_is_refused(self):
        self.run_small("a", "--set", "schedule.T=[1.0, 0.8]", *KEEP)
        for other in ("schedule.T=[1.0]", "schedule.T=[1.0, 0.7]", "schedule.T=[0.9, 1.0, 0.8]", "schedule.sweeps=100",
                      "algorithm.systems=1", "measure.bins=16"):
            self.refused(2, "different input", arguments=["run", "small.toml", "--name", "a", "--set", "schedule.T=[1.0, 0.8]",
                                                          "--set", other])

    def test_appended_values_of_a_scan(self):
        axes = ("--set", "scan.lattice.size=[[4, 4, 4], [6, 4, 4]]", "--set", "scan.schedule.T=[1.0, 0.8]")
        more = ("--set", "scan.lattice.size=[[4, 4, 4], [6, 4, 4], [6, 6, 4]]", "--set", "scan.schedule.T=[1.0, 0.8, 0.6]")
        self.run_small("whole", *more)
        self.run_small("a", *axes)
        there = {p.name: p.stat().st_mtime_ns for p in self.folder.glob("a_*.h5")}
        self.assertEqual(len(there), 4)
        self.run_small("a", *more)
        for name, time in there.items():  # kept
            self.assertEqual((self.folder / name).stat().st_mtime_ns, time, name)
        self.assertEqual(len(list(self.folder.glob("a_*.h5"))), 9)
        self.same("whole", "a")
        self.refused(2, "different input", arguments=["run", "small.toml", "--name", "a", *axes])


if __name__ == "__main__":
    unittest.main()
