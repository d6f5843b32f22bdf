# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The Python package neel: runs, mistakes, interruptions, plots, crystals; and its installation by pip."""
import contextlib
import importlib.util
import io
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tomllib
import types
import unittest
from unittest import mock

try:
    import h5netcdf  # noqa: F401
    import matplotlib
    import numpy
    import xarray
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from harness import SOURCE, Case

PACKAGE = SOURCE / "scripts" / "python"
sys.path.append(str(SOURCE / "scripts"))
import neel_path  # noqa: F401

import neel
from neel import inputs, program

SMALL = {"model": {"name": "ising"}, "lattice": {"size": [8, 8]}, "couplings": {"J": 1.0},
         "schedule": {"T": {"from": 3.0, "to": 2.0, "points": 3}, "thermalize": 20, "sweeps": 200, "measure_every": 1}}
MAGNET = {"model": {"name": "heisenberg", "unit": "100 K"}, "lattice": {"size": [4, 4, 4]},
          "material": {"ions": ["A"], "exchange": -1.0, "moment_unit": "2 mu_B"}, "schedule": SMALL["schedule"]}


def needs(*modules):
    absent = [m for m in modules if importlib.util.find_spec(m) is None]
    return unittest.skipIf(absent, f"this Python has no {', '.join(absent)}")


class Package(Case):
    def setUp(self):
        super().setUp()
        self.addCleanup(os.chdir, os.getcwd())
        self.addCleanup(plt.close, "all")
        os.chdir(self.folder)

    def run_small(self, name="small", **more):
        return neel.run(SMALL, name=name, threads=1, **more)


