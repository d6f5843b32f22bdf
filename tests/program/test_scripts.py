# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""What is in scripts/: help, and one sentence where something is wrong; the build tree's view of the machine; the plots."""
import json
import os
import pathlib
import runpy
import shutil
import subprocess
import sys
import tempfile
import traceback
import unittest

try:
    import h5netcdf  # noqa: F401
    import h5py
    import matplotlib
    import numpy
    import xarray  # noqa: F401
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from harness import PROGRAM, SOURCE, Case

SCRIPTS = SOURCE / "scripts"
COMMANDS = sorted(p for p in SCRIPTS.rglob("*") if p.is_file() and os.access(p, os.X_OK))
SHELL = [p for p in COMMANDS if p.read_text().startswith("#!/bin/sh")]
PYTHON = [p for p in COMMANDS if p.suffix == ".py"]
sys.path.append(str(SCRIPTS))
import neel_path  # noqa: F401


MAGNET = """
[model]
name = "heisenberg"
units = "meV"
[lattice]
size = [4, 4, 4]
[material]
ions = ["Mn", "Ni"]
fractions = {Ni = [0.0, 0.5, 1.0]}
exchange = {Mn-Mn = -10, Mn-Ni = -9, Ni-Ni = -8}
[schedule]
T = [20, 15, 10, 5]
thermalize = 100
sweeps = 200
[algorithm]
systems = 2
"""

SWEEPS = "\nthermalize = 20\nsweeps = 200\nmeasure_every = 1\n"
MODELS = {
    "xy": "[model]\nname = 'xy'\n[lattice]\nsize = [8, 8]\n[couplings]\nJ = 1\n[schedule]\nT = [1, 2]",
    "ising": "[model]\nname = 'ising'\n[lattice]\nsize = [8, 8]\n[couplings]\nJ = 1\n[schedule]\nT = 2\nfield = [1, 0, -1]",
    "field": "[model]\nname = 'phi4'\n[lattice]\nsize = [8, 8]\n[couplings]\nmass_squared = -1\ng = 1\n[schedule]\nT = 1",
    "glass": "[model]\nname = 'edwards-anderson'\n[lattice]\nsize = [4, 4, 4]\n[couplings]\npositive = 0.5\n[coding]\n"
             "words = 1\n[schedule]\nkind = 'temper'\nT = [2, 1]",
    "magnet": "[model]\nname = 'heisenberg'\n[lattice]\nsize = [4, 4, 4]\n[material]\nions = ['A']\nexchange.A-A = 1\n"
              "[schedule]\nT = [2, 1]",
    "board": "[model]\nname = 'majority'\n[lattice]\nsize = [32, 32]\nboundary = 'periodic'\n[schedule]",
    "alloy": "[model]\nname = 'heisenberg'\n[lattice]\nkind = 'cubic'\nsize = [4, 4, 4]\n[material]\nions = ['A', 'B']\n"
             "fractions = {B = 0.5}\n[[couplings.bonds]]\nshell = 1\nJ = 1\n"
             "[schedule]\nT = [2, 1]"}


class Scripts(Case):
    def call(self, *command, code=0, **environment):
        done = subprocess.run(list(map(str, command)), cwd=self.folder, capture_output=True, text=True,
                              env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **environment})
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def plot(self, script, *arguments, code=0):
        """Runs a Python script in a fork of this process, which has imported already what takes a second each time."""
        command = [str(SCRIPTS / script), *map(str, arguments)]
        with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
            child = os.fork()
            if child == 0:
                os._exit(self.run_as_main(command, out, err))
            ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            done = subprocess.CompletedProcess(command, ended, *(f.seek(0) or f.read() for f in (out, err)))
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def run_as_main(self, command, out, err):
        """What Python does with a script: its exit code."""
        os.chdir(self.folder)
        os.dup2(out.fileno(), 1)
        os.dup2(err.fileno(), 2)
        sys.argv, sys.stdout, sys.stderr = command, out, err
        code = 0
        try:
            runpy.run_path(command[0], run_name="__main__")
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else end.code is not None
        except BaseException:
            traceback.print_exc()
            code = 1
        out.flush()
        err.flush()
        return code

    def says(self, done, *parts):
        """One sentence, with these parts."""
        self.assertEqual(done.stdout, "")
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertNotIn("Traceback", done.stderr)
        for part in parts:
            self.assertIn(str(part), done.stderr)

    def run_compositions(self, name, points=3):
        self.run_small(name, "--set", "material.fractions.Cr={from=0.0,to=1.0,points=8}", "--set",
                       f"schedule.T={{from=1.4,to=0.2,points={points}}}", "--set", "lattice.size=[4,4,4]")
        return self.folder / f"{name}.h5"


