# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The machine loses its power at some moment of a run: the same command goes on from what the disk then holds."""
import hashlib
import os
import sys
import unittest

try:
    import h5py  # noqa: F401, what compares results needs it
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from watched import Watched, read_journal


class File:
    """What was written, and what of it is certain to be on the disk: all of it at the last fsync."""

    def __init__(self, data=b""):
        self.data, self.synced = bytearray(data), data
        self.in_place = False  # what was synced was written over since: it is still there, old or new

    def after_cut(self, model):
        if model == "written" or self.data == self.synced:
            return bytes(self.data)
        if model == "lost":
            return self.synced
        if model == "half":
            return self.synced if self.in_place else bytes(self.data[:max(len(self.data) // 2, len(self.grown()))])
        kept = self.grown()
        return kept + bytes(max(0, len(self.data) - len(kept)))  # "zeros": it has its length, but no contents

    def grown(self):
        """What was synced, where the file was not begun anew since."""
        return self.synced if self.in_place or self.data.startswith(self.synced) else b""


class Disk:
    """A folder to which the calls of a journal are done one by one; `synced`: the names that are certain to be there, and
    `pending` the changes since."""

    def __init__(self, folder):
        self.names = {path.name: File(path.read_bytes()) for path in folder.glob("a.*") if path.suffix != ".stop"}
        self.synced, self.pending, self.open = dict(self.names), [], {}

    def change(self, *change):
        self.apply(self.names, *change)
        self.pending.append(change)

    @staticmethod
    def apply(names, to, file, source=None):
        """Gives a file a name, and takes the name `source` from it; no file: there is none of this name any more."""
        names.pop(source, None)
        if file is None:
            names.pop(to, None)
        else:
            names[to] = file

    def do(self, call):
        if call.result < 0:
            return
        arguments = call.arguments
        if call.name == "open":
            self.do_open(call.result, int(arguments[0]), arguments[1])
        elif call.name == "rename":
            self.change(arguments[1], self.names[arguments[0]], arguments[0])
        elif call.name == "unlink":
            self.change(arguments[0], None)
        elif self.open.get(int(arguments[0])) is None:
            if call.name == "sync":  # of the folder
                self.synced, self.pending = dict(self.names), []
        else:
            self.do_file(call, self.open[int(arguments[0])])

    def do_open(self, number, flags, name):
        if name == "." or flags & os.O_DIRECTORY:
            self.open[number] = None
            return
        if name not in self.names:
            self.change(name, File())
        if flags & os.O_TRUNC:
            self.names[name].data.clear()
            self.names[name].in_place = False
        self.open[number] = self.names[name]

    @staticmethod
    def do_file(call, file):
        at = int(call.arguments[1]) if len(call.arguments) > 1 else 0
        if call.name in ("write", "truncate"):
            file.data.extend(bytes(max(0, at - len(file.data))))
        if call.name == "write":
            file.in_place |= at < len(file.synced)
            file.data[at:at + len(call.data)] = call.data
        elif call.name == "truncate":
            file.in_place |= at < len(file.synced)
            del file.data[at:]
        elif call.name == "sync":
            file.synced, file.in_place = bytes(file.data), False

    def after_cut(self):
        """The states that the disk may be found in: each is a dict from name to bytes. Changes of the folder that were not
        synced may be there, or not, or only those that came last."""
        for kept in {0, max(0, len(self.pending) - 1), len(self.pending)}:
            names = dict(self.synced)
            for change in self.pending[len(self.pending) - kept:]:
                self.apply(names, *change)
            for model in ("written", "lost", "half", "zeros"):
                yield {name: file.after_cut(model) for name, file in names.items()}


class PowerCut(Watched):
    def test_run(self):
        """It is stopped in its first point and goes on to its end."""
        folder = self.place("cut")
        (folder / "a.stop").write_text("")
        self.cut_at_every_call(folder, codes=(75, 0))

    def test_finished_run_is_made_longer(self):
        folder = self.place("cut")
        keep = ("--set", "output.keep_checkpoint=true")
        self.assertEqual(self.run_there(folder, *keep, "--set", "schedule.T=[1.0, 0.7]").returncode, 0)
        self.cut_at_every_call(folder, *keep, codes=(0,))

    def cut_at_every_call(self, folder, *arguments, codes):
        """Runs as often as there are exit codes, the last time to the end; no call may be the last one before the cut."""
        whole, journal, disk = self.place("whole"), self.folder / "journal", Disk(folder)
        self.assertEqual(self.run_there(whole, *arguments).returncode, 0)
        for code in codes:
            result = self.run_there(folder, *arguments, journal=journal)
            self.assertEqual(result.returncode, code, result.stderr)
        self.assertEqual(self.differences(folder, whole), [])
        cuts = list(self.cuts(disk, read_journal(journal)))
        results = self.each(lambda cut, name: self.go_on(*cut[1:], whole, name, arguments), cuts)
        for (call, _, files), found in zip(cuts, results):
            with self.subTest(after=" ".join([call.name, *call.arguments]), files={n: len(f) for n, f in files.items()}):
                self.assertEqual(found, [])
        print(f"{len(cuts)} states after a cut", file=sys.stderr)

    def cuts(self, disk, calls):
        """After each call: the call, whether a checkpoint is certain to be there, and a state that was not met before."""
        seen = set()
        for call in calls:
            disk.do(call)
            checkpoint = disk.synced.get("a.chk.h5")
            saved = checkpoint is not None and checkpoint.synced == checkpoint.data
            for files in disk.after_cut():
                state = hashlib.sha256(repr(sorted(files.items())).encode()).digest()
                if state not in seen:
                    seen.add(state)
                    yield call, saved, files

    def go_on(self, saved, files, whole, name, arguments):
        """The same command, on what the cut has left; what is wrong then."""
        folder = self.place(name, files)
        result = self.run_there(folder, *arguments)
        found = [f"exit {result.returncode}: {result.stderr}"] if result.returncode else self.differences(folder, whole)
        if saved and not ("continued" in result.stdout or "already holds" in result.stdout):
            found.append("started over")
        return found


if __name__ == "__main__":
    unittest.main()
