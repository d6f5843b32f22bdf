# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""scripts/snakemake/Snakefile: parts as jobs, two at once; stopped, killed and continued, they end with the bits of one run."""
import os
import re
import shutil
import signal
import subprocess
import sys
import unittest

try:
    import h5py  # noqa: F401
    import matplotlib  # noqa: F401
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)
if os.environ.get("NEEL_SANITIZE"):
    print("skipped: what jobs do is the same with sanitizers, and slower")
    sys.exit(77)
if not shutil.which("snakemake"):
    print("skipped: no Snakemake here (Debian: snakemake)")
    sys.exit(77)

from harness import PROGRAM, SOURCE, Case

PARTS = 3
# Long enough to be stopped; braces, which rules would take for wildcards.
SETTINGS = ["schedule.sweeps=20000", "algorithm.systems=4", "schedule.T={from = 1.0, to = 0.5, points = 3}",
            "output.checkpoint='0.1 s'"]


class Snakemake(Case):
    def command(self, *more, given="small.toml"):
        settings = ", ".join(f'"{s}"' for s in SETTINGS)
        return ["snakemake", "-s", SOURCE / "scripts/snakemake/Snakefile", "--cores", "2", "--config", f"input={given}", f"parts={PARTS}",
                "out=r", f"neel={PROGRAM}", f"python={sys.executable}", f"set=[{settings}]", *more]

    def env(self):
        return {**os.environ, "HOME": str(self.folder), "XDG_CACHE_HOME": str(self.folder / "cache")}

    def snakemake(self, *more, code=0, **given):
        done = subprocess.run(self.command(*more, **given), cwd=self.folder, env=self.env(), capture_output=True, text=True)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def end_at_work(self, number, line):
        """Starts the study, and sends a signal to all its processes when two parts have a line in their logs that begins so."""
        with subprocess.Popen(self.command(), cwd=self.folder, env=self.env(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                              start_new_session=True) as study:
            parts = []
            while len(parts) < 2:
                parts += re.findall(rf"output: r/small.parts/(\d)-of-{PARTS}", study.stderr.readline())
            logs = [self.folder / f"r/small.part-{part}-of-{PARTS}.log" for part in parts]
            for log in logs:
                self.wait_for_line(log, line)
            os.killpg(study.pid, number)
            study.communicate()  # the program has the same standard error
            self.assertNotEqual(study.returncode, 0)
        return [log.read_text() for log in logs]

    def test_stopped_killed_and_continued(self):
        for log in self.end_at_work(signal.SIGINT, "start configuration"):
            self.assertIn("stopped by SIGINT", log)
        self.end_at_work(signal.SIGKILL, "continued")
        self.snakemake("--unlock")
        self.assertIn("(100%) done", self.snakemake())
        self.assertIn("Nothing to be done", self.snakemake())
        self.run_small("whole", *(word for s in SETTINGS for word in ("--set", s)))
        self.same("whole", "r/small")
        self.assertEqual((self.folder / "r/small.png").read_bytes()[1:4], b"PNG")

    def test_a_part_that_was_stopped_is_tried_again(self):
        (self.folder / "r").mkdir()
        (self.folder / "r/small.part-2-of-3.stop").write_text("")
        self.snakemake("plot=false", "--retries", "1")
        self.assertIn("results in r/small.h5", (self.folder / "r/small.log").read_text())
        self.assertFalse((self.folder / "r/small.part-2-of-3.stop").exists())

    def test_what_is_refused(self):
        (self.folder / "wrong.toml").write_text((self.folder / "small.toml").read_text() + "seeed = 1\n")
        self.assertIn("algorithm.seeed", self.snakemake(code=1, given="wrong.toml"))
        self.assertIn("none.toml", self.snakemake(code=1, given="none.toml"))
        self.assertIn("parts=0: expected a whole number from 1 on", self.snakemake("parts=0", code=1))
        self.assertIn("partz", self.snakemake("partz=2", code=1))


if __name__ == "__main__":
    unittest.main()
