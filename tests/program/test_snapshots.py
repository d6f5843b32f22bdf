# SPDX-FileCopyrightText: 2026 The Neel authors
# SPDX-License-Identifier: MIT
"""Snapshots: when they are taken, what is in them, that a run does not notice them, and that nothing breaks their file."""
import random
import re
import subprocess
import sys
import time
import unittest

try:
    import h5py
    import numpy
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

from harness import PROGRAM, SMALL, Case

SCHEDULE = "[schedule]\nT = [2.5, 2.0]\nthermalize = 13\nsweeps = 20\nmeasure_every = 4\n"
TWO = "[algorithm]\nsystems = 2\n"
MODELS = {
    "ising": '[model]\nname = "ising"\n[lattice]\nsize = [8, 6, 4]\n' + SCHEDULE + TWO,
    "xy": '[model]\nname = "xy"\n[lattice]\nsize = [8, 6]\n' + SCHEDULE + TWO,
    "heisenberg": SMALL.replace("thermalize = 50\nsweeps = 200", "thermalize = 13\nsweeps = 20"),
    "crystal": '[model]\nname = "heisenberg"\n[lattice]\nkind = "kagome"\nsize = [6, 3]\n[material]\nions = ["A", "B"]\n'
               'fractions = {B = 0.5}\nmoment = {A = 1.0, B = 0.0}\n[[couplings.bonds]]\nshell = 1\nJ = 1\n' + SCHEDULE + TWO,
    "phi4": '[model]\nname = "phi4"\n[lattice]\nsize = [8, 6]\n[field]\ncomponents = 2\n[couplings]\nmass_squared = -1.0\ng = 3\n' +
            SCHEDULE + TWO,
    "majority": '[model]\nname = "majority"\n[lattice]\nsize = [70, 6]\n[schedule]\nkind = "quench"\ntimes = [3, 20, 41]\n' + TWO,
    "glass": '[model]\nname = "edwards-anderson"\n[lattice]\nsize = [8, 6, 4]\n[couplings]\nseed = 5\n' + SCHEDULE +
             "[coding]\nwords = 1\nreplicas = 3\n",
    "tempered": '[model]\nname = "ising"\n[lattice]\nsize = [8, 8]\n[schedule]\nkind = "temper"\nT = [1.5, 2.0, 2.6, 3.5]\n'
                "thermalize = 10\nsweeps = 40\nmeasure_every = 4\n" + TWO,
}


