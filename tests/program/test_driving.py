# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""What programs that drive Neel rely on (docs/driving.md): JSON, exit codes, progress, and the example that calls it."""
import ast
import importlib.util
import json
import re
import shlex
import sys
import tomllib
import unittest

try:
    import h5py
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from harness import PROGRAM, SOURCE, Case

PAGE = (SOURCE / "docs/driving.md").read_text()
# What depends on the machine; of it, the kind alone is compared.
OF_MACHINE = {"version", "revision", "backend", "threads", "started", "program_bytes", "host_bytes", "simulation_bytes", "bytes_of_a_rank",
              "seconds", "least_seconds", "tried_seconds", "seconds_left", "seconds_of_a_sweep", "of_ideal", "updates_per_ns",
              "updates_per_ns_measuring"}


def examples():
    """(commands, the object that the last of them prints) of each example of the page."""
    for block in re.findall(r"(?:^    .*\n)+", PAGE, re.M):
        text = re.sub("^    ", "", block, flags=re.M)
        if "\n{" in text:
            commands, shown = text.split("\n{", 1)
            yield [shlex.split(c)[1:] for c in commands.splitlines()], json.loads("{" + shown)


def difference(shown, found, at=""):
    """Where what a program prints is not what the page shows; "..." stands for anything, at the end of a list for more."""
    if shown == "...":
        return None
    if isinstance(shown, dict) and isinstance(found, dict):
        if list(shown) != list(found):
            return f"{at}: {list(found)}"
        return next(filter(None, (difference(shown[k], found[k], f"{at}.{k}") for k in shown)), None)
    if isinstance(shown, list) and isinstance(found, list):
        more = shown[-1:] == ["..."]
        if len(found) < len(shown) if more else len(found) != len(shown):
            return f"{at}: {found}"
        return next(filter(None, (difference(s, f, f"{at}[{k}]") for k, (s, f) in enumerate(zip(shown, found)))), None)
    if at.split(".")[-1] in OF_MACHINE or at == ".done" and isinstance(shown, float):
        number = (int, float)
        same = isinstance(found, number) if isinstance(shown, number) else type(shown) is type(found)
    else:
        same = shown == found
    return None if same else f"{at}: {found}"


