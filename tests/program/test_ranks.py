# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Runs that several processes share, by MPI: the bits of one process, however the lattice is cut or the systems are spread."""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import unittest

try:
    import h5py
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

import harness
from lattices import ANNEAL, CUT, LADDER, SPREAD

PROGRAM = os.environ.get("NEEL_RANKS_PROGRAM")
if not PROGRAM or not harness.MPIRUN:
    print("skipped: there is no program with MPI, or no mpirun")
    sys.exit(77)
LAUNCHER, ENVIRONMENT = harness.launcher()

SCAN = "[scan]\nalgorithm.seed = [1, 2, 3, 4, 5, 6, 7]\n"
LONGER = ("--set", f"schedule.sweeps={12000 // harness.SLOWER}")


class Ranks(harness.Case):
    def on(self, ranks, name, *arguments, file="small.toml", program=PROGRAM, code=0):
        """Runs an input on so many ranks."""
        done = subprocess.run([*LAUNCHER, str(ranks), program, "run", file, "--name", name, "--progress",
                               "none", *map(str, arguments)], cwd=self.folder, capture_output=True, text=True,
                              env={**os.environ, **ENVIRONMENT}, timeout=harness.PATIENCE)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def start_on(self, ranks, name, *arguments, at=("start configuration", "continued")):
        """Starts a run, and waits until it is at work; also the process of each rank."""
        run = subprocess.Popen([*LAUNCHER, str(ranks), PROGRAM, "run", "small.toml", "--name", name,
                                "--progress", "none", *map(str, arguments)], cwd=self.folder, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, env={**os.environ, **ENVIRONMENT})
        self.addCleanup(run.wait)
        self.addCleanup(run.kill)
        self.addCleanup(run.stdout.close)
        self.addCleanup(run.stderr.close)
        for line in run.stdout:
            if line.startswith(at):
                break
        processes = {}
        for environment in pathlib.Path("/proc").glob("[0-9]*/environ"):
            try:
                if os.readlink(environment.with_name("exe")) == os.path.realpath(PROGRAM):
                    rank = re.search(rb"(?:OMPI_COMM_WORLD_RANK|PMI_RANK)=([0-9]+)", environment.read_bytes())
                    if f"--name\0{name}\0".encode() in environment.with_name("cmdline").read_bytes():
                        processes[int(rank[1])] = int(environment.parent.name)
            except OSError:
                continue  # it has ended, or is another user's
        self.assertEqual(sorted(processes), list(range(ranks)))
        return run, processes

    def write(self, text):
        (self.folder / "small.toml").write_text(text)

    def same_on_all(self, text, *arguments, ranks=(2, 3, 4)):
        self.write(text)
        self.run_small("whole", *arguments, "--force")
        out = ""
        for n in ranks:
            with self.subTest(ranks=n):
                out = self.on(n, f"on{n}", *arguments, "--force").stdout
                self.assertIn("ranks 0, 1", out)
                self.same("whole", f"on{n}")
                configurations = [(self.folder / f"{name}.vtkhdf").read_bytes() for name in ("whole", f"on{n}")]
                self.assertEqual(*configurations)
        return out

    def test_lattices_are_cut(self):
        for name, text in CUT.items():
            with self.subTest(name):
                self.same_on_all(text, ranks={**dict.fromkeys(("ions", "ising", "xy", "glass", "bytes"), (2, 3, 4)), "crystal": (2, 4), "population of a crystal": (2,),
                                              "stencil": (2, 4), "orders": (2, 3), "surface": (2,),
                                              "blocks": (2, 4)}.get(name, (3,)))

    def test_systems_are_spread(self):
        for name, text in SPREAD.items():
            with self.subTest(name):
                self.same_on_all(text, "--set", "algorithm.systems=5", ranks=(2, 4) if name == "ions" else (3,))

    def test_snapshots_and_lowest_energies(self):
        snapshots = ("--set", "output.snapshots={every = 9, energy = true, systems = \"all\"}", "--set", "measure.lowest=true")
        for lattice in ("periodic", "rows"):
            self.same_on_all(CUT[lattice], *snapshots, ranks=(3,))
        self.same_on_all(SPREAD["ising"], *snapshots, "--set", "algorithm.systems=5", ranks=(3,))

    def test_structure_factors(self):
        measured = ("--set", "measure.structure={grid = true, every = 1}", "--set", "measure.correlations=true",
                    "--set", "lattice.boundary=\"periodic\"")
        ladder = CUT["ising"].replace(ANNEAL, LADDER)
        kagome = CUT["crystal"].replace("bcc", "kagome").replace("[4, 4, 8]", "[4, 4, 6]").replace("shell = 4", "shell = 2")
        cut = ("ising", "xy", "periodic", "phi4", "plane", "crystal", "alloy", "ladder", "square", "rotors")
        texts = [(CUT[name].replace("[9, 6, 11]", "[8, 6, 10]").replace('boundary = "open"\n', "")
                  .replace('boundary = ["open", "periodic", "open"]\n', ""), ()) for name in cut]
        texts += [(ladder, ("--set", "measure.lowest=true")), (kagome.replace(ANNEAL, LADDER), ())]
        texts += [(SPREAD[name], ("--set", "algorithm.systems=5")) for name in ("ising", "ions", "crystal", "phi4", "glass")]
        texts += [(CUT[name], ()) for name in ("glass", "sliced")]
        models = re.search(r"models: (.*)", subprocess.run([PROGRAM, "info"], capture_output=True, text=True).stdout)[1].split(", ")
        texts = [(text, systems) for text, systems in texts if re.search('name = "([^"]*)"', text)[1] in models]
        self.assertGreater(len(texts), 5)
        for text, systems in texts:
            with self.subTest(text):
                self.same_on_all(text, *measured, *systems, ranks=(2,))

    def test_a_start_from_a_file(self):
        for text, systems in ((CUT["periodic"], 1), (SPREAD["ising"], 3)):
            self.write(text)
            systems = ("--set", f"algorithm.systems={systems}")
            self.run_small("before", *systems, "--force")
            self.same_on_all(text, *systems, "--set", "schedule.start=\"file:before.vtkhdf\"", ranks=(3,))

    def test_a_start_that_cannot_be_is_refused_once(self):
        self.write(CUT["periodic"])
        self.run_small("before")
        with h5py.File(self.folder / "before.vtkhdf", "r+") as file:
            file["VTKHDF/PointData/spin"][3, 2, 1] = [0.6, 0.6, 0.6]
        for more, words in ((("--set", "algorithm.seed=9"), "the spin on site (1, 2, 3) of system 0 is not of unit length: (0.6"),
                            (("--set", "material.disorder_seed=9"), "the ions of system 0 are not those of this run")):
            err = self.on(3, "refused", "--set", "schedule.start=\"file:before.vtkhdf\"", *more, code=2).stderr
            self.assertEqual(err.count("neel: error:"), 1, err)
            self.assertIn(words, err)
            self.assertEqual(list(self.folder.glob("refused*h5")), [])

    def test_a_run_goes_on_with_other_numbers_of_ranks(self):
        measured = ("--set", "schedule.thermalize=0", "--set", "schedule.measure_every=1")  # from the first sweep on
        for name, text, systems, ranks, more in (("cut", CUT["ions"], 1, (4, 3), measured), ("alloy", CUT["alloy"], 1, (3,), measured),
                                                 ("rows", CUT["rows"], 1, (3,), measured),
                                                 ("stencil", CUT["stencil"], 1, (3,), measured),
                                                 ("tiles of phi", CUT["blocks"], 1, (4, 3), measured),
                                                 ("glass", CUT["quench"], 1, (3, 2), ()), ("cycle", CUT["cycle"], 3, (3,), ()),
                                                 ("ions", SPREAD["ions"], 5, (3,), measured),
                                                 ("crystal", SPREAD["crystal"], 5, (3,), measured),
                                                 ("phi4", SPREAD["phi4"], 5, (3,), measured),
                                                 ("majority", SPREAD["majority"], 5, (3,), ()),
                                                 ("waiting", SPREAD["waiting"], 5, (3, 2), ())):  # beyond a waiting time
            with self.subTest(name):
                self.write(text)
                arguments = ("--set", f"algorithm.systems={systems}", *more)
                for path in self.folder.glob("a.*"):
                    path.unlink()
                self.run_small("whole", *arguments, "--force")
                for n in ranks:  # each stops after a sweep
                    (self.folder / "a.stop").write_text("")
                    self.on(n, "a", *arguments, code=75)
                self.on(2, "a", *arguments)
                self.same("whole", "a")

    def test_a_lattice_of_many_pieces_goes_on(self):
        """Of 16 MB each, so that a square lattice, whose rows ranks share as planes, is more than one; those of its final
        configuration are of 2^20 sites."""
        longer = ("--set", "schedule.sweeps=4")
        for size, n in (("[2944, 2944]", 2), ("[1024, 1040, 6]", 2)):
            with self.subTest(size):
                self.write(f'[model]\nname = "xy"\n[lattice]\nsize = {size}\n[schedule]\nT = 0.9\nthermalize = 1\nsweeps = 2\n'
                           'measure_every = 2\n[output]\nkeep_checkpoint = true\n')
                self.run_small("whole", *longer, "--force")
                self.on(n, "a", "--force")
                self.assertIn("continued", self.on(3, "a", *longer).stdout)
                self.same("whole", "a")
                self.assertEqual(*[(self.folder / f"{name}.vtkhdf").read_bytes() for name in ("whole", "a")])

    def start_scan(self, name):
        """A scan that three ranks have begun, when one process has done it as "whole"."""
        self.write(SPREAD["crystal"] + SCAN)
        self.run_small("whole", *LONGER)
        return self.start_on(3, name, *LONGER, at="run 1 of 7")

    def scan_is_same(self, name, other):
        files = sorted(p.name[len(name):] for p in self.folder.glob(f"{name}*.tsv"))
        self.assertEqual(len(files), 8)  # of each run and of all together
        for ending in files:
            self.same(name + ending[:-4], other + ending[:-4])

    def test_ranks_take_the_runs_of_a_scan_in_turn(self):
        self.write(SPREAD["crystal"] + SCAN)
        longer = ("--set", "schedule.sweeps=3000")
        self.run_small("whole", *longer)
        for n in (2, 4):
            with self.subTest(ranks=n):
                out = self.on(n, f"on{n}", *longer).stdout
                self.assertIn(f"{n} ranks work on runs of their own", out)
                self.assertEqual(len(re.findall(r"run [1-7] of 7", out)), 7, out)
                self.assertIn("(rank 1)", out)
                self.scan_is_same("whole", f"on{n}")

    def test_fewer_runs_than_ranks_are_shared(self):
        self.write(CUT["ising"] + "[scan]\nalgorithm.seed = [1, 2]\n")
        self.run_small("whole")
        self.assertNotIn("of their own", self.on(3, "shared").stdout)
        for ending in ("", "_seed1", "_seed2"):
            self.same("whole" + ending, "shared" + ending)

    def test_runs_that_cannot_be_shared_are_taken_by_ranks_even_if_they_are_few(self):
        self.write(SPREAD["phi4"].replace("[8, 8]", "[8, 4]") + "[scan]\nalgorithm.seed = [1, 2]\n")
        out = self.on(3, "two").stdout  # one rank has nothing to do
        self.assertIn("of their own", out)
        self.assertIn("2 runs, 2 at once", self.on(3, "dry", "--dry-run", "--set", "schedule.sweeps=100").stdout)

    def test_a_rank_that_is_held_up_leaves_the_other_runs_to_the_others(self):
        run, processes = self.start_scan("held")
        os.kill(processes[1], signal.SIGSTOP)
        out = []
        for line in run.stdout:  # rank 1 has a run, perhaps a second one, the others do all the rest, and wait
            out.append(line)
            if "run 7 of 7" in line:
                break
        os.kill(processes[1], signal.SIGCONT)
        rest, err = run.communicate(timeout=120)
        self.assertEqual(run.returncode, 0, "".join(out) + rest + err)
        self.assertLessEqual("".join(out).count("(rank 1)"), 2)
        self.scan_is_same("whole", "held")

    def test_a_scan_that_ranks_share_is_stopped_and_goes_on(self):
        run, processes = self.start_scan("a")
        os.kill(processes[2], signal.SIGTERM)
        out, err = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 75, out + err)
        (self.folder / "a.stop").write_text("")
        self.on(2, "a", *LONGER, code=75)
        self.on(3, "a", *LONGER)
        self.scan_is_same("whole", "a")

    def test_a_signal_to_any_rank_stops_all(self):
        self.write(CUT["ions"])
        long = ("--set", "schedule.sweeps=30000000")
        run, processes = self.start_on(3, "stopped", *long)
        os.kill(processes[2], signal.SIGTERM)
        out, err = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 75, out + err)
        self.assertIn("stopped by SIGTERM", out)

    def test_a_rank_that_is_killed_ends_the_run_which_can_go_on(self):
        self.write(CUT["ions"])
        keep = ("--set", f"schedule.sweeps={6000 // harness.SLOWER}", "--set", "output.checkpoint=\"0.05 s\"")
        self.run_small("whole", *keep)
        run, processes = self.start_on(3, "killed", *keep)
        checkpoint = self.folder / "killed.chk.h5"
        while not checkpoint.exists():
            self.assertIsNone(run.poll(), "it has ended before its first checkpoint")
            time.sleep(0.01)
        os.kill(processes[1], signal.SIGKILL)
        began = time.monotonic()
        run.communicate(timeout=60)
        self.assertLess(time.monotonic() - began, 30)
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("continued", self.on(2, "killed", *keep).stdout)
        self.same("whole", "killed")

    def test_what_cannot_be_shared_is_refused(self):
        for text, arguments, words in (
                (SPREAD["phi4"], ("--set", "lattice.size=[8, 4]"), "can be cut into 2 slabs at most"),
                (CUT["blocks"], ("--set", "lattice.size=[8, 8, 16]", "--set", "sweep.tile=[4, 4, 4]"), "can be cut into 2 slabs at most"),
                (CUT["patches"], ("--set", "sweep.tile=[4, 9]"), "its lattice cannot be cut"),
                (CUT["glass"], ("--set", "coding.generator=\"minstd\""), "its lattice cannot be cut"),
                (CUT["crystal"], ("--set", "couplings.disorder=\"pm\""), "its lattice cannot be cut"),
                (CUT["board"], ("--set", "lattice.size=[64, 20]"), "can be cut into 2 slabs at most"),
                (CUT["square"], ("--set", "lattice.size=[8, 2]"), "its lattice cannot be cut"),
                (CUT["ising"], ("--set", "lattice.size=[8, 4, 4]"), "can be cut into 2 slabs at most"),
                (CUT["ising"], ("--set", "lattice.length=3"), "unknown key lattice.length")):
            with self.subTest(words):
                self.write(text)
                err = self.on(3, "refused", *arguments, code=2).stderr
                self.assertEqual(err.count("neel: error:"), 1, err)
                self.assertIn(words, err)
                self.assertEqual(list(self.folder.glob("refused*")), [])

    def test_an_input_can_say_how_it_is_shared(self):
        self.write(SPREAD["glass"])
        four = ("--set", "algorithm.systems=4", "--set", "lattice.size=[4, 4, 8]")
        self.run_small("whole", *four, "--set", "parallel.decompose=[1, 1, 2]")  # of one process nothing is cut
        for name, asked, told in (("by", [], "each rank has some of the systems"), ("cut", [1, 1, 2], "the lattice is cut into 2 slabs"),
                                  ("spread", [1], "each rank has some of the systems")):
            said = self.on(2, name, *four, *(("--set", f"parallel.decompose={asked}") if asked else ())).stdout
            self.assertIn(told, said)
            self.same("whole", name)
        self.write(SPREAD["glass"] + "[scan]\nalgorithm.seed = [1, 2]\n")
        self.assertIn("cut into 2 slabs", self.on(2, "scan", *four, "--set", "parallel.decompose=[1, 1, 2]").stdout)
        for asked, words in (("[1, 2, 1]", "this lattice is cut along z alone"), ("[1, 1, 4]", "not one part for each of 2 ranks"),
                             ("[1, 0]", "whole numbers from 1")):
            err = self.on(2, "refused", *four, "--set", f"parallel.decompose={asked}", code=2).stderr
            self.assertIn("parallel.decompose", err)
            self.assertIn(words, err)
        self.write(CUT["ising"])
        for n, asked in ((2, "[2, 1, 1]"), (4, "[1, 2, 2]")):
            self.assertIn("this lattice is cut along z alone",
                          self.on(n, "refused", "--set", f"parallel.decompose={asked}", code=2).stderr)
        self.write(SPREAD["glass"])
        self.assertIn("can be cut into 2 slabs at most", self.on(3, "refused", "--set", "parallel.decompose=[1, 1, 3]", code=2).stderr)
        self.assertIn("it has 1 system", self.on(2, "refused", "--set", "parallel.decompose=[1]", code=2).stderr)

    def command(self, *arguments):
        """Another command on two ranks."""
        return subprocess.run([*LAUNCHER, "2", PROGRAM, *arguments], cwd=self.folder, capture_output=True,
                              text=True, env={**os.environ, **ENVIRONMENT}, timeout=harness.PATIENCE)

    def test_bench_of_ranks_and_a_plan_with_what_it_measured(self):
        done = self.command("bench", "--size", "64", "--repetitions", "1", "--json", "two.json")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertNotIn("left out", done.stdout)
        self.assertEqual([line for line in done.stdout.splitlines() if len(line) > 80], [])
        found = json.loads((self.folder / "two.json").read_text())
        hashes = {}
        for row in found["rows"]:
            if "long" not in row["labels"]:
                hashes.setdefault(row["labels"]["lattice"], []).append(row["hash"])
        self.assertEqual(set(hashes), {"heisenberg", "crystal", "ising", "glass", "glass-sliced", "phi4", "board"})
        for lattice, (one, two) in hashes.items():
            self.assertEqual(one, two, lattice)
        sent = [swap["bytes"] for swap in found["network"]["swaps"]]
        self.assertEqual(sent, [2 * 4**k * 1024 for k in range(8)])
        self.write(CUT["ising"])
        plan = self.neel("plan", "small.toml", "--ranks", "2", "--network", "two.json")
        self.assertIn(found["network"]["about"], plan.stdout)

    def test_other_commands_and_other_builds_say_so(self):
        done = self.command("validate")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(done.stderr.count("only `neel run` and `neel bench` work"), 1, done.stderr)
        done = self.command("bench", "ising")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("neel bench ising is for one process", done.stderr)
        self.write(CUT["ising"])
        self.assertIn("knows no MPI", self.on(2, "without", program=harness.PROGRAM, code=2).stderr)


if __name__ == "__main__":
    unittest.main()