class Snapshots(Case):
    def use(self, model):
        (self.folder / "small.toml").write_text(MODELS[model])

    def hash_of(self, name):
        return re.search("final configuration: hash (.*)", (self.folder / f"{name}.log").read_text()).group(1)

    def take(self, name, snapshots, *arguments):
        return self.run_small(name, "--set", f"output.snapshots={{{snapshots}}}", *arguments)

    def steps(self, name):
        with h5py.File(self.folder / f"{name}.vtkhdf") as file:
            return file["VTKHDF/Steps/Values"][()].tolist()

    def test_a_run_does_not_notice(self):
        """The hash at the end and all measurements are the same; the last snapshot is the final state."""
        for model in MODELS:
            with self.subTest(model):
                self.use(model)
                self.run_small("plain", "--force")
                self.take("shown", 'every=7, at=[0, 1, 5, 6], systems="all"', "--force")
                self.same("plain", "shown")
                self.assertEqual(self.hash_of("plain"), self.hash_of("shown"))
                with h5py.File(self.folder / "plain.vtkhdf") as plain, h5py.File(self.folder / "shown.vtkhdf") as shown:
                    for key, value in plain["VTKHDF/PointData"].items():
                        last = shown[f"VTKHDF/PointData/{key}"][-len(value) if model == "crystal" else -1:]
                        numpy.testing.assert_array_equal(value[()].ravel(), last.ravel())

    def test_chunks_as_hdf5_2_wants_them(self):
        """Lengths of chunks have as few bytes as the longest needs, up to 70 000; HDF5 2.0 opens no others."""
        for length in (128, 300, 70000):
            (self.folder / "small.toml").write_text(MODELS["ising"].replace("[8, 6, 4]", f"[{length}, 4]"))
            self.take("a", "every=10, energy=true", "--force")
            written = (self.folder / "a.vtkhdf").read_bytes()
            with h5py.File(self.folder / "a.vtkhdf") as file:
                for data in file["VTKHDF/PointData"].values():
                    lengths = [*data.chunks, data.dtype.itemsize]
                    at = h5py.h5o.get_info(data.id).addr
                    self.assertEqual(written[at:at + 6], b"OHDR\x02\x02")
                    at += 10  # the first message: its type, its length, its flags, itself
                    while written[at] != 8:  # how the data are laid out
                        at += 4 + int.from_bytes(written[at + 1:at + 3], "little")
                    kind, rank, each = written[at + 5], written[at + 7], written[at + 8]
                    self.assertEqual((written[at + 4], kind, rank), (4, 2, len(lengths)))
                    self.assertEqual(each, (max(lengths).bit_length() + 7) // 8)
                    stored = written[at + 9:at + 9 + rank * each]
                    self.assertEqual([int.from_bytes(stored[k:k + each], "little") for k in range(0, rank * each, each)], lengths)

    def test_when(self):
        self.use("ising")
        self.take("a", "every=10")
        self.assertEqual(self.steps("a"), [10, 20, 30, 43, 53, 63, 66])  # 33 sweeps a point; the last is the final state
        self.take("b", 'every="point"')
        self.assertEqual(self.steps("b"), [33, 66])
        self.take("c", "at=[0, 13]", "--set", 'output.configurations="none"')
        self.assertEqual(self.steps("c"), [0, 13, 33, 46])
        with h5py.File(self.folder / "c.vtkhdf") as file:
            self.assertEqual(file["neel/point"][()].tolist(), [0, 0, 1, 1])
            self.assertEqual(file["neel/temperature"][()].ravel().tolist(), [2.5, 2.5, 2.0, 2.0])
            self.assertEqual(file["neel/sweep"][()].tolist(), [0, 13, 33, 46])
        self.use("majority")
        self.take("d", "every=10, at=[0, 3]")
        self.assertEqual(self.steps("d"), [0, 3, 10, 20, 30, 40, 41])  # of a quench, from the start of the run

    def test_which(self):
        self.use("heisenberg")
        self.take("a", 'every="point", systems=[1]')
        self.take("b", 'every="point", systems="all", energy=false')
        with h5py.File(self.folder / "a.vtkhdf") as one, h5py.File(self.folder / "b.vtkhdf") as both:
            one, both, systems = one["VTKHDF/PointData"], both["VTKHDF/PointData"], (one["neel/systems"][()], both["neel/systems"][()])
            self.assertEqual([s.tolist() for s in systems], [[1], [0, 1]])
            self.assertEqual(set(one), {"spin", "species", "energy"})
            self.assertEqual(set(both), {"spin", "species", "spin_1", "species_1"})
            numpy.testing.assert_array_equal(one["spin"], both["spin_1"])
            numpy.testing.assert_array_equal(one["species"], both["species_1"])
            self.assertFalse((both["species"][()] == both["species_1"][()]).all())
        self.take("c", 'systems="all"')  # the final state alone
        with h5py.File(self.folder / "c.vtkhdf") as file:
            self.assertNotIn("Steps", file["VTKHDF"])
            self.assertEqual(set(file["VTKHDF/PointData"]), {"spin", "species", "energy", "spin_1", "species_1", "energy_1"})

    def test_local_energies(self):
        """Their sum is the energy that was measured after the same sweep, to the precision of single numbers."""
        for model, spins in (("ising", 192), ("xy", 48), ("heisenberg", 512), ("crystal", 27), ("phi4", 48)):
            with self.subTest(model):
                self.use(model)
                self.take("a", 'every=33, systems="all"', "--force", "--set", "measure.bins=16", "--set", "schedule.sweeps=20")
                with h5py.File(self.folder / "a.vtkhdf") as file, h5py.File(self.folder / "a.h5") as results:
                    points, measured = file["VTKHDF/PointData"], results["samples/energy"][()]
                    for name, system in (("energy", 0), ("energy_1", 1)):
                        local = points[name][()].astype(float).reshape(len(file["neel/sweep"]), -1)
                        for point in range(2):
                            energy = local[list(file["neel/sweep"]).index(33 * (point + 1))].sum() / spins
                            self.assertAlmostEqual(energy / measured[point, system, -1], 1, 5)

    def test_temperatures_of_a_ladder(self):
        """Systems are numbered by temperature, so that the energy of each, from its spins, is that of its temperature."""
        self.use("tempered")
        self.take("a", 'every=4, systems="all"', "--set", "measure.bins=16")
        with h5py.File(self.folder / "a.vtkhdf") as file, h5py.File(self.folder / "a.h5") as results:
            self.assertEqual(file["neel/temperature"][0].tolist(), [t for t in (1.5, 2.0, 2.6, 3.5) for _ in range(2)])
            for place in range(8):
                spins = file["VTKHDF/PointData/spin" + (f"_{place}" if place else "")][()]
                for k, sweep in enumerate(file["neel/sweep"][()]):
                    if sweep > 10 and (sweep - 10) % 4 == 0:
                        bonds = sum((spins[k] * numpy.roll(spins[k], 1, axis)).sum() for axis in (0, 1))
                        self.assertAlmostEqual(results["samples/energy"][place // 2, place % 2, (sweep - 10) // 4 - 1],
                                               -bonds / 64, 12)
        self.take("b", "every=4")
        with h5py.File(self.folder / "b.vtkhdf") as file:
            self.assertEqual(set(file["neel/temperature"][()].ravel()), {1.5})  # the lowest

    def test_overlaps(self):
        self.use("glass")
        self.take("a", 'every="point", systems=[0, 31]')
        with h5py.File(self.folder / "a.vtkhdf") as file, h5py.File(self.folder / "a.h5") as results:
            overlap = file["VTKHDF/PointData/overlap_31"][()]
            self.assertEqual(overlap.shape, (2, 4, 6, 8, 2))
            self.assertEqual(set(overlap.ravel()), {-1, 1})
            q = [overlap[-1, ..., a].mean() for a in range(2)]
            third = (overlap[-1, ..., 0] * overlap[-1, ..., 1]).mean()
            measured = results["samples/overlap_squared"][-1, 31, -1] if "overlap_squared" in results["samples"] else None
            if measured is not None:
                self.assertAlmostEqual(measured, (q[0]**2 + q[1]**2 + third**2) / 3, 12)

    def test_stopped_and_continued(self):
        for model in MODELS:
            with self.subTest(model):
                self.use(model)
                snapshots = ("--set", 'output.snapshots={every=7, systems="all"}', "--set", 'output.checkpoint="1 points"')
                self.run_small("whole", *snapshots, "--restart", "--force")
                self.run_in_parts("parts", 3, *snapshots)
                self.assertEqual((self.folder / "parts.vtkhdf").read_bytes(), (self.folder / "whole.vtkhdf").read_bytes())
                for path in self.folder.glob("parts*"):
                    path.unlink()

    def test_killed_at_random_moments(self):
        """It always leaves a file that opens, and what goes on from there ends with the same bytes."""
        size = ("--set", "lattice.size=[16,16,16]", "--set", "schedule.thermalize=300", "--set", "schedule.sweeps=900",
                "--set", 'output.snapshots={every=20, systems="all"}', "--set", 'output.checkpoint="0.02 s"')
        began = time.monotonic()
        self.run_small("whole", *size)
        took = time.monotonic() - began
        moments, kills, read, most = random.Random(20261124), 0, 0, 0
        while True:
            run = subprocess.Popen([PROGRAM, "run", "small.toml", "--name", "parts", "--progress", "none", *size, "--threads",
                                    str(1 + kills % 2)], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            try:
                _, err = run.communicate(timeout=took * (0.05 + 0.3 * moments.random()) if kills < 12 else 300)
            except subprocess.TimeoutExpired:
                run.kill()
                run.communicate()
                kills += 1
                if (self.folder / "parts.vtkhdf").exists():
                    with h5py.File(self.folder / "parts.vtkhdf") as file:
                        values = file["VTKHDF/Steps/Values"][()]
                        spins = file["VTKHDF/PointData/spin"][()]
                        self.assertEqual(len(spins), len(values))
                        numpy.testing.assert_allclose((spins.reshape(*spins.shape[:4], -1)**2).sum(-1), 1, atol=1e-5)
                        read, most = read + 1, max(most, len(values))
                continue
            self.assertEqual(run.returncode, 0, err)
            if kills == 12:
                break
            for path in self.folder.glob("parts*"):  # it was done before it could be killed often enough
                path.unlink()
        self.assertGreater(read, 3)
        self.assertGreater(most, 3)
        self.assertEqual((self.folder / "parts.vtkhdf").read_bytes(), (self.folder / "whole.vtkhdf").read_bytes())

    def test_longer(self):
        """A run that is made longer has the file of one that was so long from the start."""
        self.use("ising")
        keep = ("--set", "output.snapshots.every=7", "--set", "output.keep_checkpoint=true")
        self.run_small("whole", *keep, "--set", "schedule.T=[2.5, 2.0, 1.5]")
        self.run_small("parts", *keep)
        self.run_small("parts", *keep, "--set", "schedule.T=[2.5, 2.0, 1.5]")
        self.assertEqual((self.folder / "parts.vtkhdf").read_bytes(), (self.folder / "whole.vtkhdf").read_bytes())

    def test_what_must_stay(self):
        self.use("ising")
        (self.folder / "a.stop").write_text("")
        self.assertEqual(self.neel("run", "small.toml", "--name", "a", "--set", 'output.snapshots={at=[0], systems="all"}').returncode, 75)
        self.refused(3, "snapshots are of other systems or arrays", arguments=["run", "small.toml", "--name", "a", "--set",
                                                                               "output.snapshots.at=[0]"])
        self.refused(3, "output.snapshots does not ask for any more", arguments=["run", "small.toml", "--name", "a"])
        saved = (self.folder / "a.vtkhdf").read_bytes()
        (self.folder / "a.vtkhdf").write_bytes(saved[:64] + bytes(8) + saved[72:])
        self.refused(3, "it is not the file that the checkpoint belongs to",
                     arguments=["run", "small.toml", "--name", "a", "--set", 'output.snapshots={at=[0], systems="all"}'])
        (self.folder / "a.vtkhdf").write_bytes(saved)
        self.take("a", 'every=9, systems="all"')  # when they are taken may change
        self.assertEqual(self.steps("a")[:3], [0, 9, 18])

    def test_keys(self):
        self.use("ising")
        for key, value, *parts in (("every", "0", "from 1"), ("every", '"sweep"', '"point"'), ("at", "[3, 2]", "rising"),
                                   ("at", "[0.5]", "rising"), ("systems", "[2]", "there is no system 2"),
                                   ("systems", '"some"', '"all"'), ("enery", "true", "did you mean")):
            self.refused(2, f"output.snapshots.{key}", *parts,
                         arguments=["run", "small.toml", "--set", f"output.snapshots.{key}={value}"])


if __name__ == "__main__":
    unittest.main()
