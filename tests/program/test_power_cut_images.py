# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The machine loses its power at random moments, on a real file system: an ext4 image is copied while a run writes to it, and
the same command goes on in the copy. For root, with NEEL_NIGHTLY=1."""
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest

if os.environ.get("NEEL_NIGHTLY") != "1" or os.geteuid() != 0 or not shutil.which("mkfs.ext4"):
    print("skipped: needs NEEL_NIGHTLY=1, root and mkfs.ext4")
    sys.exit(77)

from harness import PROGRAM, SMALL, Case

CUTS = 7  # per kind of mount
OPTIONS = ("defaults", "data=writeback,commit=1,noauto_da_alloc")  # the second keeps no order that was not asked for


class PowerCutImages(Case):
    def setUp(self):
        super().setUp()
        self.input = SMALL.replace("[8, 8, 8]", "[16, 16, 16]").replace("[1.0, 0.5]", "[1.0, 0.8, 0.6, 0.5]").replace(
            "sweeps = 200", "sweeps = 1500") + '[output]\ncheckpoint = "0.02 s"\n'

    def mount(self, image, options):
        """The folder that shows an image."""
        folder = image.with_name(image.name + ".mounted")
        folder.mkdir()
        mounted = subprocess.run(["mount", "-o", f"loop,{options}", image, folder], capture_output=True, text=True)
        if mounted.returncode:
            self.skipTest(f"no loop mounts here: {mounted.stderr}")
        self.addCleanup(subprocess.run, ["umount", "--lazy", folder], capture_output=True)
        return folder

    def begin(self, folder):
        (folder / "small.toml").write_text(self.input)
        return subprocess.Popen([PROGRAM, "run", "small.toml", "--name", "a", "--progress", "none"], cwd=folder,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def results(self, folder):
        """What must not depend on cuts."""
        found = {ending: (folder / f"a.{ending}").read_bytes() for ending in ("tsv", "resolved.toml")}
        info = subprocess.run([PROGRAM, "info", "a.h5"], cwd=folder, capture_output=True, text=True)
        self.assertEqual(info.returncode, 0, info.stderr)
        found["hash"] = re.search(r"final configuration hash (\w+)", info.stdout).group(1)
        return found

    def finish(self, folder):
        """Runs to the end; whether it went on from a checkpoint."""
        run = self.begin(folder)
        out, err = run.communicate(timeout=300)
        self.assertEqual(run.returncode, 0, err)
        self.assertEqual(list(folder.glob("*.part")), [])
        return "continued" in out

    def copy(self, image, to):
        """A copy of what the image was at one moment: nothing of it changed meanwhile."""
        while True:
            for path in (to, to.with_suffix(".again")):
                subprocess.run(["cp", "--sparse=always", image, path], check=True)
            if to.read_bytes() == to.with_suffix(".again").read_bytes():
                to.with_suffix(".again").unlink()
                return

    def cut(self, run, moment, image, to, waits):
        """Holds the run at a moment, and copies the image without what the system has not written to it yet; `waits`: when it
        had some time for that, in whatever order it likes."""
        time.sleep(moment)
        os.kill(run.pid, signal.SIGSTOP)
        state = pathlib.Path(f"/proc/{run.pid}/stat")
        while state.read_text().rsplit(")", 1)[1].split()[0] not in "TZ":
            time.sleep(0.001)
        if waits:
            time.sleep(1.5)
        self.copy(image, to)

    def test_random_moments(self):
        whole = self.folder / "whole"
        whole.mkdir()
        began = time.monotonic()
        self.finish(whole)
        took, moments, went_on = time.monotonic() - began, random.Random(20261123), 0
        for options in OPTIONS:
            for number in range(CUTS):
                with self.subTest(options=options, number=number):
                    image, copied = self.folder / f"{options}{number}.img", self.folder / f"{options}{number}.copy"
                    subprocess.run(["truncate", "--size=32M", image], check=True)
                    subprocess.run(["mkfs.ext4", "-q", image], check=True)
                    folder = self.mount(image, options)
                    os.sync()
                    run = self.begin(folder)
                    self.cut(run, took * moments.random(), image, copied, waits=number % 2 == 1)
                    run.kill()
                    run.communicate()
                    after = self.mount(copied, options)
                    went_on += self.finish(after)
                    self.assertEqual(self.results(after), self.results(whole))
        self.assertGreater(went_on, CUTS)


if __name__ == "__main__":
    unittest.main()
