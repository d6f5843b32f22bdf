# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The Python package neel: mistakes and what they say, progress, interruption."""
import contextlib
import io
import os
import signal
import subprocess
import sys
import types
import unittest
from unittest import mock

from harness import SOURCE, unless_short
from packaged import SMALL, Package

import h5py
import neel
import numpy
from neel import program


class Mistakes(Package):
    def says(self, kind, *parts, call=neel.run, arguments=(), **options):
        with self.assertRaises(neel.Error) as caught:
            call(*arguments, **options)
        self.assertIs(type(caught.exception), kind, caught.exception)
        for part in parts:
            self.assertIn(part, str(caught.exception))
        for noise in ("neel: error", "/tmp", "input.toml", "--set", "--force"):
            self.assertNotIn(noise, str(caught.exception).replace(str(self.folder), ""))

    def test_of_inputs(self):
        schedule = SMALL["schedule"]
        for given, *parts in (
                ({**SMALL, "lattice": {"sizes": [8, 8]}}, "unknown key lattice.sizes; did you mean lattice.size?"),
                ({**SMALL, "model": {"name": "isin"}}, '"isin" is not one of', 'did you mean "ising"?'),
                ({"model": {"name": "ising"}}, "lattice.size: missing", "schedule.T: missing", "schedule.sweeps: missing"),
                ({**SMALL, "schedule": {**schedule, "T": float("nan")}}, "schedule.T: expected a finite number, found nan"),
                ({**SMALL, "schedule": {**schedule, "T": 3 + 1j}}, "schedule.T: expected a number, text", "complex"),
                ({**SMALL, "schedule": {**schedule, "T": "hot"}}, "schedule.T", '"hot"'),
                ({**SMALL, "schedule": {**schedule, "T": "14 T"}}, "schedule.T", '"14 T"', "allowed: K, meV"),
                ({**SMALL, "lattice": {"size": "large"}}, "lattice.size: expected a number, found", "large"),
                ({"T": 2}, "T: expected a table"), ({3: {}}, "keys of an input are texts, found 3"),
                ([1, 2], "expected the path of a TOML file, or a dictionary", "[1, 2]"), ("[model]\n", "expected the path of a TOML file")):
            with self.subTest(parts[0]):
                self.says(neel.InputError, *parts, arguments=[given])

    def test_of_arguments(self):
        self.says(neel.InputError, "T=2.0 is neither an argument of neel.run nor a table", arguments=[SMALL], T=2.0)
        self.says(neel.InputError, "unknown key lattice.sizes", arguments=[SMALL], lattice={"sizes": [4]})
        self.says(neel.InputError, "threads: expected a whole number from 1", arguments=[SMALL], threads=0)
        self.says(neel.InputError, "time_limit", "soon", arguments=[SMALL], time_limit="soon")
        self.says(neel.InputError, "expected one run at least", call=neel.analyze, arguments=[[]])
        self.says(neel.InputError, "expected one run at least", call=neel.plot.usual, arguments=[[]])
        self.says(neel.InputError, "points", "3", call=neel.analyze, arguments=["a.h5"], points=1)

    def test_of_files(self):
        self.says(neel.FileError, "cannot read the input nothing.toml: no such file", arguments=["nothing.toml"])
        self.run_small()
        self.says(neel.InputError, "small.h5 was made from a different input", "force=True", arguments=[SMALL], name="small", algorithm={"seed": 2})
        self.says(neel.FileError, "cannot make the directory small.tsv/out", arguments=[SMALL], out="small.tsv/out")
        self.says(neel.FileError, "nothing.h5: no such file", call=neel.open, arguments=["nothing.h5"])
        self.says(neel.FileError, "small: no such file; did you mean small.h5?", call=neel.open, arguments=["small"])
        (self.folder / "begun.chk.h5").touch()
        self.says(neel.FileError, "has not finished a single point yet", call=neel.open, arguments=["begun.h5"])
        with h5py.File("small.h5") as file, h5py.File("old.h5", "w") as old:
            old.attrs["format"] = file.attrs["format"]
            old.create_group("results")
        self.says(neel.FileError, "old.h5 is damaged, or was written by another version", call=neel.open, arguments=["old.h5"])
        self.says(neel.FileError, "nothing.h5: no such file", call=neel.analyze, arguments=["nothing.h5"])
        self.says(neel.FileError, "is not an HDF5 file", call=neel.open, arguments=["small.tsv"])
        self.says(neel.FileError, "nothing to plot of magnetization", "neel.plot.names", call=neel.plot.panel,
                  arguments=["small.h5", "magnetization"])
        self.says(neel.InputError, "expected a list", call=neel.plot.panels, arguments=["small.h5", "energy"])
        self.says(neel.InputError, "is a run, not what neel analyze wrote", call=neel.plot.analysis, arguments=["small.h5"])

    def test_of_the_program(self):
        """By a stand-in, since this machine has its memory and its numbers."""
        stand_in = self.folder / "stand-in"
        for line, kind, said in (("echo neel: error: no GPU >&2; exit 4", neel.DeviceError, "no GPU"),
                                 ("echo neel: error: sums differ >&2; exit 5", neel.CheckFailed, "sums differ"),
                                 ("exit 1", neel.Error, "exit code 1"), ("kill -9 $$", neel.Error, "ended by SIGKILL")):
            stand_in.write_text(f"#!/bin/sh\n{line}\n")
            stand_in.chmod(0o755)
            self.says(kind, said, arguments=[SMALL], program=str(stand_in))
        self.says(neel.ProgramNotFound, "/nowhere/neel", "program=", arguments=[SMALL], program="/nowhere/neel")

    def test_where_the_program_is_looked_for(self):
        """The argument, NEEL_PROGRAM, the package's own, PATH, the checkout's build; else a sentence."""
        place = {name: self.folder / name for name in ("argument", "variable", "package", "path/neel", "built")}
        for path in place.values():
            path.parent.mkdir(exist_ok=True)
            path.write_text("#!/bin/sh\nexit 0\n")
            path.chmod(0o755)
        with mock.patch.object(program, "OF_PACKAGE", place["package"]), mock.patch.object(program, "OF_CHECKOUT", place["built"]), \
                mock.patch.dict(os.environ, NEEL_PROGRAM=str(place["variable"]), PATH=f"{self.folder}/path:/usr/bin:/bin"):
            self.assertEqual(neel.find_program(place["argument"]), str(place["argument"]))
            self.assertEqual(neel.find_program(), str(place["variable"]))
            del os.environ["NEEL_PROGRAM"]
            for name in ("package", "path/neel", "built"):
                self.assertEqual(neel.find_program(), str(place[name]))
                place[name].unlink()
            self.says(neel.ProgramNotFound, "found no program neel", "scripts/build", "NEEL_PROGRAM", call=neel.find_program)

    def test_without_the_packages_that_it_needs(self):
        with mock.patch.dict(sys.modules, {"matplotlib": None, "neel.plot": None}):
            for module in [m for m in sys.modules if m.startswith("neel.plot")]:
                del sys.modules[module]
            with self.assertRaisesRegex(ImportError, "neel.plot needs packages that .*: pip install matplotlib$"):
                neel.__getattr__("plot")


