# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""A run that dies or is stopped goes on as if nothing had happened."""
import math
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

try:
    import h5py
    import numpy
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from harness import PATIENCE, PROGRAM, SLOWER, SOURCE, Case, seal

LONG = ("--set", "lattice.size=[32,32,32]", "--set", f"schedule.sweeps={500 // SLOWER}",
        "--set", f"schedule.thermalize={125 // SLOWER}")


class Restart(Case):
    def stopped(self, name, *arguments, by):
        """Starts or continues a run, stops it in its middle with a signal, and checks that it says so."""
        run = self.started("--name", name, *LONG, *arguments)
        run.send_signal(by)
        out, err = run.communicate(timeout=120)
        self.assertEqual(run.returncode, 75, err)
        self.assertIn(f"stopped by {by.name}", out)
        self.assertIn("run the same command to continue", out)

    def test_killed_at_random_moments(self):
        """Threads change at every start, and so does the program where NEEL_OTHER_PROGRAM names one of another backend."""
        programs = [PROGRAM, os.environ.get("NEEL_OTHER_PROGRAM", PROGRAM)]
        sweeps, took = 250 // SLOWER, 0
        while took < 2:  # so long that it can be killed at work on a machine of any speed
            sweeps *= 2
            size = [*LONG, "--set", f"schedule.sweeps={sweeps}"]
            began = time.monotonic()
            self.run_small("whole", *size, "--restart", "--force")
            took = time.monotonic() - began
        most = 20 if os.environ.get("NEEL_NIGHTLY") else 8
        moments = random.Random(20261121)
        kills = continued = 0
        while True:
            run = subprocess.Popen([programs[kills % 2], "run", "small.toml", "--name", "parts", "--progress", "none", *size,
                                    "--set", 'output.checkpoint="0.02 s"', "--threads", str(1 + kills % 3)],
                                   cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            try:
                out, err = run.communicate(timeout=took * (0.1 + 0.3 * moments.random()) if kills < most else 300)
            except subprocess.TimeoutExpired:
                run.kill()
                out, err = run.communicate()
                kills += 1
                continued += "continued" in out
                continue
            self.assertEqual(run.returncode, 0, err)
            if kills == most:
                break
            # It was done before it could be killed often enough: once more from the start.
            for path in self.folder.glob("parts*"):
                path.unlink()
        self.assertGreater(continued, most // 4)
        self.assertRegex(out, "continued|already holds")  # the last kill may come between the last file and the end
        self.same("whole", "parts")

    def test_every_signal_stops_with_a_checkpoint(self):
        self.run_small("whole", *LONG)
        for by in (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1):
            with self.subTest(by.name):
                self.stopped(by.name, by=by)
                self.assertIn("continued", self.run_small(by.name, *LONG, "--threads", 1).stdout)
                self.same("whole", by.name)

    def test_second_signal_ends_at_once(self):
        run = self.started("--name", "a", *LONG, "--set", "lattice.size=[128,128,128]")
        run.send_signal(signal.SIGTERM)
        while int(re.search(r"ShdPnd:\s*(\w+)", Path(f"/proc/{run.pid}/status").read_text())[1], 16):
            time.sleep(0.001)  # not caught yet
        time.sleep(0.02)
        run.send_signal(signal.SIGSTOP)  # what is left to do may take less than the second within which two signals are one wish
        time.sleep(1.1)
        run.send_signal(signal.SIGTERM)
        run.send_signal(signal.SIGCONT)
        self.assertEqual(run.wait(PATIENCE), -signal.SIGTERM)
        run.communicate()

    def test_stop_file(self):
        self.run_small("whole", *LONG)
        (self.folder / "a.stop").write_text("")
        result = self.neel("run", "small.toml", "--name", "a", "--progress", "none", *LONG)
        self.assertEqual(result.returncode, 75)
        self.assertIn("stopped by the file a.stop", result.stdout)
        self.assertFalse((self.folder / "a.stop").exists())
        self.run_small("a", *LONG)
        self.same("whole", "a")

    def test_time_limit(self):
        result = self.neel("run", "small.toml", "--name", "a", "--progress", "none", *LONG, "--time-limit", "0 s")
        self.assertEqual(result.returncode, 75)
        self.assertIn("stopped by --time-limit", result.stdout)
        self.refused(2, "--time-limit", "\"soon\" is not a time",
                     arguments=["run", "small.toml", "--name", "b", "--time-limit", "soon"])

    def test_slurm_time_limit(self):
        result = self.neel("run", "small.toml", "--name", "a", *LONG, env={"SLURM_JOB_END_TIME": str(int(time.time()) + 20)})
        self.assertEqual(result.returncode, 75)
        self.assertIn("time limit of the Slurm job", result.stdout)

    def test_what_is_no_end_of_a_slurm_job(self):
        for text in ("1e10", "1", "-5", "1700000000x", " 1700000000", "99999999999999999999", "100000000001", ""):
            with self.subTest(text):
                result = self.neel("run", "small.toml", "--name", "a", "--restart", env={"SLURM_JOB_END_TIME": text})
                self.assertEqual(result.returncode, 0, result.stdout)

    def test_damaged_checkpoint_falls_back_to_the_one_before(self):
        self.run_small("whole", *LONG)
        self.stopped("a", by=signal.SIGTERM)
        self.stopped("a", by=signal.SIGTERM)
        checkpoint, previous = self.folder / "a.chk.h5", self.folder / "a.chk.h5.prev"
        good = checkpoint.read_bytes()
        flipped = bytearray(good)
        flipped[len(flipped) // 2] ^= 16
        for bad in (good[: len(good) // 2], bytes(flipped), b""):
            for path in self.folder.glob("b.*"):
                path.unlink()
            (self.folder / "b.chk.h5").write_bytes(bad)
            shutil.copy(previous, self.folder / "b.chk.h5.prev")
            out = self.run_small("b", *LONG).stdout
            self.assertIn("note: cannot read b.chk.h5", out)
            self.assertIn("going on from the checkpoint before it", out)
            self.same("whole", "b")

    def test_both_checkpoints_damaged(self):
        self.stopped("a", by=signal.SIGTERM)
        (self.folder / "a.chk.h5").write_bytes(b"rubbish")
        (self.folder / "a.chk.h5.prev").write_bytes(b"rubbish")
        self.refused(3, "cannot read a.chk.h5:", "cannot read a.chk.h5.prev:", "nothing was overwritten", "--restart",
                     arguments=["run", "small.toml", "--name", "a", *LONG])
        self.assertEqual((self.folder / "a.chk.h5").read_bytes(), b"rubbish")
        self.assertNotIn("continued", self.run_small("a", *LONG, "--restart").stdout)

    def test_no_bit_of_a_checkpoint_changes_unnoticed(self):
        self.stopped("a", "--set", "lattice.size=[8,8,8]", by=signal.SIGTERM)
        good = (self.folder / "a.chk.h5").read_bytes()
        told = self.neel("info", "a.chk.h5").stdout
        flips = random.Random(5)
        for _ in range(60):
            bad = bytearray(good)
            bad[flips.randrange(len(bad))] ^= 1 << flips.randrange(8)
            (self.folder / "b.chk.h5").write_bytes(bad)
            result = self.neel("info", "b.chk.h5")
            if result.returncode == 0:  # a byte that means nothing
                self.assertEqual(result.stdout.replace("b.chk", "a.chk"), told)
                with h5py.File(self.folder / "a.chk.h5") as a, h5py.File(self.folder / "b.chk.h5") as b:
                    numpy.testing.assert_array_equal(a["configuration/spins"], b["configuration/spins"])
                    numpy.testing.assert_array_equal(a["bins/sums"], b["bins/sums"])
            else:
                self.assertEqual(result.returncode, 3, result.stderr)

    def forgeries(self, path):
        """Changes of a checkpoint to what no run comes to, with what they are called."""
        def attribute(group, name, value):
            def change(file):
                del file[group].attrs[name]
                if value is not None:
                    file[group].attrs[name] = value
            return f"{group}@{name} = {value}", change

        def number(name, at, value):
            def change(file):
                file[name][at] = value
            return f"{name}[{at}] = {value}", change
        with h5py.File(path) as file:
            for group in ("position", "bins", "timing"):
                for name, value in file[group].attrs.items():
                    for forged in (numpy.int64(-1), numpy.int64(value) + 1, numpy.int64(2**62), float(value) + 0.5, "1", None):
                        yield attribute(group, name, forged)
            for name in ("bins/length", "bins/measurements"):
                for forged in (-1, 0, file[name][0] + 1, 2**62):
                    yield number(name, 0, forged)
            for forged in (math.nan, math.inf) if file["bins/sums"].size else ():
                yield number("bins/sums", file["bins/sums"].size - 1, forged)
            for forged in (math.nan, math.inf, 0, -1, 100) if "cones" in file["configuration"] else ():
                yield number("configuration/cones", 1, forged)
            for at in range(36 if "ladder" in file["configuration"] else 0):
                yield number("configuration/ladder", at, 2**63)

    def test_forged_checkpoints(self):
        """With a checksum that is right: refused in a sentence, or the run ends with the same bits."""
        for name, line, more in (("annealed", "T 1 ", ("--set", 'algorithm.update=["cone"]')),
                                 ("tempered", "start", ("--set", "schedule.kind=temper", "--set", "schedule.T=[1.0, 0.8, 0.5]"))):
            run = ("--set", "lattice.size=[4,4,4]", "--set", f"schedule.sweeps={20000 // SLOWER}", *more)
            self.run_small(name, *run)
            self.stopped_after(line, "a", *run, "--force")
            for path in self.folder.glob("a.*"):
                if path.name not in ("a.chk.h5", "a.resolved.toml"):
                    path.unlink()
            good = (self.folder / "a.chk.h5").read_bytes()
            for label, change in list(self.forgeries(self.folder / "a.chk.h5")):
                with self.subTest(name, forged=label):
                    (self.folder / "a.chk.h5").write_bytes(good)
                    with h5py.File(self.folder / "a.chk.h5", "r+") as file:
                        change(file)
                    seal(self.folder / "a.chk.h5")
                    result = self.neel("run", "small.toml", "--name", "a", "--progress", "none", *run)
                    if result.returncode == 0:
                        self.same(name, "a")
                        (self.folder / "a.h5").unlink()
                    else:
                        self.assertIn(result.returncode, (3, 5), result.stderr)
                        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        (self.folder / "a.chk.h5").write_bytes(good)
        with h5py.File(self.folder / "a.chk.h5", "r+") as file:
            file.attrs["remark"] = "no run wrote this"
        self.refused(3, "a.chk.h5: damaged: it does not end with its checksum", arguments=["run", "small.toml", "--name", "a", *run])

    def test_kept_checkpoints_of_older_versions(self):
        data = SOURCE / "tests" / "data"
        for version in (1, 2):
            with self.subTest(version=version):
                shutil.copy(data / f"version-{version}.chk.h5", self.folder / f"version-{version}.chk.h5")
                self.refused(3, f"it has format version {version}, but this Neel reads versions 3 and 4",
                             "continue it with the Neel that wrote it", "start over with --restart",
                             arguments=["run", data / f"version-{version}.toml"])

    def test_checkpoints_of_version_3(self):
        """They differ in what Heisenberg models measure alone."""
        data = SOURCE / "tests" / "data"
        shutil.copy(data / "version-3.chk.h5", self.folder / "version-3.chk.h5")
        self.refused(3, "quantities where this Neel measures", "start over with --restart", arguments=["run", data / "version-3.toml"])
        (self.folder / "small.toml").write_text('[model]\nname = "ising"\n[lattice]\nsize = [8, 8]\n[schedule]\nT = [2.5, 2.0]\nthermalize = 9\n'
                                                'sweeps = 400\n[output]\ncheckpoint = "1 point"\nkeep_checkpoint = true\n')
        self.run_small("whole", *LONG)
        self.stopped("a", by=signal.SIGTERM)
        with h5py.File(self.folder / "a.chk.h5", "r+") as file:
            file.attrs["format_version"] = 3
        seal(self.folder / "a.chk.h5")
        self.run_small("a", *LONG)
        self.same("whole", "a")

    def test_kept_checkpoint(self):
        data = SOURCE / "tests" / "data"
        shutil.copy(data / "version-4.chk.h5", self.folder / "version-4.chk.h5")
        whole = self.neel("run", data / "version-4.toml", "--name", "whole")
        self.assertEqual(whole.returncode, 0, whole.stderr)
        self.assertIn("final configuration: hash 2dcff2f7b206ab22", whole.stdout)
        parts = self.neel("run", data / "version-4.toml")
        self.assertEqual(parts.returncode, 0, parts.stderr)
        self.assertIn("continued", parts.stdout)
        self.same("whole", "version-4")

    def test_checkpoint_of_an_unknown_version(self):
        shutil.copy(SOURCE / "tests" / "data" / "version-3.chk.h5", self.folder / "a.chk.h5")
        with h5py.File(self.folder / "a.chk.h5", "r+") as file:
            file.attrs["format_version"] = 99
        self.refused(3, "it has format version 99, but this Neel reads versions 3 and 4",
                     arguments=["run", SOURCE / "tests" / "data" / "version-3.toml", "--name", "a"])

    def test_another_input_is_refused_with_what_differs(self):
        self.stopped("a", by=signal.SIGTERM)
        before = (self.folder / "a.chk.h5").read_bytes()
        result = self.refused(2, "a.chk.h5 was made from a different input", "algorithm.seed: 1 there, 7 now",
                              "schedule.field", "--force",
                              arguments=["run", "small.toml", "--name", "a", *LONG, "--set", "algorithm.seed=7",
                                         "--set", "schedule.field=0.1"])
        self.assertNotIn("schedule.sweeps:", result.stderr)
        self.refused(2, f"schedule.sweeps: {500 // SLOWER} there, {300 // SLOWER} now",
                     arguments=["run", "small.toml", "--name", "a", *LONG, "--set", f"schedule.sweeps={300 // SLOWER}"])
        self.assertEqual((self.folder / "a.chk.h5").read_bytes(), before)

    def test_what_results_do_not_depend_on_may_differ(self):
        self.stopped("a", by=signal.SIGTERM)
        self.run_small("a", *LONG, "--set", 'output.configurations="none"', "--set", 'output.checkpoint="1 points"',
                       "--time-limit", "10:00:00", "--quiet")

    def test_target_error_ends_points_early_and_survives_interruption(self):
        target = ("--target-error", "energy=0.004", "--set", "schedule.sweeps=1e6")
        self.run_small("whole", *target)
        with h5py.File(self.folder / "whole.h5") as file:
            self.assertLess(file["results/measurements"][()].max(), 50000)
            self.assertTrue((file["results/energy_thermal_err"][()] <= 0.004).all())
        (self.folder / "a.stop").write_text("")
        self.assertEqual(self.neel("run", "small.toml", "--name", "a", *target).returncode, 75)
        self.run_small("a", *target)
        self.same("whole", "a")
        self.refused(2, "measure.target_error.enery", "did you mean energy?",
                     arguments=["run", "small.toml", "--target-error", "enery=1"])

    def test_results_of_finished_points_are_there_before_the_end(self):
        run = self.started("--name", "a", *LONG)
        while not run.stdout.readline().startswith("T 1 "):
            pass
        run.send_signal(signal.SIGTERM)
        run.communicate()
        with h5py.File(self.folder / "a.h5") as file:
            self.assertEqual(file["results/T"][()].tolist(), [1.0])
            self.assertEqual(file["results"].attrs["complete"], 0)
        out = self.neel("info", "a.h5").stdout
        self.assertIn("not complete: 1 of 2 points", out)
        self.assertIn("point 2 of 2", self.neel("info", "a.chk.h5").stdout)

    def test_restart_starts_over(self):
        self.stopped("a", by=signal.SIGTERM)
        self.assertNotIn("continued", self.run_small("a", *LONG, "--restart").stdout)
        self.run_small("whole", *LONG)
        self.same("whole", "a")


if __name__ == "__main__":
    unittest.main()