class Runs(Package):
    def test_dictionary_and_file_are_the_same_run(self):
        (self.folder / "a.toml").write_text(inputs.text(SMALL))
        one, other = neel.run("a.toml", threads=1), self.run_small(out="b")
        self.assertEqual(one.attrs["hash"], other.attrs["hash"])
        self.assertEqual(one.attrs["final_configuration_hash"], other.attrs["final_configuration_hash"])
        numpy.testing.assert_array_equal(one["energy"], other["energy"])
        self.assertEqual(sorted(p.name for p in (self.folder / "b").iterdir()),
                         ["small.h5", "small.log", "small.resolved.toml", "small.tsv", "small.vtkhdf"])

    def test_numbers_are_those_of_the_table(self):
        data = self.run_small()
        lines = [line.split("\t") for line in (self.folder / "small.tsv").read_text().splitlines()]
        table = dict(zip(lines[-4], zip(*lines[-3:])))
        names = [name for name in table if name in data.variables]
        self.assertGreater(len(names), 20)
        for name in names:
            numpy.testing.assert_allclose(data[name].values, numpy.array(table[name], float), rtol=1e-9, err_msg=name)  # it has ten digits
        self.assertEqual((data["energy"].units, data["energy"].long_name), ("J/site", "energy"))
        self.assertEqual((data.attrs["version"], data.attrs["complete"]), (neel.__version__, True))
        self.assertEqual(tomllib.loads(data.attrs["input"])["lattice"]["size"], [8, 8, 1])

    def test_overrides(self):
        dotted = {"schedule.T": (numpy.float64(2.5), 2), "algorithm.seed": 7}
        data = self.run_small("a", lattice={"size": numpy.array([4, 6])}, **dotted)
        self.assertEqual(data["T"].values.tolist(), [2.5, 2.0])
        self.assertEqual((data.attrs["size"], tomllib.loads(data.attrs["input"])["algorithm"]["seed"]), ([4, 6, 1], 7))
        scan = self.run_small("s", scan={"lattice.size": [[4, 4], [6, 6]]})
        self.assertEqual([part.attrs["size"] for part in neel.runs(scan)], [[4, 4], [6, 6]])

    def test_each_dictionary_has_files_of_its_own(self):
        first, other = neel.run(SMALL, threads=1), neel.run(SMALL, threads=1, schedule={"T": 2.5})
        self.assertRegex(first.attrs["label"], "^ising-[0-9a-f]{8}$")
        self.assertNotEqual(first.attrs["label"], other.attrs["label"])
        self.assertEqual(neel.run(SMALL, threads=1).attrs["started"], first.attrs["started"])  # it was there

    def test_lists_of_tables(self):
        bonds = [{"shell": 1, "J": 1.0}, {"shell": 2, "J": -0.25}]
        data = neel.run({**SMALL, "couplings": {"bonds": bonds}}, name="a", threads=1, lattice={"kind": "square", "size": [6, 6]})
        kept = tomllib.loads(data.attrs["input"])["couplings"]["bonds"]
        self.assertEqual({bond["J"] for bond in kept}, {1.0, -0.25})

    def test_analysis(self):
        settings = {"schedule.sweeps": 5000, "schedule.measure_every": 2, "measure.bins": 2500, "algorithm.systems": 2}
        scan = self.run_small("s", scan={"lattice.size": [[4, 4], [8, 8]]}, **settings)
        found = neel.analyze(scan, points=11, limits=(2.1, None))
        self.assertEqual(list(found), ["s_size4x4", "s_size8x8"])
        curve = found["s_size4x4"]
        self.assertEqual((curve.sizes["T"], float(curve["T"][0])), (11, 2.1))
        self.assertLess(abs(float(curve["energy"][-1] / scan["energy"].isel(size=0).sel(T=3.0)) - 1), 0.05)
        self.assertEqual(found.crossings.sizes["pair"], 1)
        xarray.testing.assert_identical(neel.open("s.analysis.h5")["s_size4x4"], curve)
        self.assertEqual(neel.plot.analysis(found).shape, (2, 2))

    def test_groups(self):
        self.run_small()
        self.assertEqual(neel.open("small.h5", "samples")["energy"].dims[:2], ("T", "chain"))
        with self.assertRaisesRegex(neel.FileError, "small.h5 has no group structure; it has .*samples"):
            neel.open("small.h5", "structure")

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
                ({"T": 2}, "T: expected a table"), ({3: {}}, "keys of an input are texts, found 3"),
                ([1, 2], "expected the path of a TOML file, or a dictionary", "[1, 2]")):
            with self.subTest(parts[0]):
                self.says(neel.InputError, *parts, arguments=[given])

    def test_of_arguments(self):
        self.says(neel.InputError, "T=2.0 is neither an argument of neel.run nor a table", arguments=[SMALL], T=2.0)
        self.says(neel.InputError, "unknown key lattice.sizes", arguments=[SMALL], lattice={"sizes": [4]})
        self.says(neel.InputError, "threads: expected a whole number from 1", arguments=[SMALL], threads=0)
        self.says(neel.InputError, "time-limit", "soon", arguments=[SMALL], time_limit="soon")
        self.says(neel.InputError, "points", "3", call=neel.analyze, arguments=["a.h5"], points=1)

    def test_of_files(self):
        self.says(neel.FileError, "cannot read the input nothing.toml: no such file", arguments=["nothing.toml"])
        self.run_small()
        self.says(neel.InputError, "small.h5 was made from a different input", "force=True", arguments=[SMALL], name="small", algorithm={"seed": 2})
        self.says(neel.FileError, "nothing.h5: no such file", call=neel.open, arguments=["nothing.h5"])
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


class Interruption(Package):
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
            self.run_small("a")
        self.assertIsInstance(caught.exception, KeyboardInterrupt)
        self.assertEqual(self.run_small("a").attrs["complete"], True)


