# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""The Python package neel: runs, their results and pictures, help; and its installation by pip."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import textwrap
import tomllib
import unittest

from harness import SOURCE, unless_short
from packaged import MAGNET, PACKAGE, SMALL, Package, needs

import matplotlib.pyplot as plt
import neel
import numpy
import xarray
from neel import inputs


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

    @unless_short
    def test_analysis(self):
        settings = {"schedule.sweeps": 5000, "schedule.measure_every": 2, "measure.bins": 2500, "algorithm.systems": 2}
        scan = self.run_small("s", scan={"lattice.size": [[4, 4], [10, 10]]}, **settings)
        found = neel.analyze(scan, points=11, limits=(2.1, None))
        self.assertEqual(list(found), ["s_size4x4", "s_size10x10"])
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

    def test_the_page_names_what_there_is(self):
        page = (SOURCE / "docs" / "python.md").read_text()
        named = set(re.findall(r"\bneel\.(\w+)", page))
        self.assertLessEqual({"run", "open", "analyze", "crystal", "plot"}, named)
        self.assertEqual([name for name in named if not hasattr(neel, name)], [])
        self.assertEqual(set(re.findall(r"^\| `(\w+)\(", page, re.M)), set(neel.plot.__all__))

    def test_the_first_dictionary_of_the_page_runs(self):
        page = (SOURCE / "docs" / "python.md").read_text()
        block = re.search(r"^    ising = \{\n(?:    .*\n)*?    \}\n", page, re.M)[0]
        names = {}
        exec(textwrap.dedent(block), names)
        data = neel.run(names["ising"], threads=1, schedule={"sweeps": 20, "thermalize": 0, "T": 2.0}, algorithm={"seed": 7})
        self.assertEqual(data.attrs["size"], [32, 32, 1])

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
