# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""neel view without a browser: what it serves, and that a run does not notice."""
import os
import re
import signal
import socket
import threading
import time
import unittest

try:
    import h5py
    import numpy
except ImportError:
    h5py = None

from viewing import MODELS, SITES, Served


class View(Served):
    def written(self, model):
        (self.folder / "small.toml").write_text(MODELS[model])
        self.run_small("a")

    def test_every_model(self):
        for model, sites in SITES.items():
            with self.subTest(model):
                (self.folder / "small.toml").write_text(MODELS[model])
                (self.folder / f"{model}.new.vtkhdf").touch()  # of a run that did not come to its end
                self.run_small(model)
                self.assertFalse((self.folder / f"{model}.new.vtkhdf").exists())
                process = self.serve("view", f"{model}.vtkhdf")
                state = self.json("state")
                self.assertEqual((state["kind"], state["name"], state["status"]), ("view", model, "finished"))
                self.assertEqual(state["frames"]["count"], 1)
                head, arrays = self.parcel("sites")
                size = 1
                for n in head["size"] if head["kind"] == "image" else [arrays["position"][0][0]]:
                    size *= n
                self.assertEqual(size, sites)
                _, arrays = self.parcel("frame?step=-1&system=0")
                main = {"phi4": "phi", "majority": "cell"}.get(model, "spin")
                self.assertEqual(len(arrays[main][1]) % sites, 0)
                curves = self.json("curves")
                self.assertEqual([], [o["name"] for o in curves["observables"] if o["name"].endswith("_err")])
                for o in curves["observables"]:
                    count = 1
                    for axis in o["axes"]:
                        count *= len(curves["axes"][axis]["values"])
                    self.assertEqual((len(o["value"]), len(o["error"])), (count, count), o["name"])
                self.assertEqual("converged" in curves, model != "majority")  # a quench
                if "converged" in curves:
                    self.assertEqual(curves["converged"]["axes"], ["T"])
                    self.assertEqual(len(curves["converged"]["values"]), len(curves["axes"]["T"]["values"]))
                process.send_signal(signal.SIGINT)
                self.assertEqual(process.wait(10), 0)

    def test_the_page_is_whole(self):
        """Every file that a file of the page names is there, and nothing comes from elsewhere."""
        self.written("ising")
        self.serve("view", "a.h5")
        seen, open_ = set(), [""]
        while open_:
            name = open_.pop()
            status, body = self.ask(name)
            self.assertEqual(status, 200, name)
            self.assertIn("default-src 'none'", self.headers["Content-Security-Policy"])
            text = body.decode()
            self.assertNotRegex(text, r"https?://")
            seen.add(name)
            for other in re.findall(r'(?:from|src=|href=) ?"(?:\./)?([a-z]+\.(?:js|css))"', text):
                if other not in seen:
                    open_.append(other)
        self.assertGreater(len(seen), 15)

    @unittest.skipIf(h5py is None, "no h5py")
    def test_snapshots(self):
        """Time steps and several systems, of an image and of a crystal's points (docs/snapshots.md)."""
        for kind, shape in (("ImageData", (2, 3, 4)), ("UnstructuredGrid", (24,))):
            with self.subTest(kind):
                spin = numpy.random.default_rng(1).normal(size=(2, 3, *shape, 3)).astype("f4")  # (system, step, ...)
                rows = (lambda a: a) if kind == "ImageData" else (lambda a: a.reshape(-1, *a.shape[2:]))
                with h5py.File(self.folder / "s.vtkhdf", "w") as file:
                    root = file.create_group("VTKHDF")
                    root.attrs["Type"] = numpy.bytes_(kind)
                    root.attrs["WholeExtent"], root.attrs["Direction"] = [0, 3, 0, 2, 0, 1], numpy.eye(3).ravel()
                    if kind != "ImageData":
                        root["Points"], root["NumberOfPoints"] = numpy.zeros((24, 3), "f4"), numpy.full(3, 24)
                    steps = root.create_group("Steps")
                    steps.attrs["NSteps"] = numpy.int64(3)
                    species = numpy.arange(24, dtype="u1").reshape(1, *shape)
                    for name, values in (("spin", spin[0]), ("spin_5", spin[1]), ("species", species)):
                        root.create_dataset(f"PointData/{name}", data=rows(values), chunks=True, compression="gzip", shuffle=True, fletcher32=True)
                        begins = numpy.arange(3) * (len(values) > 1) * (1 if kind == "ImageData" else 24)
                        steps[f"PointDataOffsets/{name}"] = begins.astype("i8")
                    file.create_group("neel").attrs["systems"] = numpy.array([0, 5])
                    file["neel/sweep"] = numpy.array([0, 10, 20])
                    file["neel/temperature"], file["neel/field"] = numpy.array([[3.0, 6.0], [2.0, 5.0], [1.0, 4.0]]), numpy.array([0.0, 0.5, 1.0])
                process = self.serve("view", "s.vtkhdf")
                state = self.json("state")
                self.assertEqual((state["frames"]["count"], state["systems"], state["trouble"]), (3, [0, 5], ""))
                for step, at in ((-1, 2), (0, 0), (1, 1), (2, 2), (9, 2)):
                    for k, system in enumerate((0, 5)):
                        head, arrays = self.parcel(f"frame?step={step}&system={system}")
                        self.assertEqual((head["sweep"], head["T"], head["H"]), (10 * at, 3 - at + 3 * k, at / 2))
                        self.assertEqual(arrays.keys(), {"spin", "species"})
                        self.assertEqual(arrays["spin"], ([*shape, 3], spin[k, at].tobytes()))
                        self.assertEqual(arrays["species"], ([*shape], species.tobytes()))
                (self.folder / "s.vtkhdf").rename(self.folder / "s.new.vtkhdf")  # by a run that begins again, beside its last file
                (self.folder / "s.vtkhdf").write_text("the last one")
                self.assertEqual(self.json("state")["frames"]["count"], 3)
                (self.folder / "s.new.vtkhdf").rename(self.folder / "s.vtkhdf")
                self.assertEqual(self.json("state")["frames"]["count"], 3)
                process.send_signal(signal.SIGINT)
                self.assertEqual(process.communicate(timeout=10)[1], "")

    def test_set(self):
        """The command of a run with its --set is that of its page; of a scan's keys, --set chooses the run."""
        (self.folder / "small.toml").write_text("[scan]\nlattice.size = [[4, 4], [6, 6]]\nalgorithm.seed = [1, 2]\n" + MODELS["ising"])
        self.run_small("small")
        for more, name in (([], "small"), (["schedule.T=3.0"], "small"), (["lattice.size=[6,6]", "algorithm.seed=2"], "small_size6x6_seed2")):
            sets = [word for assignment in more for word in ("--set", assignment)]
            process = self.serve("view", "small.toml", *sets)
            self.assertEqual((self.json("state")["name"], self.json("state")["status"]), (name, "finished"))
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(10), 0)
        for text, sets in (("expected --set of algorithm.seed, too", ["lattice.size=[6,6]"]), ("no run of the scan in small.toml", ["lattice.size=[5,5]"]),
                           ("schedule.nonsense", ["schedule.nonsense=1"]), ("expected key.sub=value", ["nonsense"])):
            self.refused(2, text, arguments=["view", "small.toml", *(word for assignment in sets for word in ("--set", assignment))])
        self.refused(2, "--set is for inputs", arguments=["view", "small.h5", "--set", "schedule.T=3.0"])

    def test_files_that_are_missing_or_damaged(self):
        self.refused(3, "nothing.h5: no such file", arguments=["view", "nothing.h5"])
        self.refused(2, "expected a result", arguments=["view", "nothing"])
        (self.folder / "b.vtkhdf").write_text("nothing")
        (self.folder / "b.resolved.toml").write_text("[[")
        (self.folder / "b.log").write_bytes(b"\xff\xfe\n")
        self.serve("view", "b.vtkhdf")
        self.assertIn("b.vtkhdf", self.json("state")["trouble"])
        self.assertEqual(self.ask("frame")[0], 404)
        self.assertEqual(self.ask("sites")[0], 404)
        self.assertEqual(self.ask("curves")[0], 404)

    def test_pipes_and_devices_are_not_read(self):
        self.written("ising")
        os.mkfifo(self.folder / "pipe")
        for name in ("pipe", "/dev/zero"):
            for ending in ("log", "resolved.toml"):
                (self.folder / f"a.{ending}").unlink()
                (self.folder / f"a.{ending}").symlink_to(name)
            process = self.serve("view", "a.h5")
            state = self.json("state")
            self.assertEqual((state["log"], state["model"], state["status"]), ([], "", "finished"))
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(10), 0)

    def test_a_run_at_work(self):
        """Its configuration and curves come while it works; requests by the thousand and a reader that goes away change no bit."""
        long = ["--set", "lattice.size=[16,16,16]", "--set", "schedule.T={from=1.0,to=0.5,points=6}", "--set", "schedule.sweeps=200"]
        self.run_small("quiet", *long)
        self.serve("view", "small.toml", "--name", "watched")
        self.assertEqual(self.json("state")["status"], "no results yet")
        run = self.start("run", "small.toml", "--name", "watched", "--progress", "none", *long)
        seen = set()
        over = threading.Event()

        def live():
            return self.json("state")["frames"]["live"]

        def last():
            return hash(self.parcel("frame?step=-1")[1]["spin"][1])

        def pester():
            while not over.is_set():
                for path in ("state", "frame", "curves", "sites", "nothing"):
                    self.ask(path)

        threads = [threading.Thread(target=pester) for _ in range(2)]
        for thread in threads:
            thread.start()
        with socket.create_connection((self.url.hostname, self.url.port)) as closed_tab:
            closed_tab.sendall(f"GET {self.url.path}frame HTTP/1.1\r\n".encode())
        while run.poll() is None:
            if live():
                shown = last()
                if live():  # else it may have been the final one
                    seen.add(shown)
            time.sleep(0.02)
        over.set()
        for thread in threads:
            thread.join()
        self.assertEqual(run.returncode, 0, run.stderr.read())
        self.assertGreater(len(seen), 0)
        self.assertNotIn(last(), seen)
        self.same("quiet", "watched")
        state = self.json("state")
        self.assertEqual((state["status"], state["frames"]["live"], state["frames"]["count"]), ("finished", False, 1))
        self.assertEqual([], [p.name for p in self.folder.iterdir() if p.name.endswith((".watch", ".live.vtkhdf"))])


if __name__ == "__main__":
    unittest.main()