class Help(Scripts):
    def test_every_script_says_what_it_does(self):
        self.assertGreater(len(SHELL), 7)
        self.assertEqual(len(SHELL) + len(PYTHON), len(COMMANDS))
        preset = os.path.relpath(os.path.dirname(PROGRAM), SOURCE / "build")
        for script in COMMANDS:
            with self.subTest(script.name):
                run = [script] if script in SHELL else [sys.executable, script]
                done = self.call(*run, "--help", NEEL_PRESET=preset)
                self.assertEqual(done.stderr, "")
                self.assertIn(f"scripts/{script.relative_to(SCRIPTS)}" if script.name != "neel" else "Usage: neel", done.stdout)
                for noise in ("SPDX", "#!", "set -eu"):
                    self.assertNotIn(noise, done.stdout)

    def test_help_of_a_program_that_is_not_built(self):
        (self.folder / "scripts").mkdir()
        shutil.copy(SCRIPTS / "common.sh", self.folder / "scripts")
        done = self.call(shutil.copy(SCRIPTS / "neel", self.folder / "scripts"), "--help", NEEL_PRESET="openmp")
        self.assertIn("NEEL_PRESET", done.stdout)

    def test_unknown_options(self):
        """Those of scripts/neel are the program's, those of scripts/sanitize ctest's."""
        for script in SHELL:
            if script.name not in ("neel", "sanitize"):
                with self.subTest(script.name):
                    self.says(self.call(script, "--no-such-option", code=2), script.name, "--no-such-option")
        for script in PYTHON:
            with self.subTest(script.name):
                self.assertIn("--no-such-option", self.plot(script.name, "a", "--no-such-option", code=2).stderr)

    def copied(self, *names):
        """A folder with these scripts and nothing else."""
        folder = self.folder / "copy" / "scripts"
        folder.mkdir(parents=True)
        for name in ("common.sh", *names):
            shutil.copy(SCRIPTS / name, folder)
        return folder

    def test_long_tests_are_asked_for(self):
        scripts = self.copied("test")
        shutil.copy(SOURCE / "CMakePresets.json", scripts.parent)
        for name in ("devbox", "build"):
            (scripts / name).write_text('#!/bin/sh\necho "$@"\n')
            (scripts / name).chmod(0o755)
        self.assertIn("-LE ^(long|nightly)$ -R a\n", self.call(scripts / "test", "debug", "-R", "a").stdout)
        self.assertIn("-LE ^nightly$ -R a\n", self.call(scripts / "test", "--all", "debug", "-R", "a").stdout)
        self.assertIn("-LE ^$ -R a\n", self.call(scripts / "test", "--nightly", "debug", "-R", "a").stdout)

    def test_what_the_matrix_lacks_is_skipped_and_said(self):
        self.says(self.call(SCRIPTS / "matrix", "cuda", "gc", code=2), "gc", "gcc", "clang")
        for name, variable in zip(("serial", "oldest", "cuda"), 2 * ["KOKKOS_OLDEST_SOURCE"] + ["KOKKOS_CUDA_ROOT"]):
            done = self.call(SCRIPTS / "matrix", name, KOKKOS_OLDEST_SOURCE=self.folder, KOKKOS_CUDA_ROOT=self.folder)
            self.assertRegex(done.stdout, f"^matrix: passed nothing; skipped {name} .*{variable}.*\n$")

    @unittest.skipUnless(shutil.which("git"), "no git here")
    def test_rules_of_style(self):
        scripts = self.copied("style")
        recipes = ["packaging/conda/recipe.yaml", "packaging/spack/spack_repo/neel/packages/neel/package.py"]
        for name in ("VERSION", "CITATION.cff", "docs/install.md", *recipes):
            (scripts.parent / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(SOURCE / name, scripts.parent / name)
        headers = "// SPDX-FileCopyrightText: 2026 The Neel authors\n// SPDX-License-Identifier: MIT\n"
        files = {"src/a.cpp": headers + "void f();\n", "src/b.cpp": "void f();\n", "src/c.cpp": headers + "exit(1);\n"}
        (scripts.parent / "src").mkdir()
        subprocess.run(["git", "init", "-q"], cwd=scripts.parent, check=True)
        for name, wrong in zip(files, ("", "src/b.cpp has no SPDX header", "only main() may exit")):
            (scripts.parent / name).write_text(files[name])
            subprocess.run(["git", "add", "."], cwd=scripts.parent, check=True)
            self.assertIn(wrong, self.call(scripts / "style", "--rules", code=1 if wrong else 0).stderr)
        (scripts.parent / "src/c.cpp").write_text(headers)
        (scripts.parent / "VERSION").write_text("100.0\n")
        said = self.call(scripts / "style", "--rules", code=1).stderr
        for name in ("CITATION.cff", *recipes):
            self.assertIn(f"{name} has another version", said)
        shutil.copy(SOURCE / "VERSION", scripts.parent)
        with (scripts.parent / "docs/install.md").open("a") as table:
            table.write("\n| FFTW | 3 | `libfftw3-dev` | `fftw` |\n")
        said = self.call(scripts / "style", "--rules", code=1).stderr
        for name in recipes:
            self.assertIn(f"{name} does not depend on fftw, as docs/install.md says", said)

    def test_unknown_preset(self):
        for script in ("build", "test"):
            self.says(self.call(SCRIPTS / script, "opemp", code=2), "no preset opemp", "openmp")
            self.assertFalse((SOURCE / "build" / "opemp").exists())


class Files(Scripts):
    """Every Python script, and every file that it cannot read."""

    def test_bad_files(self):
        self.run_small("a", "--set", "schedule.T=1.0", "--set", "schedule.sweeps=20")
        (self.folder / "b.stop").write_text("")
        self.assertEqual(self.neel("run", "small.toml", "--name", "b", "--quiet").returncode, 75)
        (self.folder / "text.h5").write_text("not HDF5\n")
        (self.folder / "text.json").write_text('{"rows": 3}\n')
        with h5py.File(self.folder / "other.h5", "w") as file:
            file["numbers"] = numpy.arange(3)
        (self.folder / "half.h5").write_bytes((self.folder / "a.h5").read_bytes()[:3000])
        bad = {"missing.h5": "no such file", ".": "folder", "text.h5": "not an HDF5 file", "other.h5": "not one of Neel's",
               "b.chk.h5": "is a checkpoint", "a.vtkhdf": "not one of Neel's", "half.h5": "damaged"}
        for script in PYTHON:
            for name, part in bad.items():
                if (script.name, name) == ("picture.py", "a.vtkhdf"):
                    continue  # not bad
                with self.subTest(script=script.name, file=name):
                    self.says(self.plot(script.name, name, code=3), script.name, name,
                              part if script.name not in ("bench_report.py", "picture.py") else "")
        self.says(self.plot("bench_report.py", "text.json", code=3), "neel bench --json")
        self.says(self.plot("plot.py", "other.analysis.h5", code=3), "no such file")

    def test_unfinished_run(self):
        (self.folder / "a.stop").write_text("")
        self.assertEqual(self.neel("run", "small.toml", "--name", "a", "--quiet").returncode, 75)
        self.says(self.plot("plot.py", "a.h5", code=3), "a.h5", "not finished", "a.chk.h5")
        path = self.run_compositions("b")
        with h5py.File(path, "r+") as file:
            file["results"].attrs["complete"] = 0
        self.says(self.plot("plot_compositions.py", path, code=3), "not complete", "3 temperatures")
        self.plot("plot.py", path)  # what there is of it

    def test_what_a_run_lacks(self):
        self.run_small("a")
        self.says(self.plot("plot_compositions.py", "a.h5", code=3), "a.h5", "composition")

    def test_missing_module(self):
        """As if a package were not installed."""
        for script in PYTHON:
            for package in ("matplotlib", "numpy", "xarray", "h5netcdf"):
                (self.folder / "sitecustomize.py").write_text(f"import sys\nsys.modules[{package!r}] = None\n")
                with self.subTest(script=script.name, package=package):
                    done = subprocess.run([sys.executable, script, "a.h5"], cwd=self.folder, capture_output=True, text=True,
                                          env={**os.environ, "PYTHONPATH": str(self.folder)})
                    if script.name == "picture.py" or script.name == "bench_report.py" and package in ("xarray", "h5netcdf"):
                        self.assertEqual(done.returncode, 3)  # it needs them not
                        continue
                    self.assertEqual(done.returncode, 2, done.stderr)
                    self.says(done, f"package {package}", "scripts/devbox")


class Devbox(Scripts):
    """What scripts/devbox shows of the machine, by a bwrap that prints what it is asked for."""

    def setUp(self):
        super().setUp()
        (self.folder / "bin").mkdir()
        self.bwrap('printf "%s\\n" "$@"')
        self.environment = {k: v for k, v in os.environ.items() if k != "NEEL_SYSTEM_ROOT"}
        self.environment.update(NEEL_DEVBOX="tree", NEEL_DEVBOX_EXTRA="", NEEL_CACHE=str(self.folder / "cache"),
                                PATH=f"{self.folder / 'bin'}:{os.environ['PATH']}")
        self.tree = pathlib.Path(self.devbox("--where", cwd="/").stdout.strip())
        (self.tree / "usr").mkdir(parents=True)

    def bwrap(self, line, able=0):
        """What stands for bwrap does with a command. `true` is how scripts/devbox asks whether it is able at all."""
        path = self.folder / "bin" / "bwrap"
        path.write_text(f'#!/bin/sh\ncase "$*" in *" true") exit {able} ;; esac\n{line}\n')
        path.chmod(0o755)

    def devbox(self, *command, cwd, **environment):
        return subprocess.run([SCRIPTS / "devbox", *command], cwd=cwd, capture_output=True, text=True,
                              env={**self.environment, **environment})

    def test_every_path_of_the_machine(self):
        for cwd in ("/", str(self.folder)):
            asked = self.devbox("cc", "a b", cwd=cwd).stdout.split("\n")[:-1]
            shown = [asked[k + 2] for k, word in enumerate(asked) if word in ("--bind", "--symlink", "--dev-bind")]
            system = {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc"}
            for entry in map(str, pathlib.Path("/").iterdir()):
                if entry not in system:
                    self.assertIn(entry, shown)
            self.assertEqual(asked[asked.index("--chdir") + 1], cwd)
            self.assertEqual(asked[-2:], ["cc", "a b"])
            self.assertIn("--remount-ro", asked)
            for system in ("usr", "etc"):
                self.assertEqual(asked[asked.index(f"{self.tree}/{system}", 1) - 1], "--ro-bind")

    def test_exit_code(self):
        self.bwrap("exit 42")
        self.assertEqual(self.devbox("cc", cwd="/").returncode, 42)

    def test_no_namespaces(self):
        self.bwrap("exit 0", able=1)
        done = self.devbox("cc", cwd="/")
        self.assertEqual(done.returncode, 1)
        self.says(done, "user namespaces or root")


class Plots(Scripts):
    def test_many_compositions_have_a_colour_bar(self):
        """And no legend of that many lines over the data."""
        from neel.plot import catalogue, figures
        self.run_compositions("a")
        figure, axes = plt.subplots(2, 2)
        runs = figures.read([self.folder / "a.h5"])
        figures.draw_runs(runs, catalogue.usual(runs[0]), axes)
        self.addCleanup(plt.close, figure)
        self.assertEqual(len(figure.axes), 4 + 4)
        self.assertEqual([text.get_text() for text in axes[0, 1].get_legend().get_texts()],
                         ["not converged", "Cr", "Fe"])
        for at in axes.flat:
            lines = [line for line in at.get_lines() if len(line.get_xdata()) == 3 and line.get_linestyle() != "None"]
            self.assertEqual(len({line.get_color() for line in lines}), 8)  # without the rings of what is not converged

    def test_long_legends_are_beside_the_data(self):
        from neel.plot import curves
        figure, axes = plt.subplots()
        self.addCleanup(plt.close, figure)
        for k in range(curves.INSIDE + 1):
            axes.plot([0, 1], [k, k], label=str(k))
        curves.legend(axes)
        figure.canvas.draw()
        self.assertGreaterEqual(axes.get_legend().get_window_extent().x0, axes.get_window_extent().x1)

    def test_every_model(self):
        """What is drawn unless something is asked for, and all that could be: of a run of each model, and of a ladder."""
        for name, text in MODELS.items():
            with self.subTest(name):
                (self.folder / f"{name}.toml").write_text(text + SWEEPS)
                self.assertEqual(self.neel("run", f"{name}.toml", "--quiet").returncode, 0)
                self.plot("plot.py", f"{name}.h5")
                self.assertEqual((self.folder / f"{name}.png").read_bytes()[:4], b"\x89PNG")
                said = self.plot("plot.py", f"{name}.h5", "--list").stdout.replace("\n    ", " ")
                known = {line.split(": ")[0]: line.split(": ")[1].split(", ") for line in said.splitlines()}
                self.assertLessEqual(set(known["usual"]), {*known["topics"], *known["observables"]})
                what = [*known["topics"], known["observables"][0]]
                self.plot("plot.py", f"{name}.h5", "--what", ",".join(what))
                self.assertTrue((self.folder / f"{name}-{'-'.join(what)}.png").exists())
        self.assertIn("energy, order, specific_heat, staggered_binder", self.plot("plot.py", "magnet.h5", "--list").stdout)
        self.says(self.plot("plot.py", "xy.h5", "--what", "energy,ageing", code=3), "xy.h5", "ageing", "--list")
        self.says(self.plot("plot.py", "xy.h5", "--what", "nonsense", code=3), "no observable or topic", "--list")

    def drawn(self, *names, what=None):
        """The panels of a picture, as scripts/plot.py makes it."""
        from neel.plot import catalogue, figures
        runs = figures.read([self.folder / f"{name}.h5" for name in names])
        figure = figures.picture(runs, what or catalogue.usual(runs[0])).flat[0].get_figure()
        self.addCleanup(plt.close, figure)
        figure.canvas.draw()
        return figure, runs

    def texts(self, figure):
        """All that is written in a picture, but numbers at ticks."""
        found = [figure._suptitle]
        for at in figure.axes:
            found += [at.xaxis.label, at.yaxis.label, *(at.get_legend().get_texts() if at.get_legend() else [])]
        return [text for text in found if text.get_text()]

    def test_texts_are_whole_and_in_tex(self):
        """The usual picture of each model has all that is written inside, and no observable's title is as one types it."""
        from neel.plot import catalogue, symbols
        for name, text in {**MODELS, "composition": MAGNET}.items():
            (self.folder / f"{name}.toml").write_text(text if name == "composition" else text + SWEEPS)
            self.assertEqual(self.neel("run", f"{name}.toml", "--quiet").returncode, 0)
            with self.subTest(name):
                figure, runs = self.drawn(name)
                whole = figure.bbox.padded(1)
                for text in self.texts(figure):
                    box = text.get_window_extent()
                    self.assertTrue(whole.x0 <= box.x0 and box.x1 <= whole.x1 and whole.y0 <= box.y0 and box.y1 <= whole.y1, text.get_text())
                titles = [symbols.title(runs[0][n], n) for n in catalogue.names_of(runs[0])]
                for text in titles + [text.get_text() for text in self.texts(figure)[1:]]:
                    self.assertNotRegex("".join(text.split("$")[::2]), "[_^<>]")

    def test_labels_of_a_scan(self):
        (self.folder / "scan.toml").write_text("[scan]\nlattice.size = [[4, 4], [6, 6], [6, 4]]\n" + MODELS["xy"] + SWEEPS)
        self.assertEqual(self.neel("run", "scan.toml", "--quiet").returncode, 0)
        figure, _ = self.drawn("scan")
        labels = {text.get_text() for at in figure.axes for text in at.get_legend().get_texts()} - {"not converged"}
        self.assertEqual(labels, {"$L = 4$", "$L = 6$", r"$6 \times 4$"})
        from neel.plot import figures
        self.assertEqual(figures.analysed_labels(["scan_size4x4", "scan_size6x4"]), ["$L = 4$", r"$6 \times 4$"])
        for names in (["a_size4x4", "b_size4x4"], ["a", "a_size4x4"]):
            self.assertEqual(figures.analysed_labels(names), names)

    def test_curves_of_zeros_are_left_out(self):
        (self.folder / "magnet.toml").write_text(MODELS["magnet"] + SWEEPS)
        self.assertEqual(self.neel("run", "magnet.toml", "--quiet").returncode, 0)
        figure, runs = self.drawn("magnet", what=["energies", "energy_dm"])
        self.assertFalse(runs[0]["energy_dm"].any())
        labels = [text.get_text() for text in figure.axes[0].get_legend().get_texts()]
        self.assertEqual({*labels} - {"not converged"}, {"$E$", r"$E_\mathrm{ex}$"})
        self.assertEqual(len(figure.axes[1].containers), 1)  # who asks for it sees it

    def test_distributions_of_means_are_refused(self):
        """What is drawn is of single measurements; the advice of the refusal makes the run that has them, or the run keeps them."""
        from neel.plot import figures, topics
        (self.folder / "glass.toml").write_text(MODELS["glass"] + SWEEPS)
        self.assertEqual(self.neel("run", "glass.toml", "--quiet", "--set", "measure.bins=8").returncode, 0)
        for topic in ("overlaps", "histogram"):
            said = self.plot("plot.py", "glass.h5", "--what", topic, code=3)
            self.says(said, "glass.h5", "means of", "measure.bins = ")
        advice = "measure.bins=" + said.stderr.split("measure.bins = ")[1].split(",")[0]
        self.assertEqual(self.neel("run", "glass.toml", "--quiet", "--name", "long", "--set", advice).returncode, 0)
        self.plot("plot.py", "long.h5", "--what", "overlaps,histogram")
        data = figures.read([self.folder / "long.h5"])[0]
        edges = numpy.linspace(-1.037, 1.037, 22)  # no overlap lies on one
        drawn = list(topics.distributions(data, "overlap", lambda _: edges, symmetric=True))
        for (_, density, _), k in zip(drawn, (0, -1), strict=True):
            middle = (edges[1:] + edges[:-1]) / 2
            self.assertLess(abs((density * numpy.diff(edges) * middle**2).sum() - float(data["overlap_squared"][k])), 0.02)
        done = self.neel("run", "glass.toml", "--quiet", "--name", "kept", "--set", "measure.bins=8", "--set",
                         "measure.histogram.overlap={from = -1.037, to = 1.037, points = 22}")
        self.assertEqual(done.returncode, 0, done.stderr)
        kept = figures.read([self.folder / "kept.h5"])[0]
        for (_, one, _), (_, other, _) in zip(drawn, topics.distributions(kept, "overlap", None, symmetric=True), strict=True):
            numpy.testing.assert_allclose(other, one, atol=1e-9)
        self.plot("plot.py", "kept.h5", "--what", "overlaps")
        figure, _ = self.drawn("kept", what=["overlap_histogram"])  # whole, though its first intervals are empty
        self.assertEqual([len(container.lines[0].get_xdata()) for container in figure.axes[0].containers], [21, 21])
        self.assertEqual(figure.axes[0].get_yscale(), "linear")

    def test_systems_of_unlike_couplings(self):
        """Each has a histogram of its own, and its points have rings of their own."""
        from neel.plot import topics
        (self.folder / "masses.toml").write_text(MODELS["field"].replace("mass_squared = -1", "mass_squared = [-3, -1, 2]") + SWEEPS)
        self.assertEqual(self.neel("run", "masses.toml", "--quiet", "--set", "measure.bins=1000").returncode, 0)
        for verdict in ([1, 0, 1], [0, 0, 0], [1, 1, 1]):
            with h5py.File(self.folder / "masses.h5", "r+") as file:
                file["results/converged"][...] = numpy.reshape(verdict, file["results/converged"].shape)
            figure, runs = self.drawn("masses", what=["magnetisation", "propagator", "histogram", "energy_terms"])
            rings = [line for line in figure.axes[0].get_lines() if line.get_markersize() == 7]
            self.assertEqual([list(line.get_xdata()) for line in rings], [[m for m, v in zip([-3, -1, 2], verdict) if not v]] if 0 in verdict else [])
            curves = [line for line in figure.axes[1].get_lines() if line.get_markersize() == 7]
            self.assertEqual(len(curves), verdict.count(0))
            labels = [text.get_text() for text in figure.axes[2].get_legend().get_texts()]
            self.assertEqual([label.endswith("not converged") for label in labels], [not v for v in verdict])
            self.assertEqual(any(line.get_markersize() == 7 for line in figure.axes[3].get_lines()), not verdict[-1])
        means = [(density * (edges[1:]**2 - edges[:-1]**2) / 2).sum()
                 for _, density, edges in topics.distributions(runs[0], "magnetisation", lambda _: 400)]
        numpy.testing.assert_allclose(means, runs[0]["magnetisation"].values.ravel(), atol=0.01)
        self.assertGreater(means[0], 2 * means[2])

    def test_one_point_of_several_sizes(self):
        """Is drawn against the size; couplings that systems differ in are an axis like temperature."""
        from neel.plot import figures
        (self.folder / "sizes.toml").write_text("[scan]\nlattice.size = [[4, 4], [8, 8]]\n[model]\nname = 'ising'\n[couplings]\nJ = 1\n"
                                                "[schedule]\nT = 2\nthermalize = 5\nsweeps = 50\nmeasure_every = 1\n")
        (self.folder / "masses.toml").write_text("[model]\nname = 'phi4'\n[lattice]\nsize = [8, 8]\n[couplings]\nmass_squared = [-1, 1]\n"
                                                 "g = 1\n[algorithm]\nsystems = 2\n[schedule]\nT = 1\nthermalize = 5\nsweeps = 50\n"
                                                 "measure_every = 1\n")
        for name, along in (("sizes", [4, 8]), ("masses", [-1, 1])):
            self.assertEqual(self.neel("run", f"{name}.toml", "--quiet").returncode, 0)
            figure, axes = plt.subplots(1, 1, squeeze=False)
            self.addCleanup(plt.close, figure)
            figures.draw_runs(figures.read([self.folder / f"{name}.h5"]), ["energy"], axes)
            drawn = [x for container in axes[0, 0].containers for x in container.lines[0].get_xdata()]
            self.assertEqual(drawn, along, name)
        runs = figures.read([self.folder / "sizes.h5"])
        self.assertEqual([at.item() for at in figures.points(runs)], [4, 8])
        for size in ([4, 8], 6, [8, 8, 1]):  # no length; a chain; the other run's
            runs[0].attrs["size"] = size
            self.assertEqual([None if at is None else at.item() for at in figures.points(runs)], [6, 8] if size == 6 else [None, None])

    def test_compositions(self):
        done = self.plot("plot_compositions.py", self.run_compositions("a", points=6))
        self.assertRegex(done.stdout.splitlines()[0], r"^# x_Cr: .*Cr.*; T_N, T_comp \[J\]; w\(0\) \[\(5.0 mu_B\)/site\]$")
        rows = [line.split("\t") for line in done.stdout.splitlines() if "wrote" not in line and line[0] != "#"]
        self.assertEqual(rows[0], ["x_Cr", "T_N", "T_N_err", "T_comp", "T_comp_err", "w(0)", "w(0)_err"])
        self.assertEqual(len(rows), 1 + 8)
        self.assertEqual((self.folder / "a.compositions.png").read_bytes()[:4], b"\x89PNG")
        self.assertNotIn("J(Fe-Fe)", (SCRIPTS / "plot_compositions.py").read_text())
        (self.folder / "b.toml").write_text(MAGNET)
        self.assertEqual(self.neel("run", "b.toml", "--quiet").returncode, 0)
        lines = self.plot("plot_compositions.py", "b.h5").stdout.splitlines()
        self.assertRegex(lines[0], r"^# x_Ni: .*Ni.*; T_C, T_comp \[meV\]; w\(0\) \[m/site\]$")
        self.assertTrue(all(line.endswith("nan\tnan\tnan\tnan") for line in lines[2:5]), lines)  # no weak moment

    def test_compensation_only_where_the_moment_changes_sign_in_earnest(self):
        from neel.plot import composition_scan
        random = numpy.random.default_rng(20261123)
        t = numpy.linspace(1.4, 0.05, 28)
        error = numpy.full(28, 0.01)
        noise = [composition_scan.crossing(t, random.normal(0, error), error) for _ in range(1000)]
        self.assertLess(numpy.isfinite(noise).mean(), 0.003)
        positive = [composition_scan.crossing(t, 0.1 * (1.4 - t) + random.normal(0, error), error) for _ in range(1000)]
        self.assertLess(numpy.isfinite(positive).mean(), 0.003)  # noise about zero just below T_N
        for sign in (1, -1):
            w = [sign * 0.1 * (t - 0.5) + random.normal(0, error) for _ in range(1000)]
            found = numpy.array([composition_scan.crossing(t, y, error) for y in w])
            self.assertGreater(numpy.isfinite(found).mean(), 0.99)
            self.assertLess(abs(numpy.nanmean(found) - 0.5), 0.1)

    def test_errors_of_correlated_series(self):
        """A series of 800 measurements with tau = 10 about zero has no sign, although single measurements seem to say so."""
        from neel.plot import composition_scan
        random = numpy.random.default_rng(20261124)
        rho, noise = 0.905, random.normal(0, 1, (28, 200, 800))  # exp(-1/10)
        series = numpy.empty_like(noise)
        series[:, :, 0] = noise[:, :, 0]
        for k in range(1, 800):
            series[:, :, k] = rho * series[:, :, k - 1] + (1 - rho**2)**0.5 * noise[:, :, k]
        mean = series.mean(2)
        error = composition_scan.standard_error(series, mean, numpy.ones((28, 1, 800)))
        scatter = (mean**2).mean()**0.5
        self.assertLess(abs((error**2).mean()**0.5 / scatter - 0.89), 0.04)  # parts of 50 are still correlated a little
        t = numpy.linspace(1.4, 0.05, 28)
        found = [composition_scan.crossing(t, w, e) for w, e in zip(mean.T, error.T)]
        self.assertLess(numpy.isfinite(found).mean(), 0.02)

    def test_bench(self):
        def row(size, rate, **labels):
            return {"suite": "heisenberg", "labels": {"L": str(size), **labels}, "updates_per_ns": rate, "least": rate / 2,
                    "most": 2 * rate, "roof_updates_per_ns": 4 * rate, "hash": "0123"}

        def write(name, *rows):
            head = {"backend": "OpenMP", "processor": "P", "threads": 1, "version": "1", "revision": "r", "date": "d",
                    "copy_bandwidth_bytes_per_s": 1e9, "repetitions": 3}
            (self.folder / name).write_text(json.dumps({**head, "rows": rows}))

        write("a.json", row(8, 1.0, update="cone"), row(16, 2.0, update="cone"), row(8, 3.0, update="heatbath"))
        self.plot("bench_report.py", "a.json")
        self.assertIn("| L=8 heatbath | 3 | 1.5 to 6 | 25 % | 0123 |", (self.folder / "a.md").read_text())
        self.assertEqual((self.folder / "a-heisenberg.png").read_bytes()[:4], b"\x89PNG")
        write("b.json", {**row(8, 1.5, update="cone"), "hash": "4567"}, row(32, 1.0, update="cone"))
        out = self.plot("bench_report.py", "b.json", "--old", "a.json").stdout
        self.assertRegex(out, "L=8 cone +1 +1.5 +1.500  other bits")
        self.assertIn("1 cases, new/old: median 1.500", out)
        write("c.json", row(64, 1.0))
        self.says(self.plot("bench_report.py", "c.json", "--old", "a.json", code=3), "no case in common")
        self.says(self.plot("bench_report.py", "c.json", "a.json", code=3), "one FILE")
        self.says(self.plot("bench_report.py", "--scaling", "a.json", code=3), "suite parallel")

        def shared(ranks, rate, **more):
            return {**row(64, rate), "suite": "parallel", "labels": {"lattice": "ising", "L": "64", **ranks}, **more}
        write("two.json", shared({}, 1.0), shared({"ranks": "2"}, 1.8, efficiency=0.9),
              shared({"ranks": "2", "long": "2"}, 1.9, efficiency=0.95))
        out = self.plot("bench_report.py", "--scaling", "two.json").stdout
        self.assertRegex(out, "ising +64 +2 ranks: +1.8 updates/ns, +90 %")
        self.assertRegex(out, "ising +64 +2 ranks, 2 times as long: +95 %")
        self.assertEqual((self.folder / "two-scaling.png").read_bytes()[:4], b"\x89PNG")

    def test_bench_beside_what_was_published(self):
        measured = SOURCE / "docs/benchmarks/h100-2026-11-28.json"
        shutil.copy(measured, self.folder / "gpu.json")
        host = json.loads(measured.read_text())
        for threads, rate in ((1, 0.2), (4, 0.7)):
            rows = [{**row, "updates_per_ns": rate} for row in host["rows"] if row["suite"] == "heisenberg"]
            (self.folder / f"{threads}.json").write_text(json.dumps({**host, "backend": f"OpenMP, {threads} threads",
                                                                     "threads": threads, "rows": rows}))
        self.plot("bench_report.py", "--published", "gpu.json", "1.json", "4.json")
        text = (self.folder / "gpu-published.md").read_text()
        for model in ("heisenberg", "edwards-anderson", "phi4", "majority"):
            self.assertEqual((self.folder / f"gpu-published-{model}.png").read_bytes()[:4], b"\x89PNG")
            self.assertIn(f"## {model}\n", text)
        rates = {(row["suite"], row["name"]): row for row in host["rows"]}
        flip = 1000 / rates["edwards-anderson", "L=64 W=4 R=4 k=1 sliced mt19937"]["updates_per_ns"]
        self.assertRegex(text, rf"\| mt19937 .*\| {flip:.3g} \| 5 \|\n")
        best = 1 / rates["phi4", "d=3 L=256 N_hit=8 N_loc=50 1/Lambda=2"]["updates_per_ns"]
        self.assertRegex(text, rf"\| 256 \| {best:.4g} \| 0.15 \| 3.1 \|")
        step = rates["majority", "n=1000 bytes tiles"]["us_per_step"]
        self.assertRegex(text, rf"V3: shared memory .*\| {step:.3g} \|  \|\n")
        for name, version in (("together", "V1, all steps in one launch"), ("squares b=10", "V2: 10 x 10 sites a thread")):
            step = rates["majority", f"n=1000 bytes {name}"]["us_per_step"]
            self.assertRegex(text, rf"{version} .*\| {step:.3g} \|")
        best = rates["heisenberg", "L=256 ions=1 metropolis mixed"]["updates_per_ns"]
        self.assertIn(f"one ion, a thread a site, mixed | {256**3} | {best:.4g} |", text)
        (self.folder / "bare.json").write_text(json.dumps({**host, "rows": [{**host["rows"][0], "suite": "crystal"}]}))
        self.says(self.plot("bench_report.py", "--published", "bare.json", code=3), "no suite of which figures were published")

    def test_published_coefficients_are_found_again(self):
        from neel.bench import published
        c, d, e = 0.9, 0.2, 0.1
        rows = [{"suite": "phi4", "labels": {"d": "3", "L": "64", "N_loc": str(loc), "N_hit": str(hit), "1/Lambda": "2"},
                 "updates_per_ns": loc * hit / (c + loc * (d + hit * e))} for loc in (1, 5, 50) for hit in (2, 8)]
        _, lines = published.phi4([published.Bench(rows, "here", 0)])
        self.assertIn("| 0.9, 0.2, 0.1 |", lines[-1])

if __name__ == "__main__":
    unittest.main()
