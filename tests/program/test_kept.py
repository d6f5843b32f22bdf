# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""What is there is not lost: other people's files, finished results, good checkpoints beside broken results."""
import os
import random
import signal
import subprocess
import sys
import unittest

try:
    import h5py
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from harness import PROGRAM, Case

SCAN = ("--set", "scan.algorithm.seed=[1, 2]")


class Kept(Case):
    def stopped(self, name, *arguments):
        """A run that has a result of one point and a checkpoint."""
        self.stopped_after("T 1 ", name, "--set", "schedule.sweeps=3000", *arguments)

    def whole(self):
        self.run_small("whole", "--set", "schedule.sweeps=3000")

    def files(self, name):
        return {p.name: p.read_bytes() for p in self.folder.glob(f"{name}.*")}

    # Names

    def test_files_of_others_are_not_written_over(self):
        for ending, text in ((".tsv", "mine\n1\t2\n"), (".log", "my log\n"), (".h5", "rubbish"), (".vtkhdf", "x"), (".pbm", "x")):
            with self.subTest(ending):
                name = "other" + ending[1:]
                path = self.folder / (name + ending)
                path.write_text(text)
                self.refused(2, f"{name}{ending} is there, and no run of Neel wrote it", "--force",
                             arguments=["run", "small.toml", "--name", name])
                self.assertEqual(path.read_text(), text)
                self.assertEqual([p.name for p in self.folder.glob(f"{name}.*")], [path.name])
                self.run_small(name, "--force")
        with h5py.File(self.folder / "data.h5", "w") as file:
            file["mine"] = [1, 2, 3]
        self.refused(2, "no run of Neel", arguments=["run", "small.toml", "--name", "data"])
        (self.folder / "g_seed2.tsv").write_text("mine\n")
        self.refused(2, "g_seed2.tsv", arguments=["run", "small.toml", "--name", "g", *SCAN])
        self.assertEqual([p.name for p in self.folder.glob("g*")], ["g_seed2.tsv"])

    def test_an_input_is_not_written_over_by_its_own_run(self):
        text = (self.folder / "small.toml").read_text()
        for ending in (".tsv", ".log", ".resolved.toml", ".h5", ".chk.h5"):
            for arguments in ((), ("--force",), ("--restart",), SCAN):
                with self.subTest(ending=ending, arguments=arguments):
                    path = self.folder / ("in" + ending)
                    path.write_text(text)
                    self.refused(2, "INPUT", "is a file that this run writes", arguments=["run", path.name, "--name", "in", *arguments])
                    self.assertEqual(path.read_text(), text)
                    path.unlink()
        (self.folder / "foo.tsv").write_text(text)
        self.refused(2, "foo.tsv", arguments=["run", "foo.tsv"])
        for name in ("a/b", "..", "."):
            self.refused(2, "expected a name for files", arguments=["run", "small.toml", "--name", name])

    def test_files_of_others_beside_a_finished_run_stay(self):
        """Names of files that runs remove at their end, or that belong to systems which are added."""
        keep, more = ("--set", "output.keep_checkpoint=true"), ("--set", "algorithm.systems=3")
        self.run_small("a", *keep)
        own = self.files("a")
        for ending in ("new.vtkhdf", "live.vtkhdf", "watch", "chk.h5.prev", "more.tsv", "more.log", "more.h5", "more.new.vtkhdf"):
            with self.subTest(ending):
                path = self.folder / f"a.{ending}"
                path.write_text("mine\n")
                self.refused(2, f"a.{ending} is there, and no run of Neel wrote it", "--force",
                             arguments=["run", "small.toml", "--name", "a", *keep, *more])
                self.assertEqual(path.read_text(), "mine\n")
                path.unlink()
                self.assertEqual(self.files("a") | {"a.log": b""}, own | {"a.log": b""})
        self.run_small("a", *keep, *more)

    def test_an_input_that_is_called_as_added_systems_stays(self):
        text = (self.folder / "small.toml").read_text().lstrip()
        (self.folder / "a.more.resolved.toml").write_text(text)  # beside a run of another input
        self.run_small("a", "--set", "output.keep_checkpoint=true")
        self.assertEqual((self.folder / "a.more.resolved.toml").read_text(), text)
        (self.folder / "b.resolved.toml").write_text(text)
        self.refused(2, "b.resolved.toml is there, and no run of Neel wrote it", arguments=["run", "small.toml", "--name", "b"])
        for ending in ("h5", "resolved.toml"):
            path = self.folder / f"a.more.{ending}"
            path.write_text(text)
            self.refused(2, f"INPUT: a.more.{ending} is a file that this run writes",
                         arguments=["run", path.name, "--name", "a", "--set", "algorithm.systems=3"])
            self.assertEqual(path.read_text(), text)
            path.unlink()

    def test_a_log_that_was_deleted_is_written_again(self):
        run = self.started("--name", "a", "--set", "schedule.sweeps=1e7")
        (self.folder / "a.log").unlink()
        run.send_signal(signal.SIGTERM)
        out, err = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 75, err)
        log = (self.folder / "a.log").read_text()
        self.assertTrue(log.startswith("Neel ") and log.endswith(out.splitlines()[-1] + "\n"), log)
        run = self.started("--name", "a", "--set", "schedule.sweeps=1e7")
        (self.folder / "a.log").unlink()
        (self.folder / "a.log").write_text("of another\n")
        run.send_signal(signal.SIGTERM)
        _, err = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 3, err)
        self.assertIn("the log was deleted while the run was at work", err)
        self.assertEqual((self.folder / "a.log").read_text(), "of another\n")

    def test_a_log_is_not_made_where_a_link_leads(self):
        (self.folder / "a.log").symlink_to("elsewhere.log")
        for extra in ((), ("--force",)):
            self.refused(3, "a.log: it is a link to a file that is not there", arguments=["run", "small.toml", "--name", "a", *extra])
        self.assertFalse((self.folder / "elsewhere.log").exists())

    def test_nothing_but_regular_files_is_read(self):
        """A pipe would stop the program for ever, and a device fill its memory."""
        self.run_small("a")
        os.mkfifo(self.folder / "pipe")
        resolved = self.folder / "a.resolved.toml"
        for name in ("pipe", "/dev/zero"):
            with self.subTest(name):
                resolved.unlink()
                resolved.symlink_to(name)
                if name == "pipe":
                    self.refused(2, "a.resolved.toml is in the way", arguments=["run", "small.toml", "--name", "a"])
                else:
                    self.assertIn("already holds", self.run_small("a").stdout)
                (self.folder / "a.analysis.tsv").symlink_to(name)
                self.refused(2, "a.analysis.tsv is there", arguments=["analyze", "a.h5"])
                (self.folder / "a.analysis.tsv").unlink()
                (self.folder / "b.h5").symlink_to(name)
                self.refused(3, "b.h5: it is not a regular file", arguments=["info", "b.h5"])
                (self.folder / "b.h5").unlink()

    def test_what_is_in_other_files_is_not_read(self):
        self.run_small("a")
        os.mkfifo(self.folder / "pipe.h5")
        os.mkfifo(self.folder / "values")
        for name in ("results/energy", "results/T", "config/input"):
            for kind in ("link", "values", "virtual"):
                with self.subTest(name=name, kind=kind):
                    (self.folder / "b.h5").write_bytes((self.folder / "a.h5").read_bytes())
                    with h5py.File(self.folder / "b.h5", "r+") as file:
                        before = file[name]
                        shape, dtype = before.shape, before.dtype
                        del file[name]
                        if kind == "link":
                            file[name] = h5py.ExternalLink("pipe.h5", "/x")
                        elif kind == "values":
                            file.create_dataset(name, shape=shape or (2,), dtype="f8", external=[("values", 0, 800)])
                        else:
                            layout = h5py.VirtualLayout(shape=shape or (2,), dtype="f8")
                            layout[...] = h5py.VirtualSource("pipe.h5", "x", shape=shape or (2,))
                            file.create_virtual_dataset(name, layout)
                    for command in (["analyze", "b.h5"],) if name == "results/energy" else (["info", "b.h5"], ["analyze", "b.h5"]):
                        result = self.neel(*command, timeout=30)
                        self.assertNotEqual(result.returncode, 0, command)
                        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)

    def test_a_checkpoint_beside_finished_results_goes(self):
        """As a run leaves it that was killed at its end; not one that was kept, nor that of a longer run."""
        keep = ("--set", "output.keep_checkpoint=true")
        self.run_small("a", *keep)
        resolved, checkpoint = self.folder / "a.resolved.toml", self.folder / "a.chk.h5"
        self.assertIn("already holds", self.run_small("a").stdout)
        self.assertTrue(checkpoint.exists())
        resolved.write_text(resolved.read_text().replace("keep_checkpoint = true", "keep_checkpoint = false"))
        (self.folder / "a.chk.h5.prev").write_bytes(checkpoint.read_bytes())
        self.assertIn("already holds", self.run_small("a").stdout)
        self.assertEqual(list(self.folder.glob("a.chk*")), [])
        self.run_small("b")
        self.stopped_after("start", "b", "--set", "schedule.sweeps=1e7")
        self.assertIn("already holds", self.run_small("b").stdout)
        self.assertTrue((self.folder / "b.chk.h5").exists())

    def test_a_pipe_in_the_way_is_refused(self):
        for ending in ("log", "tsv", "h5"):
            os.mkfifo(self.folder / f"pipe{ending}.{ending}")
            self.refused(2, "is in the way", arguments=["run", "small.toml", "--name", f"pipe{ending}"])

    def test_parts_are_not_written_through_links(self):
        precious = self.folder / "precious"
        for ending in ("h5", "tsv", "resolved.toml", "chk.h5", "vtkhdf"):
            precious.write_text("mine")
            (self.folder / f"a.{ending}.part").symlink_to(precious)
        self.run_small("a")
        self.assertEqual(precious.read_text(), "mine")
        self.assertEqual(list(self.folder.glob("*.part")), [])

    # Broken results beside a good checkpoint, as a power cut leaves them

    def test_broken_results_do_not_stand_before_a_good_checkpoint(self):
        self.whole()
        for broken in (b"", bytes(5000), b"rubbish"):
            for arguments in ((), ("--restart",)):
                with self.subTest(size=len(broken), arguments=arguments):
                    for path in self.folder.glob("a.*"):
                        path.unlink()
                    self.stopped("a")
                    for ending in ("h5", "tsv"):
                        (self.folder / f"a.{ending}").write_bytes(broken)
                    out = self.run_small("a", "--set", "schedule.sweeps=3000", *arguments).stdout
                    self.assertEqual("continued" in out, not arguments)
                    self.same("whole", "a")

    def test_broken_results_without_a_checkpoint(self):
        self.whole()
        self.run_small("a", "--set", "schedule.sweeps=3000")
        (self.folder / "a.h5").write_bytes(b"rubbish")
        self.refused(3, "cannot read a.h5", "--restart", arguments=["run", "small.toml", "--name", "a", "--set",
                                                                 "schedule.sweeps=3000"])
        self.run_small("a", "--set", "schedule.sweeps=3000", "--restart")
        self.same("whole", "a")

    def test_results_that_cannot_be_read_are_not_given_up(self):
        """Beside a checkpoint from which the longer run cannot go on: they may be finished ones."""
        self.run_small("a", "--set", "output.keep_checkpoint=true")
        (self.folder / "a.h5").write_bytes(b"rubbish")
        before = self.files("a")
        result = self.refused(3, "cannot read a.h5", "nothing was changed",
                              arguments=["run", "small.toml", "--name", "a", "--set", "schedule.sweeps=300"])
        self.assertNotIn("--restart", result.stderr)
        self.assertEqual(self.files("a"), before)

    def test_restart_removes_nothing_before_it_is_sure_to_run(self):
        self.stopped("a")
        before = self.files("a")
        much = ("--set", "lattice.size=[1000,1000,1000]", "--set", "algorithm.systems=1000")
        self.refused(4, "of memory", arguments=["run", "small.toml", "--name", "a", "--force", *much])
        self.refused(2, "different input", arguments=["run", "small.toml", "--name", "a", "--restart", *much])
        self.refused(2, "different input", arguments=["run", "small.toml", "--name", "a", "--restart", "--set",
                                                      "algorithm.seed=7"])
        self.assertEqual(self.files("a"), before)
        for ending in ("h5", "chk.h5"):  # whose else it is, can be seen in any one of them
            (self.folder / f"a.{ending}").write_bytes(b"rubbish")
        self.refused(2, "a.resolved.toml was made from a different input",
                     arguments=["run", "small.toml", "--name", "a", "--restart"])
        (self.folder / "a.resolved.toml").unlink()
        self.refused(2, "nothing there can be read", "--force", arguments=["run", "small.toml", "--name", "a", "--restart"])

    def test_no_bit_of_a_result_changes_unnoticed(self):
        self.run_small("a")
        good = (self.folder / "a.h5").read_bytes()
        self.assertIn(b"neel-checksum", good[-40:])
        flips = random.Random(7)
        noticed = 0
        for _ in range(60):
            at = flips.randrange(len(good))
            bad = bytearray(good)
            bad[at] ^= 1 << flips.randrange(8)
            (self.folder / "a.h5").write_bytes(bad)
            result = self.neel("info", "a.h5")
            self.assertEqual(result.returncode, 3, at)
            self.assertIn("damaged", result.stderr)
            noticed += 1
        self.assertGreater(noticed, 50)
        self.refused(3, "cannot read a.h5", arguments=["analyze", "a.h5"])
        self.refused(3, "cannot read a.h5", arguments=["run", "small.toml", "--name", "a"])

    def test_a_result_that_lost_its_last_bytes_is_not_read(self):
        self.run_small("a")
        good = (self.folder / "a.h5").read_bytes()
        for lost in (1, 2, 16, 31, 33, 500):
            (self.folder / "a.h5").write_bytes(good[:-lost])
            self.refused(3, "a.h5: damaged", arguments=["info", "a.h5"])
        (self.folder / "a.h5").write_bytes(good + b"\n")  # longer ones that are not of Neel
        self.assertEqual(self.neel("info", "a.h5").returncode, 0)

    def test_a_result_that_was_annotated_is_read(self):
        self.run_small("a")
        with h5py.File(self.folder / "a.h5", "r+") as file:
            file.attrs["remark"] = "the good one"
        self.assertEqual(self.neel("info", "a.h5").returncode, 0)
        with h5py.File(self.folder / "a.h5") as file:  # checksums of its own in every variable
            self.assertTrue(all(v.fletcher32 for v in file["samples"].values() if v.ndim))

    # Scans

    def test_a_scan_at_work_is_left_alone(self):
        first = self.start("run", "small.toml", "--name", "g", "--progress", "none", *SCAN, "--set", "schedule.sweeps=1e7")
        for line in first.stdout:
            if line.startswith("start configuration"):
                break
        for extra in ([], ["--force"], ["--restart"], ["--force", "--set", "algorithm.systems=3"]):
            self.refused(3, "another run is writing g.log", arguments=["run", "small.toml", "--name", "g", *SCAN, *extra])
        first.send_signal(signal.SIGTERM)
        first.communicate(timeout=60)
        self.assertEqual(first.returncode, 75)

    def test_a_part_at_work_is_left_alone(self):
        self.run_small("g", *SCAN)
        part = self.started("--name", "g_seed2", "--force", "--set", "algorithm.seed=2", "--set", "schedule.sweeps=1e7")
        before = (self.folder / "g_seed1.h5").read_bytes()
        self.refused(3, "g_seed2.log", arguments=["run", "small.toml", "--name", "g", *SCAN, "--force"])
        self.assertEqual((self.folder / "g_seed1.h5").read_bytes(), before)
        part.send_signal(signal.SIGTERM)
        part.communicate(timeout=60)

    def test_a_scan_is_made_whole_again(self):
        self.run_small("whole", *SCAN)
        for lose in ("g.tsv", "g.h5", "g.h5 spoiled"):
            with self.subTest(lose):
                self.run_small("g", *SCAN)
                path = self.folder / lose.split()[0]
                path.write_bytes(b"rubbish") if "spoiled" in lose else path.unlink()
                self.run_small("g", *SCAN)
                self.same("whole", "g")
        self.assertIn("wrote g.h5", (self.folder / "g.log").read_text())

    def test_restart_of_a_scan_removes_nothing_before_it_is_sure_to_run(self):
        self.run_small("g", *SCAN)
        before = {p.name: p.read_bytes() for p in self.folder.glob("g*.h5")}
        much = ("--set", "lattice.size=[1000,1000,1000]", "--set", "algorithm.systems=1000")
        self.refused(4, "of memory", arguments=["run", "small.toml", "--name", "g", "--force", *SCAN, *much])
        self.run_small("g_seed2", "--set", "schedule.T=[0.7]", "--force")  # a run of another input has taken this name
        other = (self.folder / "g_seed2.h5").read_bytes()
        for ending in (".h5", ".resolved.toml"):
            (self.folder / f"g{ending}").unlink()
        self.refused(2, "g_seed2.h5 was made from a different input",
                     arguments=["run", "small.toml", "--name", "g", "--restart", *SCAN])
        self.assertEqual((self.folder / "g_seed1.h5").read_bytes(), before["g_seed1.h5"])
        self.assertEqual((self.folder / "g_seed2.h5").read_bytes(), other)

    def test_a_broken_resolved_input_stops_nothing(self):
        self.run_small("whole", "--set", "schedule.sweeps=3000")
        self.run_small("wholes", *SCAN)
        for broken in (b"", bytes(100), b"no toml ="):
            for arguments in ((), ("--restart",)):
                for path in [*self.folder.glob("a.*"), *self.folder.glob("g*")]:
                    path.unlink()
                self.stopped("a")
                (self.folder / "a.resolved.toml").write_bytes(broken)
                self.run_small("a", "--set", "schedule.sweeps=3000", *arguments)
                self.same("whole", "a")
                (self.folder / "g.stop").write_text("")
                self.assertEqual(self.neel("run", "small.toml", "--name", "g", *SCAN).returncode, 75)
                (self.folder / "g.resolved.toml").write_bytes(broken)
                self.run_small("g", *SCAN, *arguments)
                self.same("wholes", "g")

    def test_a_value_that_was_a_mistake_can_be_taken_back(self):
        self.run_small("g", *SCAN)
        (self.folder / "g.stop").write_text("")
        longer = ("--set", "scan.algorithm.seed=[1, 2, 33]")
        self.assertEqual(self.neel("run", "small.toml", "--name", "g", *longer).returncode, 75)
        (self.folder / "g.h5").unlink()  # as if it had not been done before
        self.run_small("g", "--set", "scan.algorithm.seed=[1, 2, 3]")

    def test_a_full_standard_output_is_an_error(self):
        self.run_small("a")
        result = subprocess.run(f"'{PROGRAM}' info a.h5 >/dev/full", shell=True, cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(result.returncode, 3)
        self.assertIn("cannot write to the standard output", result.stderr)

    # Time and signals

    def test_signals_of_batch_systems_and_terminals(self):
        for by in (signal.SIGHUP, signal.SIGXCPU):
            run = self.started("--name", by.name, "--set", "schedule.sweeps=1e7")
            run.send_signal(by)
            out, err = run.communicate(timeout=60)
            self.assertEqual(run.returncode, 75, err)
            self.assertIn(f"stopped by {by.name}", out)

    def test_nohup_is_respected(self):
        run = subprocess.Popen(["nohup", PROGRAM, "run", "small.toml", "--name", "a", "--set", "schedule.sweeps=1e7"],
                               cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for line in run.stdout:
            if line.startswith("start configuration"):
                break
        run.send_signal(signal.SIGHUP)
        run.send_signal(signal.SIGUSR1)
        out, _ = run.communicate(timeout=60)
        self.assertIn("stopped by SIGUSR1", out)

    def test_a_limit_of_centuries(self):
        for limit in ("3000000 d", "1e300 h", "99999999:00:00"):
            self.assertIn("done in", self.run_small("a", "--time-limit", limit, "--restart").stdout)


if __name__ == "__main__":
    unittest.main()