class Progress(Package):
    def test_progress_is_shown_where_it_is_wanted(self):
        lines = b"\r[#..]  10.0 %  ETA 0:00:01\033[K\r[##.]  60.0 %\033[K\r\033[Kneel: error: no\n"
        for wanted in (True, False, None):  # None: this is no terminal
            read, write = os.pipe()
            os.write(write, lines)
            os.close(write)
            with open(read, "rb") as pipe, contextlib.redirect_stderr(io.StringIO()) as screen:
                line = program.Progress(wanted)
                said = program._follow(types.SimpleNamespace(stderr=pipe), line)
                line.finish()
            self.assertEqual(said.strip(), "neel: error: no")
            self.assertEqual("60.0 %" in screen.getvalue(), bool(wanted))
            self.assertEqual(screen.getvalue().endswith("\r"), bool(wanted))


    def test_progress_in_a_notebook(self):
        """Is one output that is written over, and is empty in the end."""
        shown = []
        outputs = types.SimpleNamespace(update=shown.append)
        display = types.SimpleNamespace(Pretty=str, display=lambda line, display_id: shown.append(line) or outputs)
        with mock.patch.dict(sys.modules, {"ipykernel": types.ModuleType("ipykernel"), "IPython": mock.Mock(), "IPython.display": display}):
            line = program.Progress(None)
            for text in ("10 %", "60 %"):
                line.show(text)
            line.finish()
        self.assertEqual(shown, ["10 %", "60 %", ""])


class Interruption(Package):
    @unless_short
    def test_ctrl_c_leaves_a_checkpoint_and_the_call_continues(self):
        """The signal comes to Python while the line of progress is drawn."""
        settings = {"schedule.sweeps": 400000, "schedule.measure_every": 1000}
        (self.folder / "study.py").write_text(f"import sys\nsys.path.append({str(SOURCE / 'scripts')!r})\nimport neel_path, neel\n"
                                              f"neel.run({SMALL!r}, name='a', threads=1, progress=True, **{settings!r})\n")
        study = subprocess.Popen([sys.executable, "study.py"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=self.folder)
        self.addCleanup(study.stderr.close)
        self.addCleanup(study.wait)
        self.addCleanup(study.kill)
        seen = b""
        while b" %" not in seen and (byte := study.stderr.read(1)):
            seen += byte
        study.send_signal(signal.SIGINT)
        said = study.stderr.read().decode()
        self.assertNotEqual(study.wait(), 0)
        self.assertRegex(said, r"neel\.errors\.Interrupted: stopped by SIGINT at point .*wrote a\.chk\.h5: call it again to continue")
        self.assertTrue((self.folder / "a.chk.h5").exists())
        continued, whole = self.run_small("a", **settings), self.run_small("b", **settings)
        self.assertEqual(continued.attrs["final_configuration_hash"], whole.attrs["final_configuration_hash"])
        numpy.testing.assert_array_equal(continued["energy_err"], whole["energy_err"])

    def test_a_run_that_is_stopped_raises(self):
        (self.folder / "a.stop").write_text("")
        with self.assertRaisesRegex(neel.Interrupted, "a.chk.h5: call it again") as caught:
            self.run_small("a", time_limit=3600)
        self.assertIsInstance(caught.exception, KeyboardInterrupt)
        self.assertEqual(self.run_small("a").attrs["complete"], True)


if __name__ == "__main__":
    unittest.main()