class Json(Case):
    def json(self, *arguments):
        done = self.neel(*arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return json.loads(done.stdout)

    def dry_run(self, *arguments):
        return self.json("run", "small.toml", *arguments, "--dry-run", "--json", "--time-limit", "0.1 s")

    def test_examples_of_the_page(self):
        (self.folder / "inputs").symlink_to(SOURCE / "inputs")
        seen = []
        for commands, shown in examples():
            for command in commands:
                done = self.neel(*command)
                self.assertEqual(done.returncode, 0, done.stderr)
            found = json.loads(done.stderr.splitlines()[0] if "--progress" in command else done.stdout)
            self.assertIsNone(difference(shown, found), command)
            seen.append(found.get("kind", "progress"))
        self.assertEqual(seen, ["dry_run", "results", "keys", "plan", "progress"])

    def test_a_wrong_example_would_be_found(self):
        (_, shown), *_ = examples()
        self.assertIsNone(difference(shown, shown))
        for change in ({"kind": "plan"}, {"more": 1}, {"runs": []}, {"seconds": "1 s"}, {"runs": [{**shown["runs"][0], "points": 12}]}):
            self.assertIsNotNone(difference(shown, {**shown, **change}), change)

    def test_results_as_the_text_has_them(self):
        self.run_small("a")
        found, text = self.json("info", "a.h5", "--json"), self.neel("info", "a.h5").stdout
        for part in (f"complete: {found['points_done']} of {found['points']} points", f"input hash {found['input_hash']}",
                     f"hash {found['final_configuration_hash']}", f"systems: {found['systems']}", ", ".join(found["observables"]),
                     f"started {found['started']}, worked {found['seconds']:.1f} s"):
            self.assertIn(part, text)
        self.assertTrue(text.endswith("\n\n" + found["input"]))
        with h5py.File(self.folder / "a.h5") as file:
            self.assertEqual([found["T_first"], found["T_last"]], list(file["results/T"]))

    def test_build_and_keys_as_the_text_has_them(self):
        build, text = self.json("info", "--json"), self.neel("info").stdout
        for part in (f"models: {', '.join(build['models'])}", f"Kokkos {build['kokkos']}, HDF5 {build['hdf5']}", build["backend"],
                     f"Neel {build['version']}, git revision {build['revision']}, {build['build_type']}"):
            self.assertIn(part, text)
        rows = re.findall(r"^\| `(\S+)` \| (.*?) \| (.*?) \| ", self.neel("keys", "--markdown").stdout, re.M)
        self.assertGreater(len(rows), 50)
        self.assertEqual([(k["key"], "all" if k["models"] == build["models"] else ", ".join(k["models"]), k["default"] or "–")
                          for k in self.json("keys", "--json")["keys"]], [(key, models, default.replace("\\|", "|")) for key, models, default in rows])

    def test_build_has_the_moves_and_schedules_of_all_models(self):
        build, keys, text = self.json("info", "--json"), self.json("keys", "--json")["keys"], self.neel("info").stdout
        self.assertIn(f"updates: {', '.join(build['updates'])}; schedules: {', '.join(build['schedules'])}\n", text)
        moves = {move for k in keys if k["key"] == "algorithm.update"
                 for move in re.search(r"one after another, of ([a-z, -]+)", k["meaning"])[1].split(", ")}
        self.assertLessEqual({"metropolis", "cluster", "houdayer"}, moves)
        self.assertEqual((sorted(build["updates"]), len(build["updates"])), (sorted(moves), len(moves)))
        kinds = {kind for k in keys if k["key"] == "schedule.kind" for kind in re.findall(r'"([a-z]+)"', k["expected"])}
        self.assertEqual((sorted(build["schedules"]), len(build["schedules"])), (sorted(kinds), len(kinds)))

    def test_what_is_done_of_a_run(self):
        new, = self.dry_run("--name", "b")["runs"]
        self.assertEqual((new["base"], new["sweeps"], new["sweeps_left"], new["done"], new["notes"], new["systems"]), ("b", 500, 500, False, [], 2))
        (self.folder / "b.stop").write_text("")
        self.assertEqual(self.neel("run", "small.toml", "--name", "b").returncode, 75)
        left, = self.dry_run("--name", "b")["runs"]
        there = self.json("info", "b.chk.h5", "--json")
        self.assertEqual((there["kind"], left["sweeps_left"]), ("checkpoint", 500 - there["sweeps"]))
        self.assertIn("goes on from a checkpoint", left["notes"][0])
        self.run_small("b")
        done, = self.dry_run("--name", "b")["runs"]
        self.assertEqual((done["done"], done["sweeps_left"], done["input_hash"]), (True, 0, self.json("info", "b.h5", "--json")["input_hash"]))

    def test_what_is_done_of_a_scan(self):
        scan = ("--set", "scan.algorithm.seed=[1, 2, 3]", "--name", "c")
        self.assertEqual(self.neel("run", "small.toml", *scan, "--part", "2/3").returncode, 0)
        self.assertEqual([(r["title"], r["base"], r["done"]) for r in self.dry_run(*scan)["runs"]],
                         [(f"seed = {n}", f"c_seed{n}", n == 2) for n in (1, 2, 3)])
        text = self.neel("run", "small.toml", *scan, "--dry-run").stdout
        self.assertRegex(text, r"seed = 2: estimated time about .* s; done already\n")
        self.assertEqual(text.count("; done already"), 1)
        self.assertEqual(self.dry_run(*scan, "--part", "4/4")["runs"], [])
        self.run_small("c", *scan[:2])
        grid = self.json("info", "c.h5", "--json")
        self.assertEqual((grid["scan"], grid["runs"], grid["points"]), ([{"key": "algorithm.seed", "values": 3}], 3, None))

    def test_analysis(self):
        self.run_small("d")
        self.assertEqual(self.neel("analyze", "d.h5").returncode, 0)
        found = self.json("info", "d.analysis.h5", "--json")
        run, = found["runs"]
        self.assertEqual((found["kind"], run["name"], run["values"], run["axis"], found["critical"]), ("analysis", "d", 201, "T", None))

    def test_errors_are_sentences(self):
        for code, *arguments in ((3, "info", "none.h5"), (2, "keys", "isin"), (2, "plan", "small.toml", "--set", "lattice.size=0"),
                                 (2, "run", "small.toml", "--dry-run", "--set", "schedule.T=0"), (2, "run", "small.toml"), (3, "info", "small.toml")):
            done = self.neel(*arguments, "--json")
            self.assertEqual((done.returncode, done.stdout), (code, ""), arguments)
            self.assertTrue(done.stderr)
        self.assertIn("--json requires --dry-run", self.neel("run", "small.toml", "--json").stderr)

    def test_progress(self):
        done = self.neel("run", "small.toml", "--name", "e", "--progress", "json")
        lines = [json.loads(line) for line in done.stderr.splitlines()]
        self.assertEqual(sorted({line["point"] for line in lines}), [1, 2])
        self.assertEqual([line["done"] for line in lines], sorted(line["done"] for line in lines))
        self.assertEqual({line["at"] for line in lines}, {"T 1 J (435.2 K)", "T 0.5 J (217.6 K)"})

    def test_exit_codes(self):
        """Of the page, of --help, and of the code."""
        enum = re.search(r"enum class ExitCode : int \{(.*?)\}", (SOURCE / "src/errors/errors.hpp").read_text())[1]
        codes = [int(n) for n in re.findall(r"= (\d+)", enum)]
        rows = {int(code): meaning for code, meaning in re.findall(r"^\| (\d+) \| (.*?) \|", PAGE, re.M)}
        told = " ".join(self.neel("--help").stdout.split("Exit codes: ")[1].split())
        meanings = {int(code): meaning for code, meaning in re.findall(r"(\d+) ([a-z][a-z ]*)", told)}
        self.assertEqual((list(rows), list(meanings)), (codes, codes))
        for code in codes:
            self.assertTrue(rows[code].startswith(meanings[code]), f"{code}: {meanings[code]}, but {rows[code]}")

    def test_programs_of_workflows(self):
        """Those of engines that no test runs: their syntax."""
        text = (SOURCE / "docs/workflows.md").read_text().split("## aiida-shell")[1]
        blocks = [re.sub("^    ", "", b, flags=re.M) for b in re.findall(r"(?:^    .*\n|^\n(?=    ))+", text, re.M)]
        tables = [b for b in blocks if b.lstrip().startswith("[")]
        self.assertEqual((len(blocks), len(tables)), (4, 1))
        self.assertEqual(tomllib.loads(tables[0])["action"][0]["products"], ["done"])
        for block in blocks:
            if block not in tables:
                ast.parse(block)


class Caller(Case):
    def setUp(self):
        super().setUp()
        spec = importlib.util.spec_from_file_location("neel_caller", SOURCE / "docs/examples/neel_caller.py")
        self.module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.module)

    def caller(self, **keys):
        return self.module.NeelCaller([[1, 0, 0], [0, 1, 0], [0, 0, 1]], ["Fe"], [[0, 0, 0]], **{
            "bonds": [{"shell": 1, "J": -10.0}], "moments": {"Fe": 2.0}, "T": [250, 200, 150, 120], "size": (4, 4, 4), "sweeps": 4000,
            "folder": self.folder / "of the caller", "program": PROGRAM, **keys})

    def test_results_are_attributes(self):
        seen = []
        magnet = self.caller(**{"algorithm.systems": 2}).run(progress=seen.append)
        self.assertEqual(seen[-1]["points"], 4)
        self.assertEqual([round(t) for t in magnet.T], [250, 200, 150, 120])
        self.assertEqual(magnet.info["systems"], 2)
        self.assertGreater(magnet.dry_run()["memory"]["host_bytes"], 1e6)
        with h5py.File(magnet.result) as file:
            self.assertEqual(magnet.energy_err, list(file["results/energy_err"]))
        self.assertGreater(magnet.magnetisation_magnitude[3], magnet.magnetisation_magnitude[0])
        # Simple cubic: T_c = 1.4429 |J| (Chen, Ferrenberg, Landau, Phys. Rev. B 48, 3249 (1993)); the peak of 4^3 is near.
        self.assertLess(abs(magnet.critical_temperature / (1.4429 * 10 / 0.0861733) - 1), 0.25)

    def test_stopped_and_continued(self):
        magnet = self.caller()
        with self.assertRaises(self.module.Interrupted):
            magnet.run(time_limit="0.001 s")
        magnet.run()
        self.assertEqual(magnet.info["interruptions"], 1)
        self.assertEqual(magnet.energy, self.caller(name="other").run().energy)

    def test_errors_have_code_and_sentence(self):
        for code, part, keys in ((2, "schedule.sweps", {"schedule.sweps": 3}), (2, "lattice.size", {"size": (0, 1, 1)}),
                                 (4, "memory", {"size": (1000, 1000, 1000), "algorithm.systems": 1000})):
            with self.assertRaises(self.module.NeelError) as caught:
                self.caller(**keys).run()
            self.assertEqual(caught.exception.code, code)
            self.assertIn(part, str(caught.exception))

    def test_structures_of_pymatgen(self):
        """By the attributes that they have."""
        class Site:
            species_string = "Fe"

        class Structure(list):
            lattice = type("Lattice", (), {"matrix": [[2, 0, 0], [0, 2, 0], [0, 0, 2]]})
            frac_coords = [[0, 0, 0], [0.5, 0.5, 0.5]]
        magnet = self.module.NeelCaller.from_structure(Structure([Site(), Site()]), bonds=[{"shell": 1, "J": -1.0}], moments={"Fe": 1}, T=[50],
                                                       size=(2, 2, 2), folder=self.folder, program=PROGRAM)
        self.assertEqual(magnet.dry_run()["runs"][0]["sites"], 16)


if __name__ == "__main__":
    unittest.main()
