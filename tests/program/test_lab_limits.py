# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""neel lab at its limits: conditions far from the first, files that cannot be written, long experiments, pages that are gone."""
import csv
import math
import os
import re
import select
import shutil
import signal
import unittest
from unittest import mock

import harness
from viewing import MODELS, Served

INPUTS = harness.SOURCE / "inputs"


def small(text):
    """An input as one experiment of a small lattice, in the default build."""
    text = re.sub(r"(?ms)^\[(scan|measure\.structure)\]$.*?(?=^\[|\Z)", "", text)
    if '"sliced"' in text:
        return text
    most = 64 if '"bits"' in text else 16
    return re.sub(r"(?m)^size = \[(.*)\]", lambda m: f"size = [{', '.join(str(min(int(n), most)) for n in m[1].split(','))}]", text)


class Limits(Served):
    def lab(self, *arguments, model="ising"):
        (self.folder / "small.toml").write_text(MODELS[model])
        return self.serve("lab", "small.toml", "--name", "n", *arguments)

    def step(self, blocks=1):
        self.do("step", blocks=blocks)
        return self.idle()

    def table(self, name):
        """Rows of NAME.tsv, of the first group of systems."""
        lines = [line for line in (self.folder / f"{name}.tsv").read_text().splitlines() if not line.startswith("#")]
        rows = list(csv.DictReader(lines, delimiter="\t"))
        first = next(iter(rows[0]))
        return [{k: float(v) for k, v in row.items()} for row in rows if first in ("T", "H") or row[first] == rows[0][first]]

    def repeated(self, saved, columns):
        """A run of what was saved ends in the same configuration, and has the same values at each point."""
        done = self.neel("run", saved["saved"], "--name", "again", "--force", "--progress", "none", "--set", "output.configurations=none")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(saved["hash"], done.stdout)
        rows, compared = self.table("again"), 0
        self.assertEqual(len(rows), len(columns["sweeps"]))
        for name, values in columns.items():
            for value, row in zip(values, rows):
                if name in row:
                    same = math.isclose(value, row[name], rel_tol=1e-6, abs_tol=1e-7) or math.isnan(value) and math.isnan(row[name])
                    self.assertTrue(same, (name, value, row[name], row))
                    compared += 1
        self.assertGreaterEqual(compared, len(rows))
        return rows

    def test_values_at_the_ends_of_sliders(self):
        """Every input: what the laboratory shows at both ends of both sliders, and beyond, is what a run of the saved input has."""
        for path in sorted(INPUTS.glob("*/*.toml")):
            if re.search(r"reports-(?!100\.)|seed-timing", path.name):
                continue  # the same in larger
            with self.subTest(path.name):
                (self.folder / "one.toml").write_text(small(path.read_text()))
                process = self.serve("lab", "one.toml", "--set", "algorithm.systems=2", "--block", "2", *(["--set", "schedule.T=2"] if path.stem == "hysteresis" else []))
                lab = self.json("state")["lab"]
                t, h = (lab["sliders"]["T"] if lab["thermal"] else [lab["T"]]), (lab["sliders"]["H"] if lab["H"] is not None else [0])
                self.step()
                for at in [(x, y) for x in t for y in h] + [(t[-1] * 1.5, 3 * h[-1])]:
                    self.do("set", T=at[0], **({"H": at[1]} if lab["H"] is not None else {}))
                    state = self.step()
                    self.assertEqual(state["trouble"], "")
                    self.assertEqual((state["lab"]["T"], state["lab"]["H"] or 0), at)
                columns, saved = self.series()[1], self.do("save")
                rows = self.repeated(saved, columns)
                for average in state["lab"]["averages"]:  # of the last block, in full precision
                    if average["name"] in columns:
                        self.assertTrue(math.isclose(average["value"], rows[-1][average["name"]], rel_tol=1e-9, abs_tol=1e-9), average)
                process.send_signal(signal.SIGTERM)
                self.assertEqual(process.wait(10), 0)

    def test_conditions_that_inputs_refuse(self):
        """They are refused as there, and nothing is lost."""
        process = self.lab("--set", "couplings.g=900", model="phi4")
        self.step(3)
        self.assertIn("g T is 1e4 at most", self.do("set", 400, T=60))
        self.assertIn("g T is 1e4 at most", self.do("ramp", 400, T=60, blocks=3))
        self.assertIn("from -1e15 to 1e15", self.do("set", 400, T=1e20))
        self.assertIn("above zero", self.do("set", 400, T=-1))
        self.step()
        self.repeated(self.do("save"), self.series()[1])
        self.do("reset")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(10), 0)

    def test_a_start_file_that_is_gone(self):
        """What was begun with it can be saved, and is repeated when it is there again."""
        (self.folder / "small.toml").write_text(MODELS["ising"])
        self.run_small("before")
        self.lab("--set", 'schedule.start="file:before.vtkhdf"')
        self.step(2)
        (self.folder / "before.vtkhdf").rename(self.folder / "elsewhere.vtkhdf")
        saved = self.do("save")
        self.assertIn("before.vtkhdf", self.do("reset", 404))
        self.step()
        (self.folder / "elsewhere.vtkhdf").rename(self.folder / "before.vtkhdf")
        self.repeated(self.do("save"), self.series()[1])
        self.assertEqual(saved["saved"], "n-lab1.toml")

    def test_a_folder_that_cannot_be_written(self):
        (self.folder / "file").write_text("")
        self.refused(3, "file/out", arguments=["lab", "small.toml", "--out", "file/out"])  # before there is something to lose
        with mock.patch.dict(os.environ, {"TMPDIR": str(self.folder / "temporary")}):
            process = self.lab("--out", "kept")
        (self.folder / "temporary").mkdir()
        (self.folder / "kept").rmdir()
        (self.folder / "kept").write_text("a file")
        self.step(2)
        for command in ("save", "reset"):
            self.assertRegex(self.do(command, 404), "kept.*download")
        self.step()
        text = self.do("download")["text"]
        self.assertEqual(self.json("state")["lab"]["sweeps"], 30)
        (self.folder / "downloaded.toml").write_text(text)
        self.repeated({"saved": "downloaded.toml", "hash": re.search("hash ([0-9a-f]+)", text)[1]}, self.series()[1])
        self.do("reset")
        self.step()
        process.send_signal(signal.SIGINT)
        _, trouble = process.communicate(timeout=10)
        self.assertEqual(process.returncode, 3, trouble)
        self.assertRegex(trouble, "kept.*neel run .*/temporary/n-lab1.toml")
        self.assertIn("10 sweeps", (self.folder / "temporary/n-lab1.toml").read_text())

    def test_a_saved_file_that_was_edited(self):
        """It stays as it is; what is saved gets another name."""
        self.lab()
        self.step()
        first = self.folder / self.do("save")["saved"]
        self.step()
        self.assertEqual(self.do("save")["saved"], first.name)  # one experiment, one file
        edited = first.read_text() + "# what I found\n"
        first.write_text(edited)
        (self.folder / "n-lab2.toml").symlink_to("nowhere")
        self.step()
        self.assertEqual(self.do("save")["saved"], "n-lab3.toml")
        self.assertEqual(first.read_text(), edited)

    def test_a_lattice_that_is_too_large(self):
        self.refused(2, "room for 33554432 sites in all systems, found 34012224", arguments=["lab", "small.toml", "--set", "lattice.size=[324,324,162]"])
        self.lab()
        self.step()
        self.assertIn("room for", self.do("reset", 400, changes={"lattice.size": "[8000,8000]"}))
        self.assertEqual(self.json("state")["lab"]["sweeps"], 10)

    def test_a_page_that_is_gone(self):
        """It pauses, and says so."""
        process = self.lab("--idle", "1")
        self.do("start")
        self.assertTrue(select.select([process.stdout], [], [], 60)[0])
        self.assertRegex(process.stdout.readline(), "paused after [0-9]+ sweeps: for 1 seconds no page was open")
        state = self.json("state")
        self.assertFalse(state["lab"]["running"])
        self.assertIn("no page was open", state["trouble"])
        self.do("start")
        state = self.json("state")
        self.assertEqual((state["lab"]["running"], state["trouble"]), (True, ""))

    def test_a_long_experiment(self):
        """Its curves stay short: each point is the mean of as many blocks."""
        self.lab("--block", "1", "--set", "lattice.size=[4,4]")
        self.step(4095)
        head, before = self.series()
        self.assertEqual((head["each"], len(before["sweeps"])), (1, 4095))
        self.do("set", T=1.0, H=0.5)
        self.assertEqual(self.step(4999)["lab"]["sweeps"], 9094)
        head, after = self.series()
        self.assertEqual((head["each"], len(after["sweeps"])), (4, 9094 // 4))
        self.assertEqual(after["sweeps"][:2], (2.5, 6.5))
        for k in range(1000):
            self.assertAlmostEqual(after["energy"][k], sum(before["energy"][4 * k:4 * k + 4]) / 4, 6)
        self.assertEqual(after["T"][1022], 2.0)
        self.assertEqual((after["T"][1024], after["H"][1024]), (1.0, 0.5))
        self.assertEqual(self.series(2270)[0]["from"], 2270)

    def test_names_that_are_not_utf_8(self):
        name = "n\udcff"
        shutil.copy(self.folder / "small.toml", self.folder / f"{name}.toml")
        self.serve("lab", f"{name}.toml")
        self.assertEqual(self.json("state")["name"], "n\ufffd")
        self.step()
        self.assertEqual(self.do("save")["saved"], "n\ufffd-lab1.toml")
        self.assertTrue((self.folder / f"{name}-lab1.toml").exists())
        self.assertEqual(self.do("step")["kind"], "lab")


if __name__ == "__main__":
    unittest.main()