class Plots(Package):
    def test_axes_are_returned(self):
        data = self.run_small()
        self.assertEqual(neel.plot.usual(data).shape, (2, 2))
        axes = plt.subplots()[1]
        self.assertIs(neel.plot.panel("small.h5", "energy", axes=axes), axes)
        numpy.testing.assert_array_equal(axes.containers[0].lines[0].get_ydata(), data["energy"])
        self.assertEqual(neel.plot.panels([data], ["energy", "specific_heat", "acceptance"]).shape, (2, 2))
        names = neel.plot.names(data)
        self.assertLessEqual({"history", "histogram"}, set(names["topics"]))
        self.assertIn("specific_heat", names["observables"])

    def second(self, runs, what):
        """The axis above those of a panel, if it is seen."""
        axes = neel.plot.panel(runs, what)
        axes.figure.canvas.draw()
        return axes, *(second for second in axes.child_axes if second.get_visible())

    def test_a_second_axis_has_real_units(self):
        """Of a run that says what its unit is, in K and tesla; of others, and of those that differ in it, there is none."""
        kelvin = neel.run(MAGNET, name="a", threads=1)
        axes, second = self.second(kelvin, "energy")
        self.assertEqual(second.get_xlabel(), "temperature $T$  [K]")
        numpy.testing.assert_allclose(second.get_xlim(), 100 * numpy.array(axes.get_xlim()))
        loop = neel.run(MAGNET, name="h", threads=1, schedule={"T": 2.0, "field": [0.1, 0.0, -0.1]})
        axes, second = self.second(loop, "magnetisation_z")
        self.assertEqual(second.get_xlabel(), r"field $\mu_0 H$  [T]")
        self.assertAlmostEqual(second.get_xlim()[1] / axes.get_xlim()[1], float(loop["H_tesla"][0] / loop["H"][0]), 6)
        other = neel.run(MAGNET, name="b", threads=1, model={"unit": "200 K"})
        for runs in ([self.run_small("c")], [kelvin, other], [other, kelvin, other]):
            self.assertEqual(len(self.second(runs, "energy")), 1)

    def test_no_panel_is_drawn_twice(self):
        """In one domain the moment along the field is the weak moment: the energy has its place."""
        text = tomllib.loads((SOURCE / "inputs/perovskite/quickstart.toml").read_text())
        fewer = {"lattice.size": [8, 8, 8], "schedule.T": [0.1, 0.05], "schedule.sweeps": 30, "algorithm.systems": 2}
        one = neel.run(text, name="a", threads=1, **fewer)
        self.assertEqual(neel.plot.names(one)["usual"], ["weak_moment_sign", "weak_moments", "order", "energy"])
        other = neel.run(text, name="b", threads=1, **fewer, **{"schedule.start": "domain-"})
        self.assertEqual(neel.plot.names(other)["usual"][-1], "along_field")


class Installed(Package):
    @needs("setuptools", "pip", "venv")
    def test_in_a_fresh_environment(self):
        """By pip, without a network, from a copy of the sources; the program is named by NEEL_PROGRAM."""
        shutil.copytree(PACKAGE, self.folder / "source", ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
        environment = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "MPLBACKEND": "Agg"}
        environment.pop("PYTHONPATH", None)
        made = subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", "fresh"], capture_output=True, text=True)
        if made.returncode:
            self.skipTest(f"this Python makes no environments: {made.stdout}")
        python = self.folder / "fresh" / "bin" / "python"
        done = subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-index", "--no-build-isolation", "--no-deps", "./source"],
                              capture_output=True, text=True, env=environment)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        (self.folder / "elsewhere").mkdir()
        code = ("import neel\nprint(neel.__file__)\nprint(neel.__version__)\n"
                f"data = neel.run({SMALL!r}, name='a', threads=1)\nprint(*data.sizes.items())\n"
                "neel.plot.usual(data)[0, 0].get_figure().savefig('a.png')\n")
        done = subprocess.run([python, "-c", code], capture_output=True, text=True, env=environment, cwd=self.folder / "elsewhere")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        place, version, sizes = done.stdout.splitlines()
        self.assertTrue(pathlib.Path(place).is_relative_to(self.folder / "fresh"), place)
        self.assertEqual(version, (SOURCE / "VERSION").read_text().strip())
        self.assertIn("('T', 3)", sizes)
        self.assertEqual((self.folder / "elsewhere" / "a.png").read_bytes()[:4], b"\x89PNG")


class Help(Package):
    def test_help_says_what_there_is(self):
        import pydoc
        text = pydoc.plain(pydoc.render_doc(neel))
        for name in ("Runs an input, and returns", "Opens a file", "Reweights between", "CheckFailed", "T_kelvin", "VERSION"):
            self.assertIn(name, text)
        for name in neel.__all__:
            self.assertTrue(getattr(neel, name).__doc__, name)
        self.assertTrue(issubclass(neel.CheckFailed, neel.Error))

    def test_text_is_toml(self):
        odd = {"a": {"x": [1, 2.5, True], "name": "say \"no\"\n\\ \u00e9", "deep": {"Fe-Fe": -1e-7, "odd key\u0394": [{"y": numpy.int64(3)}]}, "b.c": 1},
               "b": {"t": (1, numpy.array([2.0]))}}
        read = tomllib.loads(inputs.text(odd))
        self.assertEqual(read["a"]["x"], [1, 2.5, True])
        self.assertEqual(read["a"]["name"], odd["a"]["name"])
        self.assertEqual(read["a"]["deep"], {"Fe-Fe": -1e-7, "odd key\u0394": [{"y": 3}]})
        self.assertEqual((read["a"]["b"], read["b"]["t"]), ({"c": 1}, [1, [2.0]]))


if __name__ == "__main__":
    unittest.main()
