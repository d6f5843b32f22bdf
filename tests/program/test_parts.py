# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Array jobs: parts of a scan or of the systems, each by a process that knows nothing of the others, end joined as one run would
have, to the last bit."""
import fcntl
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import unittest

try:
    import h5py  # noqa: F401
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from harness import PROGRAM, SOURCE, Case
from test_longer import MODELS

ISING = MODELS["ising"] + "[algorithm]\nsystems = 5\nseed = 3\n"
AXES = ("--set", "scan.lattice.size=[[4, 4], [8, 8]]", "--set", "scan.algorithm.seed={from = 1, to = 3, points = 3}")
KEEP = ("--set", "output.keep_checkpoint=true")


class Parts(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "small.toml").write_text(ISING)
        self.models = re.search("models: (.*)", self.neel("info").stdout)[1].split(", ")

    def command(self, name, part, *arguments):
        return ("run", "small.toml", "--name", name, "--progress", "none", "--part", part, *arguments)

    def part(self, name, part, *arguments, code=0):
        done = self.neel(*self.command(name, part, *arguments))
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout

    def parts(self, name, order, *arguments):
        for k in order:
            self.part(name, f"{k}/{len(order)}", *arguments)

    def join(self, name, *arguments):
        done = self.neel("join", "small.toml", "--name", name, *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def not_joined(self, code, *parts, name="a", arguments=()):
        """A join that is refused leaves everything as it is."""
        before = {p.name: p.read_bytes() for p in self.folder.iterdir()}
        self.refused(code, *parts, arguments=("join", "small.toml", "--name", name, *arguments))
        self.assertEqual({p.name: p.read_bytes() for p in self.folder.iterdir()}, before)

    def names(self, pattern):
        return sorted(p.name for p in self.folder.glob(pattern))

    def remove(self, *patterns):
        for pattern in patterns:
            for path in self.folder.glob(pattern):
                path.unlink()

    def same_run(self, name, other):
        """Results, and the configuration at the end."""
        self.same(name, other)
        hashes = [re.search("final configuration: hash .*", (self.folder / f"{n}.log").read_text())[0] for n in (name, other)]
        self.assertEqual(*hashes)
        self.assertEqual(*((self.folder / f"{n}.vtkhdf").read_bytes() for n in (name, other)))


class Systems(Parts):
    def test_parts_of_every_model_are_the_whole(self):
        for key in ("ising", "majority", "cones", "phi4", "glass"):
            text = MODELS[key]
            if re.search('name = "(.*?)"', text)[1] not in self.models:
                continue
            (self.folder / "small.toml").write_text(text)
            systems = ("--set", "algorithm.systems=5")
            self.run_small("whole", *systems, "--restart", "--force")
            for order in ([1], [2, 1], [3, 1, 2], [5, 2, 4, 1, 3]):
                with self.subTest(key, parts=len(order)):
                    self.remove("a.*")
                    self.parts("a", order, *systems)
                    self.assertEqual(self.names("a.h5") + self.names("a.tsv") + self.names("a.part*.vtkhdf"), [])
                    self.join("a", *systems)
                    self.assertEqual(self.names("a.*"), [n.replace("whole", "a") for n in self.names("whole.*")])
                    self.same_run("whole", "a")
                    self.assertIn("already holds", self.join("a", *systems))

    def test_lowest_energies(self):
        lowest = ("--set", "measure.lowest=true")
        self.run_small("whole", *lowest)
        self.parts("a", [1, 2, 3], *lowest)
        self.join("a", *lowest)
        self.same_run("whole", "a")

    def test_a_part_that_was_stopped_goes_on(self):
        self.run_small("whole")
        self.part("a", "1/3", "--time-limit", "0.001 s", code=75)
        (self.folder / "a.part-2-of-3.stop").write_text("")
        self.part("a", "2/3", code=75)
        self.part("a", "3/3")
        self.not_joined(3, "2 of the 3 parts are not done: a.part-1-of-3 (not finished), a.part-2-of-3 (not finished)")
        self.assertIn("continued", self.part("a", "1/3"))
        self.assertIn("continued", self.part("a", "2/3", "--threads", 2))
        self.assertIn("already holds", self.part("a", "3/3"))
        self.assertIn("its systems ran as 3 parts", self.join("a"))
        self.same_run("whole", "a")

    def test_a_signal_stops_a_part(self):
        run = self.started("--name", "a", "--part", "1/2", "--set", "schedule.sweeps=1e7")
        run.send_signal(signal.SIGTERM)
        run.communicate()
        self.assertEqual(run.returncode, 75)
        self.part("a", "1/2", code=2)  # of another input
        self.part("a", "1/2", "--force")
        self.part("a", "2/2")
        self.join("a")
        self.run_small("whole")
        self.same_run("whole", "a")

    def test_parts_that_do_not_fit(self):
        self.not_joined(3, "there are no parts of this run", "a.part-K-of-N")
        self.parts("a", [1, 2, 3], *KEEP)
        saved = {p: p.read_bytes() for p in self.folder.glob("a.part-2-of-3.*")}
        checkpoint = self.folder / "a.part-2-of-3.chk.h5"
        checkpoint.write_bytes(checkpoint.read_bytes()[:-100])
        self.not_joined(3, "a.part-2-of-3.chk.h5", "--part 2/3 --restart")
        checkpoint.unlink()
        self.not_joined(3, "a.part-2-of-3.chk.h5", "no such file", "--part 2/3 --restart")
        self.part("b", "2/3", "--set", "algorithm.seed=8")
        for path in self.folder.glob("b.part*"):
            path.rename(self.folder / path.name.replace("b.", "a."))
        self.not_joined(2, "a.part-2-of-3.h5 is of another input", "algorithm.seed: 8 there, 3 now")
        self.remove("a.part-2*")
        self.not_joined(3, "1 of the 3 parts are not done: a.part-2-of-3 (missing)")
        self.part("a", "1/4")
        self.not_joined(2, "different divisions, a.part-1-of-3 and a.part-1-of-4")
        self.remove("a.part-1-of-4*")
        for path, bytes in saved.items():
            path.write_bytes(bytes)
        with open(self.folder / "a.part-2-of-3.log") as log:
            fcntl.flock(log, fcntl.LOCK_EX)
            self.not_joined(3, "another run is writing a.part-2-of-3.log")
        self.join("a")
        self.run_small("whole")
        self.same_run("whole", "a")

    def test_kept_checkpoints(self):
        """With them, parts stay, and what was joined can be made longer."""
        self.parts("a", [1, 2], *KEEP)
        self.join("a", *KEEP)
        self.assertEqual(len(self.names("a.part-?-of-2.chk.h5")), 2)
        more = ("--set", "algorithm.systems=7")
        self.assertIn("systems 5 to 6 are missing", self.run_small("a", *more).stdout)
        self.run_small("whole", *more)
        self.same("whole", "a")

    def test_what_is_there_is_kept(self):
        self.run_small("a", "--set", "algorithm.seed=8")
        self.parts("a", [1, 2])
        self.not_joined(2, "a.h5 was made from a different input", "--force")
        self.join("a", "--force")
        self.run_small("b", "--set", "algorithm.systems=2")  # finished, and shorter
        self.parts("b", [1, 2])
        self.join("b")
        self.same_run("a", "b")
        (self.folder / "c.tsv").write_text("mine\n")
        self.parts("c", [1])
        self.not_joined(2, "c.tsv is there, and no run of Neel wrote it", name="c")

    def test_memory(self):
        """What joining takes is known before it begins, and is enough."""
        if "backend: CUDA" in self.neel("info").stdout or os.environ.get("NEEL_SANITIZE"):
            self.skipTest("drivers and sanitizers take more address space than this")
        big = ("--set", "lattice.size=[128, 128, 128]", "--set", "algorithm.systems=8", "--set", "schedule.T=[4.0]", "--set",
               "schedule.sweeps=3", "--set", "output.configurations=\"none\"")
        self.parts("a", (1, 2), *big)
        join = (PROGRAM, "join", "small.toml", "--name", "a", *big)

        def limited(most):
            return subprocess.run(join, cwd=self.folder, capture_output=True, text=True, timeout=300,
                                  env={**os.environ, "OMP_NUM_THREADS": "1"},  # each has a stack of its own
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (most, most)))
        little = 96_000_000
        before = {p.name: p.read_bytes() for p in self.folder.iterdir()}
        refused = limited(little)
        self.assertEqual(refused.returncode, 4, refused.stderr)
        self.assertEqual({p.name: p.read_bytes() for p in self.folder.iterdir()}, before)
        needed, free = (float(n) * 1e6 for n in re.search(r"needs ([\d.]+) MB of memory, but only ([\d.]+) MB", refused.stderr).groups())
        enough = limited(int(little - free + 1.2 * needed))
        self.assertEqual(enough.returncode, 0, enough.stderr)
        self.assertEqual(self.names("a.part-*"), [])

    def test_what_cannot_be_divided(self):
        cannot = "a part of this run cannot run by itself"
        many = {"it has fewer systems (5) than there are parts (6)": ("--part", "6/6"),
                "the numbers of systems that are sampled together depend on how many": ("--set", "schedule.kind=temper"),
                "when a point ends depends on all systems": ("--target-error", "energy=0.1"),
                "output.snapshots shows systems of all parts": ("--set", "output.snapshots.every=10"),
                "structure factors are averages": ("--set", "measure.structure.grid=true")}
        for why, arguments in many.items():
            given = arguments if "--part" in arguments else ("--part", "1/2", *arguments)
            self.refused(2, cannot, why, arguments=("run", "small.toml", "--name", "a", *given))
        for model, why, text in (
                ("majority", "when boards are stepped no more", MODELS["majority"] + "[sweep]\nstop_at_cycle = true\n"),
                ("edwards-anderson", "the generator xorwow", MODELS["glass"].replace("[coding]", '[coding]\ngenerator = "xorwow"')),
                ("heisenberg", "several groups", MODELS["cones"].replace('["Fe"]', '["Fe", "Cr"]').replace(
                    "exchange = {Fe-Fe = 1}", "fractions = {Cr = [0, 0.5]}\nexchange = {Fe-Fe = 1, Fe-Cr = 1, Cr-Cr = 1}"))):
            if model in self.models:
                (self.folder / "small.toml").write_text(text)
                self.refused(2, cannot, why, arguments=self.command("a", "1/2", "--set", "algorithm.systems=4"))
        self.assertEqual(self.names("a.*"), [])

    def test_wrong_parts(self):
        for wrong in ("0/3", "4/3", "3", "1/", "/3", "1/2/3", "1/0", "-1/2", "1.5/2", "a/b", "1/2000000", "1 /2"):
            self.refused(2, f"--part {wrong}: expected K/N", arguments=("run", "small.toml", "--name", "a", f"--part={wrong}"))
        self.refused(2, "for parts of a run", arguments=("run", "small.toml", "--name", "a.part-1-of-2"))
        self.run_small("a.part-1-of")
        self.assertEqual(self.names("a.*.h5"), ["a.part-1-of.h5"])

    def test_dry_run(self):
        shown = self.neel(*self.command("a", "2/2", "--dry-run", "--time-limit", "0.05 s"))
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertIn("3 systems", shown.stdout)
        shown = self.neel(*self.command("a", "1/4", *AXES, "--dry-run", "--time-limit", "0.05 s"))
        self.assertIn("2 runs", shown.stdout)
        self.assertEqual(self.names("a.*"), [])


class Scans(Parts):
    def whole(self):
        self.run_small("whole", *AXES)

    def same_scan(self, name):
        self.same("whole", name)
        for run in self.names("whole_*.h5"):
            self.same(run[:-3], run[:-3].replace("whole", name))
        self.assertEqual(self.names(f"{name}*"), sorted(n.replace("whole", name) for n in self.names("whole*")))

    def test_parts_in_any_order_are_the_whole(self):
        self.whole()
        self.part("a", "3/3", *AXES)
        self.assertEqual(self.names("a_*.h5"), ["a_seed2_size4x4.h5", "a_seed3_size8x8.h5"])
        self.not_joined(3, "4 of the 6 runs of this scan are not done: a_seed1_size4x4 (missing), a_seed1_size8x8 (missing), "
                           "a_seed2_size8x8 (missing) and 1 more", arguments=AXES)
        self.part("a", "1/3", *AXES)
        self.part("a", "2/3", *AXES)
        self.assertEqual(self.names("a.*"), [f"a.part-{k}-of-3.log" for k in (1, 2, 3)])
        self.assertIn("runs on one grid", self.join("a", *AXES))
        self.assertIn("already holds", self.join("a", *AXES))
        self.assertIn("already holds", self.part("a", "1/3", *AXES))
        self.same_scan("a")
        self.assertIn("already holds", self.run_small("a", *AXES).stdout)

    def test_parts_at_once(self):
        self.whole()
        runs = [self.start(*self.command("a", f"{k}/2", *AXES)) for k in (1, 2)]
        for run in runs:
            _, trouble = run.communicate()
            self.assertEqual(run.returncode, 0, trouble)
        self.join("a", *AXES)
        self.same_scan("a")

    def test_stopped_and_begun_anew(self):
        self.whole()
        (self.folder / "a.part-1-of-2.stop").write_text("")
        self.assertIn("run the same command", self.part("a", "1/2", *AXES, code=75))
        self.part("a", "1/2", *AXES, "--time-limit", "0.001 s", code=75)
        self.part("a", "2/2", *AXES)
        self.part("a", "1/2", *AXES)
        there = {p.name: p.stat().st_mtime_ns for p in self.folder.glob("a_*.h5")}
        self.part("a", "1/2", *AXES, "--restart")
        again = [n for n, t in there.items() if (self.folder / n).stat().st_mtime_ns != t]
        self.assertEqual(sorted(again), [f"a_seed{k}_size4x4.h5" for k in (1, 2, 3)])
        other = ("--set", "schedule.thermalize=99")
        self.part("a", "1/2", *AXES, *other, code=2)
        self.part("a", "1/2", *AXES, *other, "--force")
        self.not_joined(2, "is of another input", "schedule.thermalize: 99 there", arguments=AXES)
        self.part("a", "1/2", *AXES, "--force")
        self.join("a", *AXES)
        self.same_scan("a")

    def test_more_parts_than_runs(self):
        self.assertIn("none is left for part 7/7", self.part("a", "7/7", *AXES))
        self.assertEqual(self.names("a*"), [])

    def test_a_part_at_work_and_a_damaged_run(self):
        self.parts("a", [1, 2], *AXES)
        with open(self.folder / "a.part-1-of-2.log") as log:
            fcntl.flock(log, fcntl.LOCK_EX)
            self.refused(3, "another run is writing a.part-1-of-2.log", arguments=self.command("a", "1/2", *AXES))
        damaged = self.folder / "a_seed1_size4x4.h5"
        damaged.write_bytes(damaged.read_bytes()[:1000])
        self.not_joined(3, "1 of the 6 runs", "a_seed1_size4x4 (damaged)", arguments=AXES)


class Slurm(Parts):
    """scripts/slurm/array.sh, with stand-ins for sbatch, which works at once, and scontrol."""

    def setUp(self):
        super().setUp()
        for folder in ("scripts/slurm", "bin"):
            (self.folder / folder).mkdir(parents=True)
        for name in ("common.sh", "slurm/array.sh"):
            shutil.copy(SOURCE / "scripts" / name, self.folder / "scripts" / name)
        self.write("scripts/neel", f'exec "{PROGRAM}" "$@"')
        self.write("bin/scontrol", 'echo "$@" >>requeued')
        self.write("bin/sbatch", """
            echo "$@" >>submitted
            tasks=
            while :; do
              case "$1" in
                --array=1-*) tasks=${1#*-*-*-} ;;
                -*) ;;
                *) break ;;
              esac
              shift
            done
            cp "$1" spooled
            shift
            if [ -z "$tasks" ]; then
              SLURM_JOB_ID=9 ./spooled "$@" >&2 || exit
            else
              for k in $(seq "$tasks"); do
                SLURM_JOB_ID=$((10 + k)) SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_ID=$k SLURM_ARRAY_TASK_COUNT=$tasks ./spooled "$@" >&2
              done
            fi
            echo "7;cluster\"""")

    def write(self, name, text):
        (self.folder / name).write_text("#!/bin/sh\n" + text + "\n")
        (self.folder / name).chmod(0o755)

    def submit(self, *arguments, code=0):
        done = subprocess.run(["scripts/slurm/array.sh", *arguments], cwd=self.folder, capture_output=True, text=True,
                              env={**os.environ, "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}", "NEEL_SBATCH": "--time=60"})
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout if code == 0 else done.stderr

    def test_an_array_job(self):
        self.run_small("whole")
        self.assertEqual(self.submit("3", "small.toml", "--name", "a"), "job 7: parts 1 to 3; job 7 joins them\n")
        self.same_run("whole", "a")
        first, second = (self.folder / "submitted").read_text().splitlines()
        self.assertRegex(first, "--time=60 --array=1-3 --requeue --open-mode=append .*array.sh small.toml --name a$")
        self.assertIn("--dependency=afterok:7 ", second)

    def test_a_part_that_was_stopped_is_queued_again(self):
        (self.folder / "a.part-2-of-3.stop").write_text("")
        self.submit("3", "small.toml", "--name", "a", code=3)  # since these stand-ins do not wait for it
        self.assertEqual((self.folder / "requeued").read_text(), "requeue 7_2\n")

    def test_options(self):
        self.assertIn("expected the number of parts, found x", self.submit("x", code=2))
        self.assertIn("expected an input file, found nothing", self.submit("3", code=2))
        self.assertIn("no option --restart", self.submit("3", "small.toml", "--restart", code=2))


if __name__ == "__main__":
    unittest.main()
