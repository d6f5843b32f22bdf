# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""scripts/neel as shells, batch systems and terminals call it: signals, exit codes, paths, libraries."""
import fcntl
import os
import pathlib
import pty
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import time
import unittest

try:
    import h5py  # noqa: F401
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from harness import PROGRAM, SMALL, SOURCE, Case

WRAPPER = SOURCE / "scripts" / "neel"
PRESET = pathlib.Path(PROGRAM).parent
LONG = ("--set", "lattice.size=[24,24,24]", "--set", "schedule.sweeps=500", "--set", "schedule.thermalize=125")
STOPS = (signal.SIGTERM, signal.SIGUSR1, signal.SIGINT)


def session(leader):
    """The processes of a session that are still there."""
    found = []
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, number = stat.read_text().rpartition(")")[2].split()[:4]
        except OSError:
            continue  # it has just ended
        if int(number) == leader and state != "Z":
            found.append(int(stat.parent.name))
    return found


@unittest.skipUnless(PRESET.parent == SOURCE / "build", f"scripts/neel runs what is in build/, not {PROGRAM}")
class Wrapper(Case):
    def setUp(self):
        super().setUp()
        self.environment = {**os.environ, "NEEL_PRESET": PRESET.name}

    def run_command(self, name):
        return [str(WRAPPER), "run", "small.toml", "--name", name, "--progress", "none", *LONG]

    def begin(self, *command, **options):
        """Starts a command in a session of its own, and waits until its run is at work."""
        process = subprocess.Popen(command, cwd=self.folder, env=self.environment, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, start_new_session=True, **options)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(self.clear, process.pid)
        for line in process.stdout:
            if line.startswith(("start configuration", "continued")):
                return process
        self.fail(process.stderr.read())

    def clear(self, leader):
        for left in session(leader):
            os.kill(left, signal.SIGKILL)

    def run_whole(self):
        self.run_small("whole", *LONG)

    def goes_on(self, name):
        """The same command continues, and ends with the bits of a run that was not stopped; nothing is left of the first."""
        done = subprocess.run(self.run_command(name), cwd=self.folder, env=self.environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("continued", done.stdout)
        self.same("whole", name)

    def stopped(self, process, name, code=75):
        out, err = process.communicate(timeout=120)  # to the end of the last process that has its output
        self.assertEqual(process.returncode, code, err)
        patience = time.monotonic() + 30  # a process lets go of its output before it is gone, and somebody must reap it
        while session(process.pid) and time.monotonic() < patience:
            time.sleep(0.01)
        self.assertEqual(session(process.pid), [])
        self.assertTrue((self.folder / f"{name}.chk.h5").exists())
        return out

    def test_one_process_which_is_the_program(self):
        run = self.begin(*self.run_command("a"))
        self.assertEqual(session(run.pid), [run.pid])
        self.assertTrue(os.path.samefile(f"/proc/{run.pid}/exe", PROGRAM))
        run.kill()

    def test_signals_to_the_process_and_to_its_group(self):
        self.run_whole()
        for send in (os.kill, os.killpg):
            for by in STOPS:
                name = f"{send.__name__}-{by.name}"
                with self.subTest(name):
                    run = self.begin(*self.run_command(name))
                    send(run.pid, by)
                    self.assertIn(f"stopped by {by.name}", self.stopped(run, name))
                    self.goes_on(name)

    def test_killed(self):
        self.run_whole()
        checkpoints = ("--set", 'output.checkpoint="0.01 s"')
        run = self.begin(*self.run_command("a"), *checkpoints)
        while not (self.folder / "a.chk.h5").exists():
            self.assertIsNone(run.poll())
        run.kill()
        self.stopped(run, "a", -signal.SIGKILL)
        self.goes_on("a")

    def test_ctrl_c_at_a_terminal(self):
        self.run_whole()
        master, slave = pty.openpty()
        self.addCleanup(os.close, master)
        run = subprocess.Popen(self.run_command("a"), cwd=self.folder, env=self.environment, stdin=slave, stdout=slave,
                               stderr=slave, start_new_session=True,
                               preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(slave)
        self.addCleanup(run.wait)
        self.addCleanup(self.clear, run.pid)
        shown, typed = b"", False
        while True:
            try:
                shown += os.read(master, 4096)
            except OSError:
                break  # nobody has the terminal any more
            if not typed and b"start configuration" in shown:
                os.write(master, b"\x03")
                typed = True
        self.assertEqual(run.wait(60), 75, shown)
        self.assertIn(b"stopped by SIGINT", shown)
        self.goes_on("a")

    def test_batch_job(self):
        """A job's processes get SIGTERM all at once; its shell may go at once, or wait for the program, or be the program."""
        self.run_whole()
        for name, before, after, code in (("gone", "", "", -signal.SIGTERM), ("waits", "trap : TERM", "exit $?", 75),
                                          ("is", "exec \\", "", 75)):
            with self.subTest(name):
                command = " ".join(f"'{word}'" for word in self.run_command(name))
                (self.folder / "job.sh").write_text(f"#!/bin/bash\n{before}\n{command}\n{after}\n")
                job = self.begin("bash", "job.sh")
                os.killpg(job.pid, signal.SIGTERM)
                self.assertIn("stopped by SIGTERM", self.stopped(job, name, code))
                self.goes_on(name)

    def test_timeout(self):
        self.run_whole()
        endless = [*self.run_command("a"), "--set", "schedule.sweeps=1e7"]
        done = subprocess.run(["timeout", "--preserve-status", "-s", "TERM", "3", *endless], cwd=self.folder,
                              env=self.environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 75, done.stderr)
        self.assertIn("stopped by SIGTERM", done.stdout)
        self.assertTrue((self.folder / "a.chk.h5").exists())


@unittest.skipUnless(PRESET.parent == SOURCE / "build", f"scripts/neel runs what is in build/, not {PROGRAM}")
class Paths(Case):
    """Every path is the machine's own, wherever the program is called from."""

    def setUp(self):
        super().setUp()
        for place in ("/", "/srv", "/mnt", "/var/tmp"):
            try:
                folder = tempfile.TemporaryDirectory(dir=place, prefix="neel test ")
                break
            except OSError:
                continue
        self.addCleanup(folder.cleanup)
        self.outside = pathlib.Path(folder.name)  # neither in /tmp nor in a home nor in the checkout
        (self.outside / "my input.toml").write_text(SMALL)

    def check(self, *arguments, cwd, results, **environment):
        done = subprocess.run([WRAPPER, "run", *map(str, arguments), "--quiet"], cwd=cwd, capture_output=True, text=True,
                              env={**os.environ, "NEEL_PRESET": PRESET.name, **environment})
        self.assertEqual(done.returncode, 0, done.stderr)
        with h5py.File(results) as file:
            self.assertEqual(file["results"].attrs["complete"], 1)

    def test_results_and_input_outside(self):
        self.check(self.outside / "my input.toml", "--out", self.outside / "run 1", "--name", "a", cwd=self.folder,
                   results=self.outside / "run 1" / "a.h5")

    def test_beside_the_present_folder(self):
        (self.outside / "below").mkdir()
        self.check("../my input.toml", "--out", "../results", "--name", "a", cwd=self.outside / "below",
                   results=self.outside / "results" / "a.h5")

    def test_link_that_leaves_the_home(self):
        (self.outside / "results").mkdir()
        home = self.folder / "home"
        home.mkdir()
        (home / "results").symlink_to(self.outside / "results")
        self.check(self.folder / "small.toml", "--out", home / "results", cwd=home, HOME=str(home),
                   results=self.outside / "results" / "small.h5")

    def test_from_the_root_folder(self):
        self.check(self.folder / "small.toml", "--out", self.outside, cwd="/", results=self.outside / "small.h5")


class Libraries(Case):
    def setUp(self):
        super().setUp()
        where = PRESET / ".where"
        self.tree = where.read_text().split("\n")[0] if where.exists() else "native"
        if self.tree == "native":
            self.skipTest("the program was built with the machine's own libraries")

    def test_all_are_those_it_was_built_with(self):
        """Whatever the machine has, and wherever LD_LIBRARY_PATH points."""
        for name in ("libstdc++.so.6", "libm.so.6", "libc.so.6", "libgomp.so.1", "libz.so.1"):
            (self.folder / name).write_text("not a library")
        os.environ["LD_LIBRARY_PATH"] = str(self.folder)
        self.addCleanup(os.environ.pop, "LD_LIBRARY_PATH")
        run = self.started("--set", "schedule.sweeps=1e6")
        maps = pathlib.Path(f"/proc/{run.pid}/maps").read_text().split("\n")
        files = {line.split(None, 5)[5] for line in maps if len(line.split(None, 5)) == 6}
        libraries = {f for f in files if ".so" in f}
        self.assertGreater(len(libraries), 5)
        self.assertEqual({f for f in libraries if not f.startswith(self.tree + "/usr/lib/")}, set())


class NotThere(Case):
    """What scripts/neel says where there is no program that could run."""

    def setUp(self):
        super().setUp()
        (self.folder / "scripts").mkdir()
        self.build = self.folder / "build" / "openmp"
        self.build.mkdir(parents=True)
        self.wrapper = shutil.copy(WRAPPER, self.folder / "scripts")

    def says(self, code, *parts):
        environment = {k: v for k, v in os.environ.items() if k != "NEEL_PRESET"}
        done = subprocess.run([self.wrapper, "info"], capture_output=True, text=True, env=environment)
        self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        for part in parts:
            self.assertIn(part, done.stderr)

    def test_not_built(self):
        self.says(1, "not built yet", "scripts/build")

    def test_its_libraries_are_gone(self):
        shutil.copy(PROGRAM, self.build / "neel")
        (self.build / ".where").write_text("/nowhere/trixie-1\n")
        self.says(1, "/nowhere/trixie-1", "scripts/build")

    @unittest.skipUnless(shutil.which("c++"), "no c++ to make a program that needs a GPU's driver")
    def test_gpu_without_a_driver(self):
        (self.folder / "cuda.cpp").write_text("int cuda() { return 0; }\n")
        (self.folder / "main.cpp").write_text("int cuda(); int main() { return cuda(); }\n")
        driver = self.folder / "libneeltest.so"
        for command in (["-shared", "-fPIC", "-Wl,-soname,libcuda.so.1", "-o", driver, self.folder / "cuda.cpp"],
                        ["-o", self.build / "neel", self.folder / "main.cpp", driver]):
            subprocess.run(["c++", *command], check=True)
        self.says(4, "NVIDIA", "libcuda.so.1", "openmp")


if __name__ == "__main__":
    unittest.main()
