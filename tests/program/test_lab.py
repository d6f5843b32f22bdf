# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""neel lab without a browser: what was done is an input that neel run repeats bit by bit."""
import json
import re
import signal
import struct
import unittest

from viewing import MODELS, SCHEDULE, SITES, Served


class Lab(Served):
    def lab(self, model, *arguments):
        (self.folder / "small.toml").write_text(MODELS[model])
        return self.serve("lab", "small.toml", *arguments)

    def repeated(self, saved):
        """Runs what was saved: it ends in the same configuration."""
        name = saved["saved"].removesuffix(".toml")
        done = self.neel("run", saved["saved"], "--progress", "none")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(re.search("final configuration: hash (.*)", done.stdout)[1], saved["hash"])
        self.assertIn(saved["hash"], (self.folder / saved["saved"]).read_text())
        return name

    def test_repeated_by_a_run(self):
        """Every model: steps, changes of temperature and field, a ramp, some time at work."""
        for model, sites in SITES.items():
            with self.subTest(model):
                process = self.lab(model, "--name", model)
                state = self.json("state")
                self.assertEqual((state["kind"], state["lab"]["running"], state["lab"]["sweeps"]), ("lab", False, 0))
                arrays = self.parcel("frame")[1]
                self.assertIn({"majority": "cell", "phi4": "phi"}.get(model, "spin"), arrays)
                if model != "majority":
                    shown = "overlap" if model == "edwards-anderson" else "energy"
                    self.assertTrue(any(arrays[shown][1]), "all zero before the first block")
                self.do("step", blocks=3)
                self.idle()
                if state["lab"]["thermal"]:
                    self.do("set", T=state["lab"]["T"] * 0.7)
                if state["lab"]["H"] is not None:
                    self.do("set", H=0.123456789)
                self.do("step")
                self.idle()
                if state["lab"]["thermal"]:
                    self.do("ramp", T=0.3, blocks=4)
                    self.do("step", blocks=5)
                    self.assertEqual(self.idle()["lab"]["T"], 0.3)
                self.do("start")
                self.until(lambda s, n=state: s["lab"]["sweeps"] >= 12 * n["lab"]["block"])
                self.do("pause")
                saved = self.do("save")
                self.repeated(saved)
                process.send_signal(signal.SIGTERM)
                self.assertEqual(process.wait(10), 0)

    def test_what_is_shown_is_what_is_measured(self):
        """Ising: the energy of the last block is that of the spins that the page gets."""
        self.lab("ising", "--block", "1", "--set", "lattice.size=[16,8]")
        self.do("step", blocks=5)
        self.idle()
        _, arrays = self.parcel("frame")
        columns = self.series()[1]
        spin = struct.unpack("<128f", arrays["spin"][1])
        bonds = sum(spin[16 * y + x] * (spin[16 * y + (x + 1) % 16] + spin[16 * ((y + 1) % 8) + x]) for y in range(8) for x in range(16))
        self.assertAlmostEqual(columns["energy"][-1], -bonds / 128, 12)
        energy = struct.unpack("<128f", arrays["energy"][1])
        self.assertAlmostEqual(columns["energy"][-1], sum(energy) / 128, 6)
        self.assertEqual(columns["sweeps"], (1, 2, 3, 4, 5))
        self.assertEqual(self.series(3)[1]["sweeps"], (4, 5))
        self.assertEqual(self.json("state")["lab"]["averaged"], 5)
        self.do("set", T=1.5)
        self.assertEqual(self.json("state")["lab"]["averaged"], 0)

    def test_reset_with_other_keys(self):
        self.lab("ising")
        self.do("step", blocks=2)
        self.idle()
        (self.folder / "small.toml").write_text("changed meanwhile")
        first = self.do("save")
        keys = self.do("input")["input"]
        self.assertIn("J = 1.0", keys)
        self.assertIn("couplings.J", self.do("reset", 400, changes={"couplings.J": '"a lot"'}))
        self.assertEqual(self.json("state")["lab"]["sweeps"], 20)  # nothing has happened
        self.do("reset", changes={"lattice.size": "[10,4]", "couplings.J": "0.5", "schedule.start": "up"})
        state = self.json("state")
        self.assertEqual((state["lab"]["sweeps"], state["sites"]), (0, "2"))
        self.do("step", blocks=2)
        self.idle()
        second = self.do("save")
        self.assertNotEqual(first["saved"], second["saved"])
        self.repeated(first)
        self.repeated(second)

    def test_starts_of_their_own(self):
        """A wave, which has a vector; where another run ended; and a quench with waiting times, which the laboratory has none of."""
        try:
            import h5py
        except ImportError as missing:
            self.skipTest(str(missing))
        (self.folder / "small.toml").write_text(MODELS["ising"])
        done = self.neel("run", "small.toml", "--name", "before", "--set", "schedule.sweeps=20", "--progress", "none")
        self.assertEqual(done.returncode, 0, done.stderr)
        for model, keys in (("crystal", ("schedule.start=wave", "schedule.q=[0.5,0,0]")), ("ising", ('schedule.start="file:before.vtkhdf"',)),
                            ("edwards-anderson", ("schedule.kind=quench", "schedule.times=[2,4]", "measure.waiting_times=[1,2]"))):
            with self.subTest(model):
                text = MODELS[model].replace(SCHEDULE, "[schedule]\nT = 2.0\n") if "quench" in keys[0] else MODELS[model]
                (self.folder / "small.toml").write_text(text)
                process = self.serve("lab", "small.toml", "--name", model, *(part for key in keys for part in ("--set", key)))
                if model == "ising":
                    with h5py.File(self.folder / "before.vtkhdf") as file:
                        ended = file["VTKHDF/PointData/spin"][()].ravel()
                    self.assertEqual(self.parcel("frame")[1]["spin"][1], ended.astype("<f4").tobytes())
                self.do("step", blocks=2)
                self.idle()
                self.repeated(self.do("save"))
                process.send_signal(signal.SIGTERM)
                self.assertEqual(process.wait(10), 0)

    def test_what_was_done_is_kept(self):
        """At the end, and when it starts over, without being asked."""
        process = self.lab("ising", "--out", "kept", "--name", "n")
        self.do("step", blocks=2)
        self.idle()
        self.do("reset")
        self.assertEqual([p.name for p in (self.folder / "kept").iterdir()], ["n-lab1.toml"])
        self.do("step")
        self.idle()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=10)
        self.assertEqual(process.returncode, 0)
        self.assertIn("neel run kept/n-lab2.toml", out)
        self.assertTrue((self.folder / "kept/n-lab2.toml").exists())

    def test_refused(self):
        self.lab("ising")
        headers = {"Content-Type": "application/json"}
        for body in ("", "{", "[]", "3", '"start"', "{}", '{"do": 1}', '{"do": "explode"}', '{"do": "set", "T": "hot"}', '{"do": "set", "T": -1}',
                     '{"do": "set", "T": 0}', '{"do": "set", "T": 1e999}', '{"do": "step", "blocks": 0}', '{"do": "step", "blocks": 1.5}',
                     '{"do": "step", "blocks": 1e99}', '{"do": "ramp", "T": 1}', '{"do": "reset", "changes": {"x.y": 1}}',
                     '{"do": "reset", "changes": {"x.y": "1"}}', '{"do": "reset", "changes": {"": "1"}}', '{"do": "reset", "changes": ["a"]}',
                     '{"do": "save"}', "\xff", "[" * 60_000):
            status, answer = self.ask("do", "POST", body.encode("latin-1"), **headers)
            self.assertEqual(status, 400, (body[:50], answer))
        own = {**headers, "Origin": "http://example.org"}
        self.assertEqual(self.ask("do", "POST", json.dumps({"do": "start"}), **own)[0], 403)
        self.assertEqual(self.json("state")["lab"]["sweeps"], 0)
        self.assertIn("no field", self.served_without_field())
        (self.folder / "scan.toml").write_text(MODELS["ising"] + "[scan]\nalgorithm.seed = [1, 2]\n")
        self.refused(2, "one experiment at a time", arguments=["lab", "scan.toml"])
        self.refused(2, "unknown key", arguments=["lab", "small.toml", "--set", "lattice.sizes=[4,4]"])
        self.refused(3, "nothing.toml", arguments=["lab", "nothing.toml"])

    def served_without_field(self):
        self.lab("phi4")
        return self.do("set", 400, H=1.0)


if __name__ == "__main__":
    unittest.main()
