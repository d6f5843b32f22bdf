# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Runs of the program whose system calls are watched (tests/faults): they are noted, and chosen ones fail."""
import concurrent.futures
import os
import shutil
import subprocess
import sys
import typing

import harness

LIBRARY = os.environ.get("NEEL_FAULTS", "")
if not LIBRARY or os.environ.get("NEEL_SANITIZE"):
    print("skipped: no library that watches system calls (NEEL_FAULTS), or a program with sanitizers")
    sys.exit(77)

# All kinds of files, checkpoints after each point, and done in a moment.
TINY = harness.SMALL.replace("[8, 8, 8]", "[4, 4, 4]").replace("[1.0, 0.5]", "[1.0, 0.7, 0.5]").replace(
    "thermalize = 50\nsweeps = 200", "thermalize = 5\nsweeps = 20") + '[output]\ncheckpoint = "1 points"\nsnapshots = {every = "point", systems = "all"}\n'


class Call(typing.NamedTuple):
    """A line of the journal; of a write, `data` are the bytes written."""
    name: str
    result: int
    arguments: list
    data: bytes = b""


def read_journal(path):
    calls, text, at = [], path.read_bytes() if path.exists() else b"", 0
    while at < len(text):
        end = text.index(b"\n", at)
        name, result, *arguments = text[at:end].decode().split(" ")
        at = end + 1 + (max(int(result), 0) if name == "write" else 0)
        calls.append(Call(name, int(result), arguments, text[end + 1:at]))
    return calls


def picture_of(path):
    """All that a reader finds in NAME.vtkhdf."""
    import h5py  # not every test needs it
    found = {}

    def look(name, member):
        found[name] = member[()].tobytes() if isinstance(member, h5py.Dataset) else {k: str(v) for k, v in member.attrs.items()}
    with h5py.File(path) as file:
        file.visititems(look)
    return found


class Watched(harness.Case):
    def setUp(self):
        super().setUp()
        (self.folder / "small.toml").write_text(TINY)
        self.known = {}  # what is in files, by their path

    def place(self, name, files=None):
        """A new folder with the input, and these files: those of another folder, or a dict from name to bytes."""
        folder = self.folder / name
        folder.mkdir()
        shutil.copy(self.folder / "small.toml", folder)
        if isinstance(files, dict):
            for file, data in files.items():
                (folder / file).write_bytes(data)
        elif files is not None:
            shutil.copytree(files, folder, dirs_exist_ok=True)
        return folder

    def run_there(self, folder, *arguments, failing=None, journal=None):
        """Runs a.* in a folder; `failing`: NEEL_FAIL_* of the library."""
        watch = {"OMP_NUM_THREADS": "1"}
        if failing is not None or journal is not None:
            watch.update(LD_PRELOAD=LIBRARY, NEEL_FAULT_FOLDER=str(folder.resolve()), **(failing or {}))
        if journal is not None:
            watch["NEEL_FAULT_JOURNAL"] = str(journal)
        return subprocess.run([harness.PROGRAM, "run", "small.toml", "--name", "a", "--progress", "none", *arguments],
                              cwd=folder, capture_output=True, text=True, env={**os.environ, **watch}, timeout=120)

    def each(self, work, cases):
        """work(case, folder name) of each case, two at a time; what they return."""
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            return list(pool.map(lambda case: work(case[1], f"case{case[0]}"), enumerate(cases)))

    def differences(self, folder, whole):
        """What in the files of two finished runs is not the same. What is in `whole` is read once."""
        found = []
        for ending, read in (("h5", lambda path: self.contents(path.with_suffix(""))), ("vtkhdf", picture_of)):
            try:
                mine, path = read(folder / f"a.{ending}"), whole / f"a.{ending}"
                if path not in self.known:
                    self.known[path] = read(path)
            except OSError as error:
                found.append(f"a.{ending}: {error}")
            else:
                its = self.known[path]
                found += [f"a.{ending}: {key}" for key in mine.keys() | its.keys() if mine.get(key) != its.get(key)]
        for ending in ("tsv", "resolved.toml"):
            file = folder / f"a.{ending}"
            if not file.exists() or file.read_bytes() != (whole / file.name).read_bytes():
                found.append(file.name)
        return found + sorted(file.name for file in folder.glob("*.part"))
