# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""--dry-run says what a run takes before it takes it, and refuses what the run refuses. No time is compared: others use the
machine, too."""
import os
import re
import subprocess
import unittest

from harness import PROGRAM, Case

HEISENBERG = '[model]\nname = "heisenberg"\n[material]\nions = ["A", "B"]\nfractions = {B = 0.4}\n' \
             'exchange = {A-A = 1, A-B = 0.5, B-B = 0.2}\n'
ANNEAL = "[schedule]\nT = [2.0, 1.0]\nthermalize = 2\nsweeps = 4\nmeasure_every = 2\n"

# Each with arrays of many times the program's own memory.
LARGE = {
    "spins": HEISENBERG + "[lattice]\nsize = [128, 128, 128]\n" + ANNEAL,
    "field": '[model]\nname = "phi4"\n[couplings]\nmass_squared = -1\ng = 10\n[lattice]\nsize = [224, 224, 224]\n' + ANNEAL,
    "bins": '[model]\nname = "ising"\n[lattice]\nsize = [4, 4]\n[algorithm]\nsystems = 200\n[schedule]\nT = [3.0, 2.5, 2.0]\n'
            'thermalize = 10\nsweeps = 1000\nmeasure_every = 1\n',
    "tempering": HEISENBERG + '[lattice]\nsize = [4, 4]\n[algorithm]\nsystems = 8\n[schedule]\nkind = "temper"\n'
                 'T = {from = 2, to = 0.5, points = 16}\nthermalize = 10\nsweeps = 1000\nmeasure_every = 1\n',
    "quench": '[model]\nname = "edwards-anderson"\n[lattice]\nsize = [24, 24, 24]\n[algorithm]\nsystems = 12\n[schedule]\n'
              'kind = "quench"\nT = 0.7\ntimes = [1, 2, 4, 8]\n[measure]\nwaiting_times = [2, 4]\n',
    "boards": '[model]\nname = "majority"\n[lattice]\nsize = [8192, 4096]\n[schedule]\nthermalize = 10\nsweeps = 10\n',
}


class DryRun(Case):
    def setUp(self):
        super().setUp()
        for name, text in LARGE.items():
            (self.folder / f"{name}.toml").write_text(text)

    def dry(self, name, *arguments):
        before = self.files()
        result = self.neel("run", f"{name}.toml", "--dry-run", *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.files(), before)
        return result.stdout

    def files(self):
        return {p: (p.stat().st_mtime_ns, p.stat().st_size) for p in self.folder.iterdir()}

    def peak(self, name):
        """Bytes that a run had at most, with a checkpoint."""
        process = subprocess.Popen([PROGRAM, "run", f"{name}.toml", "--quiet", "--progress", "none", "--set",
                                    "output.keep_checkpoint=true"], cwd=self.folder)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0)
        return usage.ru_maxrss * 1024

    def test_memory_is_that_of_the_run(self):
        if "backend: CUDA" in self.neel("info").stdout or os.environ.get("NEEL_SANITIZE"):
            self.skipTest("drivers and sanitizers have memory of their own")
        for name in LARGE:
            with self.subTest(name):
                said = re.search(r"memory: at most ([\d.]+) (MB|GB) on the host", self.dry(name, "--time-limit", "0.1 s"))
                bytes_said = float(said[1]) * {"MB": 1e6, "GB": 1e9}[said[2]]
                found = self.peak(name)
                self.assertGreater(found, 70e6)
                self.assertLess(abs(bytes_said / found - 1), 0.25, f"{bytes_said / 1e6} MB said, {found / 1e6} MB found")

    def test_time_is_measured(self):
        out = self.dry("small")
        self.assertRegex(out, r"measured on this machine \(.+\) in [\d.]+ s: [\d.e-]+ updates/ns without measurements, "
                              r"[\d.e-]+ with one every 10 sweeps\n")
        self.assertRegex(out, r"estimated time: about [\d.]+ s, without writing files\n")
        out = self.dry("small", "--set", "schedule.sweeps=1e9", "--target-error", "energy=0.1")
        self.assertRegex(out, r"estimated time: from about .+, where target errors end points as soon as they can, "
                              r"to about \d+ (h \d+ min|days \d+ h), without writing files\n")
        out = self.dry("small", "--set", "scan.algorithm.systems=[1, 2]")
        self.assertRegex(out, r"systems = 1: estimated time about .+\nsystems = 2: estimated time about ")
        self.assertIn("each run by itself", out)
        out = self.dry("small", "--set", "scan.algorithm.seed={from=1,to=40,points=40}")
        self.assertIn("16 of the runs", out)
        self.assertEqual(out.count("\nseed = "), 40)

    def test_what_the_run_refuses(self):
        (self.folder / "mine.log").write_text("my own notes\n")
        self.run_small("done")
        much = ("--set", "lattice.size=[1000,1000,1000]", "--set", "algorithm.systems=1000")
        for code, *arguments in ((4, *much), (4, *much, "--set", "scan.algorithm.seed=[1, 2]"),
                                 (4, "--set", "schedule.sweeps=1e9", "--set", "measure.bins=1e5", "--set",
                                  "algorithm.systems=1e4"),
                                 (4, "--set", "schedule.kind=temper", "--set", "schedule.T={from=2,to=1,points=2000}",
                                  "--set", "lattice.size=[500,500,500]"),
                                 (2, "--name", "mine"), (2, "--name", "done", "--set", "algorithm.seed=9"),
                                 (2, "--name", "done", "--restart", "--set", "algorithm.seed=9"),
                                 (2, "--name", "done", "--set", "scan.algorithm.seed=[1, 2]"),
                                 (2, "--time-limit", "soon"), (2, "--name", "a/b"), (2, "--set", "schedule.T=0")):
            with self.subTest(arguments):
                run, dry = [self.refused(code, arguments=["run", "small.toml", *arguments, *flag])
                            for flag in ((), ("--dry-run",))]
                free = re.compile(r"only [\d.]+ [MG]B are free")
                self.assertEqual(free.sub("", run.stderr), free.sub("", dry.stderr))
                self.assertTrue(code != 4 or len(dry.stderr.splitlines()) == 1)
                self.assertEqual(dry.stdout, "")

    def test_what_is_there_already(self):
        self.run_small("a")
        self.assertIn("note: a.h5 already holds the finished results of this input\n", self.dry("small", "--name", "a"))
        self.assertNotIn("note: ", self.dry("small", "--name", "a", "--restart"))
        self.stopped_after("T ", "b", "--set", "schedule.T=[1.0, 0.9, 0.8, 0.7]", "--set", "schedule.sweeps=5000")
        out = self.dry("small", "--name", "b", "--set", "schedule.T=[1.0, 0.9, 0.8, 0.7]", "--set", "schedule.sweeps=5000")
        left, all_sweeps = map(int, re.search(r"note: goes on from a checkpoint, with (\d+) of (\d+) sweeps left", out).groups())
        self.assertEqual(all_sweeps, 4 * 5050)
        self.assertLessEqual(left, 3 * 5050)


if __name__ == "__main__":
    unittest.main()
