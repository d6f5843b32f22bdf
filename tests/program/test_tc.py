# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""neel tc: the Ising square to 2 %, the same bits interrupted or not; questions that have no number for an answer; refusals."""
import importlib.util
import json
import math
import pathlib
import signal
import subprocess
import sys
import tomllib
import unittest

try:
    import h5py  # noqa: F401
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from harness import SOURCE, Case

ISING = """
[model]
name = "ising"
[lattice]
kind = "square"
[[couplings.bonds]]
shell = 1
J = 1.0
"""
EXACT = 2 / math.log(1 + math.sqrt(2))  # Onsager, Phys. Rev. 65, 117 (1944)


class Tc(Case):
    def found(self, name, *arguments, code=0, text=ISING):
        (self.folder / f"{name}.toml").write_text(text)
        done = self.neel("tc", f"{name}.toml", *arguments)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def answer(self, name):
        return json.loads((self.folder / f"{name}.tc.json").read_text())

    def test_square(self):
        text = self.found("square", "--error", "2%")
        answer = self.answer("square")
        self.assertEqual((answer["status"], answer["unit"], answer["sentence"]), ("transition", "J", None))
        self.assertLess(answer["error"], 0.02 * answer["T_c"])
        self.assertLess(abs(answer["T_c"] - EXACT), 4 * answer["error"])
        self.assertGreater(answer["error"], 0.002 * answer["T_c"])  # else this test would mean less than it says
        self.assertRegex(text.splitlines()[-1], r"^T_c = 2\.\d+ \+- 0\.0\d+ J$")
        self.assertLessEqual(max(map(len, text.splitlines())), 80, text)
        self.assertEqual((self.folder / "square.tc.log").read_text(), text)
        self.check_files("square", answer)
        self.check_picture("square")
        again = self.found("square", "--error", "1.5%")  # other runs beside those that are there
        self.assertIn("done before", again)
        self.assertLess(self.answer("square")["error"], 0.015 * EXACT * 1.05)

    def check_picture(self, name):
        def plot(file):
            return subprocess.run([sys.executable, SOURCE / "scripts/plot.py", file], cwd=self.folder, capture_output=True, text=True)

        if importlib.util.find_spec("matplotlib") and importlib.util.find_spec("h5netcdf"):
            self.assertEqual(plot(f"{name}.tc.json").returncode, 0)
            self.assertGreater((self.folder / f"{name}.tc.png").stat().st_size, 10_000)
            (self.folder / "other.tc.json").write_text("{}")
            self.assertIn("other.tc.json is not what neel tc wrote", plot("other.tc.json").stderr)

    def check_files(self, name, answer):
        """A row per size and pair; inputs that `neel run` takes."""
        lines = (self.folder / f"{name}.tc.tsv").read_text().splitlines()
        rows = [line.split("\t") for line in lines if not line.startswith("#")]
        self.assertEqual({len(row) for row in rows}, {11})
        self.assertEqual([int(row[1]) for row in rows if row[0] == "size"], [size["L"] for size in answer["sizes"]])
        self.assertEqual(sum(row[0] == "xi/L" for row in rows), len(answer["sizes"]) - 1)
        made = tomllib.loads((self.folder / f"{name}.tc.toml").read_text())
        first = made["run"][0]
        sets = [word for key in made["all"]["set"] + first["set"] for word in ("--set", key)]
        again = self.neel("run", f"{name}.toml", "--name", "by-hand", "--progress", "none", *sets)
        self.assertEqual(again.returncode, 0, again.stderr)
        self.same(first["name"], "by-hand")

    def test_interrupted(self):
        self.found("whole", "--error", "3%")
        (self.folder / "parts.toml").write_text(ISING)
        for stops in range(1, 3):  # amid the run after the first, and after the second
            process = self.start("tc", "parts.toml", "--error", "3%", "--threads", 1 + stops % 2)
            while stops > 0 and (line := process.stdout.readline()):
                stops -= line.startswith("L = ")
            process.send_signal(signal.SIGTERM)
            rest = process.communicate()
            self.assertEqual(process.returncode, 75, rest)
            self.assertRegex(rest[0], r"stopped by SIGTERM( in the run parts_L\d+_\d+-\w+)?: run the same command to continue\n")
        self.found("parts", "--error", "3%")
        for ending in ("tsv", "json"):
            mine, its = ((self.folder / f"{name}.tc.{ending}").read_text() for name in ("whole", "parts"))
            self.assertEqual(mine.replace("whole", "parts"), its)
        last = self.answer("whole")["sizes"][-1]["runs"][-1]
        self.same(last, last.replace("whole", "parts"))

    def test_stop_file(self):
        (self.folder / "square.tc.stop").write_text("")
        self.assertRegex(self.found("square", code=75), r"stopped by the file \S*square\.tc\.stop: run the same command")
        self.assertIn("stopped by --time-limit", self.found("square", "--time-limit", "0.01 s", code=75))

    def test_one_unit(self):
        """Temperatures of the log in kelvin where energies are in meV; files keep their unit."""
        text = self.found("mev", "--error", "10%", text=ISING.replace('"ising"', '"ising"\nunits = "meV"'))
        self.assertNotIn("meV", text)
        self.assertRegex(text, r"mean field: T_c = 46\.418\d* K,")
        self.assertRegex(text, r"(?m)^L = \d+ +\d+ T from [\d.]+ to [\d.]+ K, ")
        self.assertRegex(text, r"(?m)^  \S.* at the crossing, T = [\d.]+\(\d+\) K$")
        self.assertIn("errors in K: statistical", text)
        self.assertRegex(text.splitlines()[-1], r"^T_c = [\d.]+ \+- [\d.]+ K$")
        answer = self.answer("mev")
        self.assertEqual(answer["unit"], "meV")
        self.assertLess(abs(answer["T_c"] - EXACT), 4 * answer["error"])
        known = self.found("known", "--error", "10%", text=ISING.replace('"ising"', '"ising"\nunit = "100 K"'))
        self.assertRegex(known.splitlines()[-1], r"^T_c = [\d.]+ \+- [\d.]+ J = [\d.]+ \+- [\d.]+ K$")

    def test_budget(self):
        text = self.found("square", "--error", "0.1%", "--max-sweeps", 1500, code=75)
        self.assertRegex(" ".join(text.split()), r"an error of 0\.1 % takes \d+ sweeps of L = \d+ at \d+ temperatures next, about ")
        self.assertEqual(self.answer("square")["status"], "budget")

    def no_number(self, name, sentence, text):
        out = self.found(name, text=text)
        self.assertIn(sentence, " ".join(out.split()))
        self.assertEqual((self.answer(name)["status"], self.answer(name)["T_c"]), ("none", None))
        return out

    def test_mermin_wagner(self):
        heisenberg = ISING.replace("ising", "heisenberg").replace("1.0", "-1.0")
        self.no_number("plane", "no transition at T > 0 (Mermin-Wagner)", heisenberg)
        lengths = [size["xi/L"] for size in self.answer("plane")["sizes"]]
        self.assertEqual(len(lengths), 3)

    def test_wide_ladders(self):
        """Of lattices without order go far down: their states have energies in common, or this ends with code 5."""
        kagome = ISING.replace("ising", "heisenberg").replace('"square"', '"kagome"\nsize = [6, 6]')
        text = self.found("kagome", "--max-sweeps", 3000, code=75, text=kagome)
        self.assertRegex(text, r"(?m)^L = 12 +\d\d T from 0\.0266\d+ to 0\.7 J")

    def test_no_couplings(self):
        self.no_number("none", "no coupling makes spins order", ISING.replace("1.0", "0.0"))

    def test_chain(self):
        chain = ISING.replace('kind = "square"', 'kind = "cubic"\nboundary = ["periodic", "open", "open"]')
        self.no_number("chain", "one dimension", chain)

    def test_dimers(self):
        cell = 'cell = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]\nbasis = [{name = "A", position = [0, 0, 0]}, ' \
               '{name = "B", position = [0.4, 0, 0]}]'
        dimers = ISING.replace('kind = "square"', cell)
        self.no_number("dimers", "no farther than a cluster", dimers)

    def test_cluster_moves(self):
        self.found("clusters", "--error", "10%", text=ISING + '[algorithm]\nupdate = ["heatbath", "cluster"]\n')
        self.assertLess(abs(self.answer("clusters")["T_c"] - EXACT), 4 * self.answer("clusters")["error"])

    def test_refused(self):
        for text, parts in ((ISING.replace('kind = "square"\n', ""), ("lattice.kind: missing",)),
                            (ISING.replace("[[coup", '[couplings]\ndisorder = "pm"\n[[coup'), ("spin-glasses.md",)),
                            (ISING.replace("ising", "phi4"), ("ising, xy and heisenberg",)),
                            (ISING.replace("ising", "potts") + "[schedule]\nT = 1.0\n", ("ising, xy and heisenberg", '"potts"')),
                            (ISING + '[algorithm]\nupdate = ["heatbath", "houdayer"]\n', ("algorithm.replicas",)),
                            (ISING + "[schedule]\nfield = 0.1\n", ("schedule.field",)),
                            (ISING.replace("ising", "heisenberg") + "[dipoles]\nstrength = 1.0\n",
                             ("dipoles: ", "bonds alone", "leave the table out", "neel analyze")),
                            (ISING + "[constraint]\nmagnetisation = 0.0\n", ("constraint: ", "leave the table out")),
                            (ISING + "[scan]\nschedule.T = [1.0, 2.0]\n", ("scan",)),
                            (ISING.replace("J =", "K ="), ("couplings.bonds",)),
                            (ISING.replace("1.0", "-1.0").replace("[[coup", "size = [5, 5]\n[[coup"), ("multiples of 2",))):
            (self.folder / "wrong.toml").write_text(text)
            self.assertNotIn("did you mean", self.refused(2, *parts, arguments=("tc", "wrong.toml")).stderr)
        (self.folder / "square.toml").write_text(ISING)
        for error in ("0", "50%", "x", "-1%"):
            self.refused(2, "--error", arguments=("tc", "square.toml", f"--error={error}"))
        (self.folder / "square.tc.tsv").write_text("mine\n")
        self.refused(2, "square.tc.tsv", arguments=("tc", "square.toml"))
        self.assertFalse(list(pathlib.Path(self.folder).glob("square_L*")))


if __name__ == "__main__":
    unittest.main()
