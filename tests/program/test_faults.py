# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""What goes wrong around a run: one clear sentence, the right exit code, and nothing lost."""
import os
import resource
import shutil
import signal
import subprocess
import sys
import unittest

try:
    import h5py
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from harness import PROGRAM, Case, seal


class Faults(Case):
    def limited(self, limits, *arguments):
        """Runs with resource limits."""
        def set_limits():
            for what, value in limits.items():
                resource.setrlimit(what, (value, value))
        return subprocess.run([PROGRAM, "run", "small.toml", "--progress", "none", *map(str, arguments)], cwd=self.folder,
                              capture_output=True, text=True, preexec_fn=set_limits, timeout=300)

    def files(self, name):
        return {p.name: p.read_bytes() for p in self.folder.glob(f"{name}.*") if p.suffix != ".log"}

    def failed(self, code, result, *parts):
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        errors = [line for line in result.stderr.splitlines() if line.startswith("neel: error:")]
        self.assertEqual(len(errors), 1, result.stderr)
        for part in parts:
            self.assertIn(part, errors[0])

    def test_full_disk(self):
        self.run_small("whole", "--set", "output.keep_checkpoint=true")
        size = (self.folder / "whole.chk.h5").stat().st_size
        for limit in (0, 200, 2000, 9000, size // 2, size - 10):
            with self.subTest(limit=limit):
                for path in self.folder.glob("a.*"):
                    path.unlink()
                result = self.limited({resource.RLIMIT_FSIZE: limit}, "--name", "a")
                self.failed(3, result, "cannot write a.", "File too large")
                self.assertFalse(list(self.folder.glob("a.*.part")))
                self.run_small("a")
                self.assertEqual((self.folder / "a.tsv").read_bytes(), (self.folder / "whole.tsv").read_bytes())

    def test_full_disk_keeps_what_is_there(self):
        (self.folder / "a.stop").write_text("")
        self.assertEqual(self.neel("run", "small.toml", "--name", "a").returncode, 75)
        before = self.files("a")
        self.failed(3, self.limited({resource.RLIMIT_FSIZE: 9000}, "--name", "a"), "cannot write a.")
        after = self.files("a")
        self.assertEqual(after["a.chk.h5"], before["a.chk.h5"])
        self.assertIn("continued", self.run_small("a").stdout)

    def test_full_file_system(self):
        script = ('mkdir -p full && mount -t tmpfs -o size=%s tmpfs full && "$0" run small.toml --out full --progress none; '
                  'echo "code $?"; ls full')
        enter = ["unshare", "--map-root-user", "--mount", "sh", "-c"]
        if subprocess.run([*enter, "mkdir -p x && mount -t tmpfs tmpfs x"], cwd=self.folder, capture_output=True).returncode:
            self.skipTest("no mounts here")
        for size in ("4k", "16k", "40k", "64k"):
            with self.subTest(size=size):
                result = subprocess.run([*enter, script % size, PROGRAM], cwd=self.folder, capture_output=True, text=True)
                self.assertIn("code 3", result.stdout)
                self.assertIn("No space left on device", result.stderr)
                self.assertNotIn(".part", result.stdout)

    def test_vanished_directory(self):
        sweeps = 1000 if os.environ.get("NEEL_SANITIZE") else 20000
        run = self.started("--out", "gone", "--set", f"schedule.sweeps={sweeps}")
        shutil.rmtree(self.folder / "gone")
        out, err = run.communicate(timeout=120)
        self.assertEqual(run.returncode, 3, err)
        self.assertIn("neel: error: cannot write gone/small.", err)
        self.assertIn("No such file or directory", err)

    def test_read_only_directory(self):
        (self.folder / "locked").mkdir(mode=0o500)
        places = [self.folder / "locked"] if os.geteuid() != 0 else []  # root may write anywhere
        places += [place for place in ("/usr", "/sys")
                   if os.path.exists(place) and os.statvfs(place).f_flag & os.ST_RDONLY]
        if not places:
            self.skipTest("nothing is read-only here")
        for place in places:
            result = self.refused(3, f"cannot write {place}/small.log: ", arguments=["run", "small.toml", "--out", place])
            self.assertRegex(result.stderr, "Permission denied|Read-only file system")

    def test_full_device(self):
        (self.folder / "a.log").symlink_to("/dev/full")
        self.failed(3, self.limited({}, "--name", "a"), "cannot write a.log: No space left on device")
        self.assertFalse(list(self.folder.glob("a.*.part")))

    def test_output_that_is_a_directory(self):
        (self.folder / "a.tsv").mkdir()
        self.refused(3, "cannot write a.tsv: Is a directory", arguments=["run", "small.toml", "--name", "a"])

    def test_two_writers(self):
        first = self.started("--name", "a", "--set", "schedule.sweeps=1e7")
        before = self.files("a")
        for extra in ([], ["--force"], ["--restart"]):
            self.refused(3, "another run is writing a.log", arguments=["run", "small.toml", "--name", "a", *extra])
        self.assertEqual(self.files("a").keys(), before.keys())
        first.send_signal(signal.SIGTERM)
        first.communicate(timeout=60)
        self.assertEqual(first.returncode, 75)

    def test_closed_pipe_does_not_end_a_run(self):
        result = subprocess.run(f"'{PROGRAM}' run small.toml --name a --progress line 2>&1 | head -n 1", shell=True,
                                cwd=self.folder, capture_output=True, text=True, timeout=120)
        self.assertIn("Neel", result.stdout)
        self.assertIn("done in", (self.folder / "a.log").read_text())

    def test_no_memory(self):
        self.failed(4, self.limited({}, "--set", "lattice.size=[1000,1000,1000]", "--set", "algorithm.systems=1000"),
                    "needs", "GB of memory, but only", "are free on")
        # CUDA itself takes more address space than this, and so does AddressSanitizer.
        if "backend: CUDA" not in self.neel("info").stdout and not os.environ.get("NEEL_SANITIZE"):
            self.failed(4, self.limited({resource.RLIMIT_AS: 4 << 30}, "--set", "lattice.size=[600,600,600]"),
                        "needs", "GB of memory, but only", "are free on")
        self.failed(4, self.limited({}, "--set", "schedule.sweeps=1e9", "--set", "measure.bins=1e5", "--set",
                                    "algorithm.systems=1e4"), "needs", "GB of memory", "fewer bins")
        self.assertEqual({p.suffix for p in self.folder.glob("small.*")}, {".toml", ".log"})

    def spoil(self, name, change):
        (self.folder / f"{name}.stop").write_text("")
        self.assertEqual(self.neel("run", "small.toml", "--name", name).returncode, 75)
        with h5py.File(self.folder / f"{name}.chk.h5", "r+") as file:
            spins = file["configuration/spins"]
            # (colour, component, system, z, y, x/2)
            change(spins)
        seal(self.folder / f"{name}.chk.h5")
        return self.files(name)

    def test_impossible_spins_are_found(self):
        def not_a_number(spins):
            spins[1, 2, 1, 3, 0, 2] = float("nan")

        before = self.spoil("a", not_a_number)
        self.failed(5, self.neel("run", "small.toml", "--name", "a"), "self-check failed", "site (4, 0, 3) of system 1",
                    "not of unit length", "nan")
        self.assertEqual(self.files("a")["a.chk.h5"], before["a.chk.h5"])


if __name__ == "__main__":
    unittest.main()
