# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Every system call on the files of a run fails once, and from some moment on: the files are right, or the run says that
they are not, and what was there before is still there. All of it in scripts/nightly; else every call fails in one of these ways."""
import collections
import errno
import os
import random
import sys
import unittest

try:
    import h5py
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from watched import Watched, read_journal

EVER = 10**9


class FailingCalls(Watched):
    def setUp(self):
        super().setUp()
        self.whole = self.place("whole")
        self.journal = self.folder / "journal"
        self.assertEqual(self.run_there(self.whole, journal=self.journal).returncode, 0)
        self.assertEqual(self.differences(self.whole, self.whole), [])

    def stopped(self):
        """A run with a checkpoint, the one before it, and the results of a point: a failing disk ended it in its second
        point, it went on, and was stopped."""
        calls = read_journal(self.journal)
        first = next(n for n, call in enumerate(calls) if call.name == "rename" and call.arguments[1] == "a.chk.h5")
        second = next(n for n, call in enumerate(calls) if n > first and call.name == "open" and
                      call.arguments[1] == "a.chk.h5.part")
        number = sum(call.name == "open" for call in calls[:second + 1])
        folder = self.place("stopped")
        failing = {"NEEL_FAIL_CALL": "open", "NEEL_FAIL_AT": str(number), "NEEL_FAIL_COUNT": "1",
                   "NEEL_FAIL_ERROR": str(errno.EIO)}
        self.assertEqual(self.run_there(folder, failing=failing).returncode, 3)
        (folder / "a.stop").write_text("")
        result = self.run_there(folder)
        self.assertEqual(result.returncode, 75, result.stderr)
        self.assertIn("continued", result.stdout)
        for ending in ("chk.h5", "chk.h5.prev", "h5", "tsv"):
            self.assertTrue((folder / f"a.{ending}").exists(), ending)
        return folder

    def cases(self, before):
        """Ways to fail, from the calls that a run makes when none does."""
        journal = self.folder / "count.journal"
        folder = self.place("count", before)
        self.assertEqual(self.run_there(folder, journal=journal).returncode, 0)
        self.assertEqual(self.differences(folder, self.whole), [])
        calls = collections.Counter(call.name for call in read_journal(journal))
        self.assertGreaterEqual(calls.keys(), {"open", "read", "write", "sync", "close", "rename"})
        journal.unlink()
        for name, count in sorted(calls.items()):
            for at in range(1, count + 1):
                ways = [(errno.EIO, 1, ""), (errno.EIO, EVER, "")]
                if name == "write":  # the last one: some bytes are written, and there is nothing wrong with that
                    ways += [(errno.ENOSPC, 1, ""), (errno.ENOSPC, EVER, ""), (errno.ENOSPC, 1, "1"), (0, 0, "1")]
                if not os.environ.get("NEEL_NIGHTLY"):
                    ways = [random.Random(f"{name} {at}").choice(ways)]
                for error, times, half in ways:
                    yield {"NEEL_FAIL_CALL": name, "NEEL_FAIL_AT": str(at), "NEEL_FAIL_COUNT": str(times),
                           "NEEL_FAIL_ERROR": str(error), "NEEL_FAIL_HALF": half}

    def trouble(self, result, folder):
        """What is wrong after a run in which something failed."""
        if result.returncode == 0:
            return self.differences(folder, self.whole)
        found = []
        if result.returncode != 3:
            found.append(f"exit {result.returncode}: {result.stderr}")
        lines = result.stderr.splitlines()
        if len(lines) != 1 or not lines[0].startswith("neel: error: "):
            found.append(f"says {result.stderr!r}")
        found += [f"left {file.name}" for file in folder.glob("*.part")]
        for file in folder.glob("*h5"):
            try:
                with h5py.File(file) as h5, h5py.File(self.whole / "a.h5") as whole:
                    energy = h5["results/energy"][()] if file.name == "a.h5" else whole["results/energy"][:0]
                    if (energy != whole["results/energy"][:len(energy)]).any():
                        found.append("a.h5 holds other results")
            except (OSError, KeyError) as error:
                found.append(f"{file.name}: {error}")
        return found

    def one(self, before, failing, name):
        """Fails, and runs again without; what is wrong."""
        folder, journal = self.place(name, before), self.folder / f"{name}.journal"
        result = self.run_there(folder, failing=failing, journal=journal)
        found = self.trouble(result, folder)
        saved = before is not None or any(call.name == "rename" and call.result == 0 and call.arguments[1] == "a.chk.h5"
                                          for call in read_journal(journal))
        if failing["NEEL_FAIL_COUNT"] == "0" and result.returncode != 0:
            found.append(f"gave up after half a write: {result.stderr}")
        again = self.run_there(folder)
        if again.returncode != 0:
            found.append(f"then exit {again.returncode}: {again.stderr}")
        else:
            found += [f"then {what}" for what in self.differences(folder, self.whole)]
            if saved and not ("continued" in again.stdout or "already holds" in again.stdout):
                found.append("then started over")
        return found

    def all_calls(self, before):
        cases = list(self.cases(before))
        for failing, found in zip(cases, self.each(lambda failing, name: self.one(before, failing, name), cases)):
            with self.subTest(**failing):
                self.assertEqual(found, [])
        print(f"{len(cases)} ways to fail", file=sys.stderr)

    def test_fresh_run(self):
        self.all_calls(None)

    def test_continued_run(self):
        self.all_calls(self.stopped())


if __name__ == "__main__":
    unittest.main()
